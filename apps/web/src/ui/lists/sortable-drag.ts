import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import {
  attachInstruction,
  extractInstruction,
} from '@atlaskit/pragmatic-drag-and-drop-hitbox/list-item'
import { showPreview } from './drag-preview.ts'
import type { Drop, DropSide } from './sortable.ts'

export interface AttachedZone {
  kind: string
  mayDrop: (dragged: string, place: DropSide) => boolean
  onOver: (drop: Drop | undefined) => void
  onDrop: (dragged: string, place: DropSide) => void
}

export interface Attached extends AttachedZone {
  id: string
  /** Whether other elements can be dropped into it. */
  nests: boolean
  axis: 'vertical' | 'horizontal'
  onDragging: (dragging: boolean) => void
}

type Data = Record<string | symbol, unknown>

const places = {
  'reorder-before': 'before',
  'reorder-after': 'after',
  combine: 'inside',
} as const

/** Makes an element draggable by its handle, and a drop target for others. */
export function attachSortable(
  element: HTMLElement,
  handle: HTMLElement | null,
  read: () => Attached,
) {
  const isOfKind = (data: Data) => data.kind === read().kind
  const dropOf = (self: Data, dragged: Data): Drop | undefined => {
    const instruction = extractInstruction(self)
    if (!instruction || dragged.id === self.id) return undefined
    return { place: places[instruction.operation], blocked: instruction.blocked }
  }
  return combine(
    draggable({
      element,
      dragHandle: handle ?? undefined,
      getInitialData: () => ({ kind: read().kind, id: read().id }),
      onGenerateDragPreview: ({ nativeSetDragImage }) => showPreview(element, nativeSetDragImage),
      onDragStart: () => read().onDragging(true),
      onDrop: () => read().onDragging(false),
    }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => isOfKind(source.data),
      getData: ({ input, source }) => {
        const { id, nests, axis, mayDrop } = read()
        const offered = (place: DropSide) =>
          mayDrop(String(source.data.id), place) ? 'available' : 'blocked'
        return attachInstruction(
          { id },
          {
            element,
            input,
            axis,
            operations: {
              'reorder-before': offered('before'),
              'reorder-after': offered('after'),
              combine: nests ? offered('inside') : 'not-available',
            },
          },
        )
      },
      onDrag: ({ self, source, location }) => {
        const innermost = location.current.dropTargets[0]?.element === element
        read().onOver(innermost ? dropOf(self.data, source.data) : undefined)
      },
      onDragLeave: () => read().onOver(undefined),
      onDrop: ({ self, source, location }) => {
        read().onOver(undefined)
        if (location.current.dropTargets[0]?.element !== element) return
        const drop = dropOf(self.data, source.data)
        if (drop && !drop.blocked) read().onDrop(String(source.data.id), drop.place)
      },
    }),
  )
}

/** Makes an element, such as an empty list, a drop target. */
export function attachDropZone(element: HTMLElement, read: () => AttachedZone) {
  const dropOf = (dragged: unknown): Drop => ({
    place: 'inside',
    blocked: !read().mayDrop(String(dragged), 'inside'),
  })
  return dropTargetForElements({
    element,
    canDrop: ({ source }) => source.data.kind === read().kind,
    onDrag: ({ source, location }) => {
      const innermost = location.current.dropTargets[0]?.element === element
      read().onOver(innermost ? dropOf(source.data.id) : undefined)
    },
    onDragLeave: () => read().onOver(undefined),
    onDrop: ({ source, location }) => {
      read().onOver(undefined)
      if (location.current.dropTargets[0]?.element !== element) return
      if (!dropOf(source.data.id).blocked) read().onDrop(String(source.data.id), 'inside')
    },
  })
}
