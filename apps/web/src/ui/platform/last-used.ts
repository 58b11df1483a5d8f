/**
 * Whether the pointer moved after the last focus change: keys then apply to the element under it.
 */
let pointerLast = false
let place = ''

function handleMove({ screenX, screenY }: PointerEvent) {
  // Scrolling under a resting pointer fires pointermove, too.
  const now = `${screenX} ${screenY}`
  if (now !== place) pointerLast = true
  place = now
}

addEventListener('pointermove', handleMove, { passive: true, capture: true })
addEventListener('focusin', () => {
  pointerLast = false
})

const pointedAt = () => [...document.querySelectorAll<HTMLElement>(':hover')].at(-1)

/** The focused and the hovered element, the one used last first. */
export function underHand(): HTMLElement[] {
  const { activeElement } = document
  const focused = activeElement instanceof HTMLElement ? activeElement : undefined
  const both = [focused, pointedAt()]
  return (pointerLast ? both.reverse() : both).filter((one) => one !== undefined)
}
