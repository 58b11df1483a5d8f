/** Runs it when the page has nothing else to do. Safari has no idle callback. */
export const whenQuiet: (deed: () => void) => void =
  'requestIdleCallback' in globalThis
    ? (deed) => requestIdleCallback(deed, { timeout: 5_000 })
    : (deed) => setTimeout(deed, 1_500)
