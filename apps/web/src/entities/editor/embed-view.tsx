import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { useContext } from 'react'
import { DrawEmbed, type Embed } from '#entities/rich-text/embeds.ts'

/** A work item or page in the editor: dragged by any part that is not a link. */
export function EmbedView({ node }: ReactNodeViewProps) {
  const draw = useContext(DrawEmbed)
  const kind = node.type.name === 'pageEmbed' ? ({ kind: 'page' } as const) : {}
  return (
    <NodeViewWrapper data-drag-handle contentEditable={false}>
      {draw?.({ ...(node.attrs as Embed), ...kind })}
    </NodeViewWrapper>
  )
}
