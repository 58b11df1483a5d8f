import { createDocument, type Editor } from '@tiptap/react'

/**
 * Replaces the text with another user's version. Only the difference is replaced, so that the
 * cursor stays in place, and undo still reverts only our own changes.
 */
export function takeOver(editor: Editor, html: string) {
  const { doc, schema, tr } = editor.state
  const next = createDocument(html, schema)
  const start = doc.content.findDiffStart(next.content)
  const end = doc.content.findDiffEnd(next.content)
  if (start === null || !end) return
  // Repeated content may match from both ends.
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  tr.replace(start, end.a + overlap, next.slice(start, end.b + overlap))
  tr.setMeta('preventUpdate', true).setMeta('addToHistory', false)
  editor.view.dispatch(tr)
}
