/** Runs it when the page is idle. Safari has no idle callback. */
export const whenQuiet: (action: () => void) => void =
  'requestIdleCallback' in globalThis
    ? (action) => requestIdleCallback(action, { timeout: 5_000 })
    : (action) => setTimeout(action, 1_500)
