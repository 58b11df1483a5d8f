import { lazy as reactLazy } from 'react'
import { waitForNetwork } from './wait-for-network.ts'
import { wholeStyle } from './whole-style.ts'

/**
 * `lazy` for unreliable networks: a part that cannot be loaded now is retried later, without an
 * error. The page has only the styles of its first screens: the part is shown when the rest is
 * loaded.
 */
export const lazy: typeof reactLazy = (load) =>
  reactLazy(async () => {
    const [part] = await Promise.all([
      load().catch(() => waitForNetwork().then(load)),
      wholeStyle(),
    ])
    return part
  })
