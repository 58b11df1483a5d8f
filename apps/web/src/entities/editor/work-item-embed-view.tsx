import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { useContext } from 'react'
import { DrawEmbed, type Embed } from '#entities/rich-text/embeds.ts'

/** A work item while one writes: carried by any part of it that is not a link. */
export function WorkItemEmbedView({ node }: ReactNodeViewProps) {
  const draw = useContext(DrawEmbed)
  return (
    <NodeViewWrapper data-drag-handle contentEditable={false}>
      {draw?.(node.attrs as Embed)}
    </NodeViewWrapper>
  )
}
