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
import type { TextSession } from './session.ts'
import { stableCaret } from './stable-caret.ts'
import './carets.css'

interface Writer {
  id?: unknown
}

interface CollaborationOptions extends Pick<TextSession, 'fragment' | 'awareness'> {
  /** Names sent by other clients are not trusted; their id is checked by the server. */
  nameOf: (id: string) => string
}

const idOf = ({ id }: Writer) => (typeof id === 'string' ? id : '')
const colourOf = (writer: Writer) => `var(--avatar-${avatarColour(idOf(writer))})`

function caretOf(writer: Writer, nameOf: CollaborationOptions['nameOf']) {
  const caret = document.createElement('span')
  caret.className = 'other-caret'
  caret.style.setProperty('--writer', colourOf(writer))
  // By CSS, not as text: copied or read-aloud text must not contain it.
  caret.dataset.name = nameOf(idOf(writer))
  return caret
}

/**
 * Undo for the user's own changes. Not the binding's plugin: it loses its history when another
 * plugin is added to the editor, which happens when the editor is shown.
 */
const ownChanges = (fragment: TextSession['fragment']) =>
  new UndoManager(fragment, {
    trackedOrigins: new Set([ySyncPluginKey]),
    captureTransaction: ({ meta }) => meta.get('addToHistory') !== false,
    deleteFilter: (item) => defaultDeleteFilter(item, defaultProtectedNodes),
  })

/** A shared text: carets of all users in their colors, and undo for the user's own changes only. */
export function collaboration({ fragment, awareness, nameOf }: CollaborationOptions) {
  const changes = ownChanges(fragment)
  return Extension.create({
    name: 'collaboration',
    // Changes of others are applied before any other plugin runs.
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
      // Never the browser's undo: it does not know the changes of others.
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
        stableCaret(),
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
