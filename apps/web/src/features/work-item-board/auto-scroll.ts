const EDGE = 64
const FASTEST = 18

/** Scroll speed at this distance from an edge; 0 away from it. */
const speedAt = (distance: number) =>
  distance >= EDGE ? 0 : Math.ceil(((EDGE - Math.max(distance, 0)) / EDGE) * FASTEST)

function scrollAt(scroller: Element, { x, y }: { x: number; y: number }) {
  const { top, right, bottom, left } = scroller.getBoundingClientRect()
  if (x < left || x > right || y < top || y > bottom) return
  scroller.scrollBy(speedAt(right - x) - speedAt(x - left), speedAt(bottom - y) - speedAt(y - top))
}

/**
 * During a drag: scrolls the area under the pointer when it is near an edge, also while the pointer
 * rests. Returns functions to report the pointer position and to stop.
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
