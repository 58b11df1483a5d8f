import { waitForNetwork } from '#ui/platform/wait-for-network.ts'
import { wholeStyle } from '#ui/platform/whole-style.ts'
import { lazyScreen } from '#ui/router/lazy-screen.ts'

/** A screen that is loaded when its address is opened, and shown with the full stylesheet. */
export const screen: typeof lazyScreen = (load, name) =>
  lazyScreen(async () => {
    const [part] = await Promise.all([load(), wholeStyle()])
    return part
  }, name)

/** Preloaded by `main.tsx`: showing that the server is down must not need the server. */
export const loadGates: () => Promise<typeof import('#entities/frame/gate-screens.tsx')> = () =>
  import('#entities/frame/gate-screens.tsx').catch(() => waitForNetwork().then(loadGates))

export const FailureScreen = screen<
  typeof import('#entities/frame/gate-screens.tsx'),
  { error: unknown }
>(loadGates, 'FailureScreen')
