const EDGE = 64
const FASTEST = 18

/** How fast to scroll on at this distance from an edge; nothing away from it. */
const speedAt = (distance: number) =>
  distance >= EDGE ? 0 : Math.ceil(((EDGE - Math.max(distance, 0)) / EDGE) * FASTEST)

function scrollAt(scroller: Element, { x, y }: { x: number; y: number }) {
  const { top, right, bottom, left } = scroller.getBoundingClientRect()
  if (x < left || x > right || y < top || y > bottom) return
  scroller.scrollBy(speedAt(right - x) - speedAt(x - left), speedAt(bottom - y) - speedAt(y - top))
}

/**
 * While something is carried: scrolls what lies under the pointer when it is near an edge, also while
 * the pointer rests there. Returns where to say where the pointer is, and how to stop.
 */
export function startAutoScroll(board: HTMLElement) {
  let pointer: { x: number; y: number } | undefined
  let frame = requestAnimationFrame(step)

  function step() {
    frame = requestAnimationFrame(step)
    if (!pointer) return
    const under = document.elementFromPoint(pointer.x, pointer.y)
    const well = under?.closest('[data-scroller]')
    if (well && board.contains(well)) scrollAt(well, pointer)
    if (well !== board) scrollAt(board, pointer)
  }
  return {
    move: (x: number, y: number) => {
      pointer = { x, y }
    },
    stop: () => cancelAnimationFrame(frame),
  }
}
