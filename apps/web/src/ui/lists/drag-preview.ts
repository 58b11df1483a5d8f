import { pointerOutsideOfPreview } from '@atlaskit/pragmatic-drag-and-drop/element/pointer-outside-of-preview'
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview'

/** A slightly tilted copy of the element under the pointer. */
export function showPreview(
  element: HTMLElement,
  nativeSetDragImage: Parameters<typeof setCustomNativeDragPreview>[0]['nativeSetDragImage'],
) {
  setCustomNativeDragPreview({
    nativeSetDragImage,
    getOffset: pointerOutsideOfPreview({ x: '12px', y: '8px' }),
    render({ container }) {
      const copy = element.cloneNode(true) as HTMLElement
      copy.style.width = `${Math.min(element.offsetWidth, 420)}px`
      copy.classList.add(
        ...['rotate-[1.5deg]', 'overflow-hidden', 'rounded-md', 'border'],
        ...['border-accent', 'bg-raised', 'shadow-lift-4'],
      )
      container.append(copy)
    },
  })
}
