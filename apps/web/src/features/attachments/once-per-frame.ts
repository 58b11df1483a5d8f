/** No screen shows more than one frame in 16 ms. */
const FRAME = 16

/** Passes at most one update per frame, and always the last. */
export function oncePerFrame(
  show: (share: number) => void,
  now: () => number = () => performance.now(),
) {
  let shown = Number.NEGATIVE_INFINITY
  return (share: number) => {
    const moment = now()
    if (moment - shown < FRAME && share < 1) return
    shown = moment
    show(share)
  }
}
