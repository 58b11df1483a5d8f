import { Extension } from '@tiptap/core'
import type { Node, NodeType } from '@tiptap/pm/model'
import {
  type EditorState,
  NodeSelection,
  Plugin,
  type Selection,
  TextSelection,
  type Transaction,
} from '@tiptap/pm/state'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    wholeBlocks: {
      /** Inserts a block without its own text, and an empty line below it. */
      insertWholeBlock: (block: { type: string; attrs: Record<string, unknown> }) => ReturnType
    }
  }
}

/** A picture, a divider, an embedded work item: it contains no editable text. */
const isWhole = (node: Node | null | undefined) => Boolean(node?.isBlock && node.isAtom)

/** A change from the shared document or from another user's save, not typed here. */
const isOfOthers = (tr: Transaction) =>
  Boolean(tr.getMeta('y-sync$') || tr.getMeta('preventUpdate'))

const isEmptyLine = (node: Node | null | undefined) =>
  node?.type.name === 'paragraph' && node.content.size === 0

/** Replaces the empty line with the cursor, otherwise goes below the current block. */
function placeFor({ $from, to }: Selection, type: NodeType) {
  if ($from.depth === 0) return { from: to, to }
  const inside = $from.node(-1)
  const index = $from.index(-1)
  const fits = $from.parent.isTextblock && inside.canReplaceWith(index, index + 1, type)
  if (fits && $from.parent.content.size === 0) return { from: $from.before(), to: $from.after() }
  const after = fits ? $from.after() : $from.after(1)
  return { from: after, to: after }
}

/** With the cursor in a new line below the selected block; null if none is selected. */
function lineBelow({ selection, tr, schema }: EditorState) {
  const line = schema.nodes.paragraph?.create()
  if (!(selection instanceof NodeSelection) || !isWhole(selection.node) || !line) return null
  const { to, $to } = selection
  if (!isEmptyLine($to.nodeAfter)) {
    if (!$to.parent.canReplaceWith($to.index(), $to.index(), line.type)) return null
    tr.insert(to, line)
  }
  return tr.setSelection(TextSelection.create(tr.doc, to + 1)).scrollIntoView()
}

/**
 * Text typed or pasted while such a block is selected would replace it; it goes below instead. A
 * block at the end of the text gets an empty line below it from the client that inserts it. Other
 * clients do not add one, or a shared text would get one line per client.
 */
export const WholeBlocks = Extension.create({
  name: 'wholeBlocks',
  // Before the other handlers of Enter: they would insert the line above the first block of a text.
  priority: 200,

  addCommands() {
    return {
      insertWholeBlock:
        ({ type, attrs }) =>
        ({ tr, dispatch, state }) => {
          const block = state.schema.nodes[type]?.create(attrs)
          const line = state.schema.nodes.paragraph?.create()
          if (!block || !line) return false
          if (!dispatch) return true
          const place = placeFor(tr.selection, block.type)
          const hasLine = isEmptyLine(tr.doc.resolve(place.to).nodeAfter)
          tr.replaceWith(place.from, place.to, hasLine ? block : [block, line])
          const below = place.from + block.nodeSize + 1
          tr.setSelection(TextSelection.create(tr.doc, below)).scrollIntoView()
          return true
        },
    }
  },

  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) => {
        const tr = lineBelow(editor.state)
        if (tr) editor.view.dispatch(tr)
        return tr !== null
      },
    }
  },

  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          handleTextInput(view, _from, _to, text) {
            const tr = lineBelow(view.state)
            if (tr) view.dispatch(tr.insertText(text))
            return tr !== null
          },
          handlePaste(view) {
            const tr = lineBelow(view.state)
            if (tr) view.dispatch(tr)
            return false
          },
          handleDOMEvents: {
            compositionstart(view) {
              const tr = lineBelow(view.state)
              if (tr) view.dispatch(tr)
              return false
            },
          },
        },
        appendTransaction(transactions, before, { doc, tr, schema }) {
          const line = schema.nodes.paragraph?.create()
          const own = transactions.some((one) => one.docChanged && !isOfOthers(one))
          if (!line || !own || !isWhole(doc.lastChild) || isWhole(before.doc.lastChild)) return null
          return tr.insert(doc.content.size, line)
        },
      }),
    ]
  },
})
