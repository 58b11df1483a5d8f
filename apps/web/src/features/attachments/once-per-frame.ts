/** No screen shows more than one picture in 16 ms. */
const FRAME = 16

/** Lets through what can be seen, and always the end. */
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
