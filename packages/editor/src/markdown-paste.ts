import { Extension } from '@tiptap/core'
import { DOMParser, type Slice } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { looksLikeMarkdown, markdownToHtml } from './markdown-to-html.ts'

/** Markdown pasted as plain text is converted. In code it stays unchanged. */
export const MarkdownPaste = Extension.create({
  name: 'markdownPaste',

  addProseMirrorPlugins() {
    const read = (text: string): Slice | undefined => {
      if (!looksLikeMarkdown(text)) return undefined
      const body = new window.DOMParser().parseFromString(markdownToHtml(text), 'text/html').body
      return DOMParser.fromSchema(this.editor.schema).parseSlice(body)
    }
    return [
      new Plugin({
        props: {
          handlePaste(view, event) {
            const data = event.clipboardData
            const plain = data?.getData('text/plain') ?? ''
            const inCode = view.state.selection.$from.parent.type.spec.code
            if (inCode || !plain || data?.getData('text/html') || data?.files.length) return false
            const slice = read(plain)
            if (!slice) return false
            view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView())
            return true
          },
        },
      }),
    ]
  },
})
