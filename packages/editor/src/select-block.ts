import { Extension } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'

/** Select all: first the current block, then everything. */
export const SelectBlock = Extension.create({
  name: 'selectBlock',

  addKeyboardShortcuts() {
    return {
      'Mod-a': () => {
        const { state, view } = this.editor
        const { $from, $to } = state.selection
        if (!$from.sameParent($to) || !$from.parent.isTextblock) return false
        const [start, end] = [$from.start(), $from.end()]
        if (start === end || ($from.pos === start && $to.pos === end)) return false
        view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, start, end)))
        return true
      },
    }
  },
})
