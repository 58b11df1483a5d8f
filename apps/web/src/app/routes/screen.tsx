import { lazyRouteComponent } from '@tanstack/react-router'
import { waitForNetwork } from '#ui/platform/wait-for-network.ts'
import { wholeStyle } from '#ui/platform/whole-style.ts'

/** A screen that is loaded when its URL is opened, and shown with the full stylesheet. */
export const screen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    const [part] = await Promise.all([load(), wholeStyle()])
    return part
  }, name)

/** Preloaded by `main.tsx`: showing that the server is down must not need the server. */
export const loadGates: () => Promise<typeof import('#entities/frame/gate-screens.tsx')> = () =>
  import('#entities/frame/gate-screens.tsx').catch(() => waitForNetwork().then(loadGates))

const Failure = screen(loadGates, 'FailureScreen')
const Missing = screen(loadGates, 'NotFound')
const MissingScreen = screen(loadGates, 'NotFoundScreen')

// Plain components: the router would load lazy ones together with the screens they replace.
export const FailureScreen: typeof Failure = (props) => <Failure {...props} />
export const NotFound = () => <Missing />
export const NotFoundScreen = () => <MissingScreen />
