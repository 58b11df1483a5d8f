// Screens that do not report being rendered count as rendered after this time; slow lists get
// longer.
const MAX_MS = 3_000
const MAX_LIST_MS = 10_000

const drawn = Promise.withResolvers<void>()
let last = setTimeout(drawn.resolve, MAX_MS)
let waits = false

/** Called by a list that is loading: the first screen is complete only with its rows. */
export const firstScreenWaits = () => {
  if (waits) return
  waits = true
  clearTimeout(last)
  last = setTimeout(drawn.resolve, MAX_LIST_MS)
}

/**
 * Called by a list when its first rows are rendered. They are painted before anything else starts.
 */
export const firstScreenIsDrawn = () => requestAnimationFrame(() => setTimeout(drawn.resolve))

/** Called when a screen is first shown. */
export const screenIsShown = () => {
  if (!waits) firstScreenIsDrawn()
}

/** For code not needed by the first screen: it must not compete with it for the network. */
export const afterFirstScreen = () => drawn.promise
