import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { hasWordLists, makeWordLists } from './word-lists.ts'

/** Converts lists pasted from Word. */
export const WordPaste = Extension.create({
  name: 'wordPaste',

  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          transformPastedHTML(html) {
            if (!hasWordLists(html)) return html
            const { body } = new window.DOMParser().parseFromString(html, 'text/html')
            makeWordLists(body)
            return body.innerHTML
          },
        },
      }),
    ]
  },
})
