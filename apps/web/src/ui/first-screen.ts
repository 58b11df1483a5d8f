// Screens that do not say when they are drawn are drawn by then.
const LONGEST_MS = 1_500

const drawn = Promise.withResolvers<void>()
setTimeout(drawn.resolve, LONGEST_MS)

/** Said by a list when its first rows stand. */
export const firstScreenIsDrawn = () => drawn.resolve()

/** For what nobody needs to see the first screen: it does not compete with it for the network. */
export const afterFirstScreen = () => drawn.promise
