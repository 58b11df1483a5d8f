const RETRY_MS = 1_000

/** At once when the network comes back; otherwise a moment later, for a server that is starting again. */
export const waitForNetwork = () =>
  new Promise<void>((resolve) => {
    if (navigator.onLine) setTimeout(resolve, RETRY_MS)
    else addEventListener('online', () => resolve(), { once: true })
  })
