import { Extension } from '@tiptap/react'
import { redo, undo, yCursorPlugin, ySyncPlugin, yUndoPlugin } from '@tiptap/y-tiptap'
import { avatarColour } from '#ui/avatar-colour.ts'
import type { PageSession } from './page-session.ts'

interface Writer {
  id?: unknown
}

interface CollaborationOptions extends Pick<PageSession, 'fragment' | 'awareness'> {
  /** What others call themselves is not believed; their id is checked by the server. */
  nameOf: (id: string) => string
}

const idOf = ({ id }: Writer) => (typeof id === 'string' ? id : '')
const colourOf = (writer: Writer) => `var(--avatar-${avatarColour(idOf(writer))})`

function caretOf(writer: Writer, nameOf: CollaborationOptions['nameOf']) {
  const caret = document.createElement('span')
  caret.className = 'other-caret'
  caret.style.setProperty('--writer', colourOf(writer))
  // Drawn, not text: what is copied or read out is the page's own.
  caret.dataset.name = nameOf(idOf(writer))
  return caret
}

/** A text of several: everybody's carets in their colours, and undo for one's own changes only. */
export const collaboration = ({ fragment, awareness, nameOf }: CollaborationOptions) =>
  Extension.create({
    name: 'collaboration',
    // What comes from others is there before anything looks at it.
    priority: 1000,

    addCommands() {
      return {
        undo:
          () =>
          ({ state, dispatch, tr }) => {
            tr.setMeta('preventDispatch', true)
            return dispatch ? undo(state) : true
          },
        redo:
          () =>
          ({ state, dispatch, tr }) => {
            tr.setMeta('preventDispatch', true)
            return dispatch ? redo(state) : true
          },
      }
    },

    addKeyboardShortcuts() {
      return {
        'Mod-z': () => this.editor.commands.undo(),
        'Mod-y': () => this.editor.commands.redo(),
        'Shift-Mod-z': () => this.editor.commands.redo(),
      }
    },

    addProseMirrorPlugins() {
      return [
        ySyncPlugin(fragment),
        yUndoPlugin(),
        ...(awareness
          ? [
              yCursorPlugin(awareness, {
                cursorBuilder: (writer: Writer) => caretOf(writer, nameOf),
                selectionBuilder: (writer: Writer) => ({
                  class: 'other-selection',
                  style: `--writer: ${colourOf(writer)}`,
                }),
              }),
            ]
          : []),
      ]
    },
  })
