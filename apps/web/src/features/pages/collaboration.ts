import { Extension } from '@tiptap/react'
import {
  defaultDeleteFilter,
  defaultProtectedNodes,
  yCursorPlugin,
  ySyncPlugin,
  ySyncPluginKey,
} from '@tiptap/y-tiptap'
import { UndoManager } from 'yjs'
import { avatarColour } from '#ui/people/avatar-colour.ts'
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

/**
 * One's own changes, to be taken back. Not the binding's own plugin: that one forgets everything when
 * another plugin joins the editor, as one does when the editor is shown.
 */
const ownChanges = (fragment: PageSession['fragment']) =>
  new UndoManager(fragment, {
    trackedOrigins: new Set([ySyncPluginKey]),
    captureTransaction: ({ meta }) => meta.get('addToHistory') !== false,
    deleteFilter: (item) => defaultDeleteFilter(item, defaultProtectedNodes),
  })

/** A text of several: everybody's carets in their colours, and undo for one's own changes only. */
export function collaboration({ fragment, awareness, nameOf }: CollaborationOptions) {
  const changes = ownChanges(fragment)
  return Extension.create({
    name: 'collaboration',
    // What comes from others is there before anything looks at it.
    priority: 1000,

    addCommands() {
      return {
        undo:
          () =>
          ({ dispatch, tr }) => {
            tr.setMeta('preventDispatch', true)
            return dispatch ? changes.undo() !== null : changes.canUndo()
          },
        redo:
          () =>
          ({ dispatch, tr }) => {
            tr.setMeta('preventDispatch', true)
            return dispatch ? changes.redo() !== null : changes.canRedo()
          },
      }
    },

    addKeyboardShortcuts() {
      // Never the browser's own: it knows nothing of what others wrote.
      const always = (action: () => boolean) => () => action() || true
      const redo = always(() => this.editor.commands.redo())
      return {
        'Mod-z': always(() => this.editor.commands.undo()),
        'Mod-y': redo,
        'Shift-Mod-z': redo,
      }
    },

    onDestroy() {
      changes.destroy()
    },

    addProseMirrorPlugins() {
      return [
        ySyncPlugin(fragment),
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
}
