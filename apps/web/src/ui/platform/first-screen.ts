// Screens that do not say when they are drawn are drawn by then; a slow server is waited for longer.
const MAX_MS = 3_000
const MAX_LIST_MS = 10_000

const drawn = Promise.withResolvers<void>()
let last = setTimeout(drawn.resolve, MAX_MS)
let waits = false

/** Said by a list that is about to come: the screen is drawn with its rows, not before. */
export const firstScreenWaits = () => {
  if (waits) return
  waits = true
  clearTimeout(last)
  last = setTimeout(drawn.resolve, MAX_LIST_MS)
}

/** Said by a list when its first rows stand. They are painted before anything else begins. */
export const firstScreenIsDrawn = () => requestAnimationFrame(() => setTimeout(drawn.resolve))

/** Said when a screen stands where nothing stood. */
export const screenIsShown = () => {
  if (!waits) firstScreenIsDrawn()
}

/** For what nobody needs to see the first screen: it does not compete with it for the network. */
export const afterFirstScreen = () => drawn.promise
