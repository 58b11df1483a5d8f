import { lazy as reactLazy } from 'react'

const RETRY_MS = 1_000

/** At once when the network comes back; otherwise a moment later, for a server that is starting again. */
const betterTimes = () =>
  new Promise<void>((resolve) => {
    if (navigator.onLine) setTimeout(resolve, RETRY_MS)
    else addEventListener('online', () => resolve(), { once: true })
  })

/** `lazy` for a world with tunnels: a part that cannot be loaded now is waited for, and breaks nothing. */
export const lazy: typeof reactLazy = (load) =>
  reactLazy(() => load().catch(() => betterTimes().then(load)))
