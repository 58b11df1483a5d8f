import { createDocument, type Editor } from '@tiptap/react'

/**
 * Somebody else's text takes the place of ours. Only what differs is replaced, so that the cursor
 * stays where it is, and undo goes on taking back our own changes only.
 */
export function takeOver(editor: Editor, html: string) {
  const { doc, schema, tr } = editor.state
  const next = createDocument(html, schema)
  const start = doc.content.findDiffStart(next.content)
  const end = doc.content.findDiffEnd(next.content)
  if (start === null || !end) return
  // What comes twice may count as the same from both ends.
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  tr.replace(start, end.a + overlap, next.slice(start, end.b + overlap))
  tr.setMeta('preventUpdate', true).setMeta('addToHistory', false)
  editor.view.dispatch(tr)
}
