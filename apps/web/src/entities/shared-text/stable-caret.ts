import { Plugin, TextSelection } from '@tiptap/pm/state'
import {
  type ProsemirrorBinding,
  relativePositionToAbsolutePosition,
  ySyncPluginKey,
} from '@tiptap/y-tiptap'
import {
  createAbsolutePositionFromRelativePosition,
  type RelativePosition,
  XmlElement,
  XmlFragment,
} from 'yjs'

type Binding = Pick<ProsemirrorBinding, 'doc' | 'type' | 'mapping'> & {
  beforeTransactionSelection: {
    type: string
    anchor: RelativePosition
    head: RelativePosition
  } | null
}

/** Whether a part of the text was not deleted. A moved block is deleted and inserted again. */
function isPresent(part: unknown, text: XmlFragment): boolean {
  for (let one = part; one !== text; ) {
    const parent: unknown = (one as { parent: unknown }).parent
    const isParent = parent instanceof XmlElement || parent instanceof XmlFragment
    if (!isParent || !parent.toArray().includes(one as XmlElement)) return false
    one = parent
  }
  return true
}

/** The position in the changed text, if the paragraph it was in is still there. */
function positionIn({ doc, type, mapping }: Binding, place: RelativePosition): number | null {
  const found = createAbsolutePositionFromRelativePosition(place, doc)
  if (!found || !isPresent(found.type, type)) return null
  return relativePositionToAbsolutePosition(doc, type, place, mapping)
}

/**
 * The caret stays between the same letters while others write. The binding assumes that a paragraph
 * whose text has changed was replaced, and moves the caret to another one with a similar text: the
 * next letters were inserted there.
 */
export const stableCaret = () =>
  new Plugin({
    appendTransaction(transactions, _, state) {
      const change = transactions.find((one) => one.getMeta(ySyncPluginKey)?.isChangeOrigin)
      const binding: Binding | undefined = ySyncPluginKey.getState(state)?.binding
      const caret = binding?.beforeTransactionSelection
      if (!change || !binding || caret?.type !== 'text') return null
      const [anchor, head] = [positionIn(binding, caret.anchor), positionIn(binding, caret.head)]
      if (anchor === null || head === null) return null
      const { doc, tr, selection } = state
      const stable = TextSelection.between(doc.resolve(anchor), doc.resolve(head))
      if (stable.eq(selection)) return null
      return tr.setSelection(stable).setMeta(ySyncPluginKey, change.getMeta(ySyncPluginKey))
    },
  })
