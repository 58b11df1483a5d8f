import { Plugin } from '@tiptap/pm/state'
import { Extension } from '@tiptap/react'
import { readCaret } from '#ui/platform/read-caret.ts'

/** On a busy machine, a key may be handled before the editor knows of the caret moved by the last one. */
export const CaretKeys = Extension.create({
  name: 'caretKeys',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          keydown: (_, { isComposing }) => {
            if (!isComposing) readCaret()
          },
        },
      },
    }),
  ],
})
