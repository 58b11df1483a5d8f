import { Extension } from '@tiptap/core'
import { Fragment } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    blocks: {
      /** Swaps the block at `at`, or the one with the cursor, with its neighbor. */
      moveBlock: (direction: 'up' | 'down', at?: number) => ReturnType
      duplicateBlock: (at?: number) => ReturnType
      removeBlock: (at?: number) => ReturnType
    }
  }
}

/** The top-level block that contains the selection. */
function blockAt({ doc, selection }: EditorState | Transaction, at?: number) {
  const { $from } = selection
  const found = selection instanceof NodeSelection && $from.depth === 0 ? $from.pos : undefined
  const from = at ?? found ?? ($from.depth > 0 ? $from.before(1) : undefined)
  const node = from === undefined ? null : doc.nodeAt(from)
  return from === undefined || !node ? undefined : { from, to: from + node.nodeSize, node }
}

/** Moves, duplicates and deletes top-level blocks of the document. */
export const Blocks = Extension.create({
  name: 'blocks',

  addCommands() {
    return {
      moveBlock:
        (direction, at) =>
        ({ tr, dispatch }) => {
          const block = blockAt(tr, at)
          if (!block) return false
          const { from, to, node } = block
          const other =
            direction === 'up' ? tr.doc.resolve(from).nodeBefore : tr.doc.resolve(to).nodeAfter
          if (!other) return false
          if (!dispatch) return true
          const start = direction === 'up' ? from - other.nodeSize : from
          const swapped = direction === 'up' ? [node, other] : [other, node]
          const inside = tr.selection.from - from
          tr.replaceWith(start, start + node.nodeSize + other.nodeSize, Fragment.from(swapped))
          const landed = direction === 'up' ? start : start + other.nodeSize
          const cursor = Math.min(Math.max(inside, 0), node.nodeSize - 1)
          tr.setSelection(TextSelection.near(tr.doc.resolve(landed + cursor))).scrollIntoView()
          return true
        },

      duplicateBlock:
        (at) =>
        ({ tr, dispatch }) => {
          const block = blockAt(tr, at)
          if (!block) return false
          if (dispatch) tr.insert(block.to, block.node).scrollIntoView()
          return true
        },

      removeBlock:
        (at) =>
        ({ tr, dispatch }) => {
          const block = blockAt(tr, at)
          if (!block) return false
          if (!dispatch) return true
          // A document always has a line to write in.
          const rest = tr.doc.childCount === 1 ? tr.doc.type.schema.nodes.paragraph?.create() : null
          if (rest) tr.replaceWith(block.from, block.to, rest)
          else tr.delete(block.from, block.to)
          tr.setSelection(
            TextSelection.near(tr.doc.resolve(Math.min(block.from, tr.doc.content.size))),
          )
          return true
        },
    }
  },

  addKeyboardShortcuts() {
    return {
      'Alt-Shift-ArrowUp': () => this.editor.commands.moveBlock('up'),
      'Alt-Shift-ArrowDown': () => this.editor.commands.moveBlock('down'),
      'Mod-Shift-d': () => this.editor.commands.duplicateBlock(),
    }
  },
})
