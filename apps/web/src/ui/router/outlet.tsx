import {
  Component,
  type ComponentType,
  createContext,
  createElement,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
} from 'react'
import { useLocation, useShown } from './hooks.ts'
import { hrefOf } from './location.ts'
import type { To } from './paths.ts'
import { Pending } from './pending.tsx'
import { navigate } from './router.ts'

const Depth = createContext(-1)

interface BoundaryProps {
  page: number
  failure: ComponentType<{ error: unknown }> | undefined
  children: ReactNode
}

/** An error belongs to the page it occurred on: the next one is rendered anew. */
class Boundary extends Component<BoundaryProps, { page: number; error?: { thrown: unknown } }> {
  override state = { page: this.props.page }
  static getDerivedStateFromError = (thrown: unknown) => ({ error: { thrown } })
  static getDerivedStateFromProps = ({ page }: BoundaryProps, state: { page: number }) =>
    page === state.page ? null : { page, error: undefined }
  override render() {
    const { error } = this.state as { error?: { thrown: unknown } }
    const { failure, children } = this.props
    return error && failure ? createElement(failure, { error: error.thrown }) : children
  }
}

/** In a frame: the page, or the next frame around it. */
export function Outlet() {
  const depth = use(Depth) + 1
  const screen = useShown(({ levels }) => levels[depth])
  const failure = useShown(({ failures }) => failures[depth])
  const page = useShown((shown) => shown.page)
  // A change of the query renders only what reads it.
  const element = useMemo(() => screen && createElement(screen), [screen])
  return (
    <Depth value={depth}>
      <Suspense fallback={<Pending />}>
        <Boundary page={page} failure={failure}>
          {element}
        </Boundary>
      </Suspense>
    </Depth>
  )
}

/** The application: the page of the address. */
export function Pages() {
  const path = useShown((shown) => shown.path)
  const { hash } = useLocation()
  useLayoutEffect(() => {
    if (hash) document.getElementById(hash)?.scrollIntoView()
    else if (path !== undefined) window.scrollTo(0, 0)
  }, [path, hash])
  return <Outlet />
}

/** Opens another page as soon as it is rendered. */
export function Navigate<const P extends string>(target: To<P>) {
  const href = hrefOf(target)
  const { replace } = target
  useEffect(() => {
    void navigate({ to: href, replace })
  }, [href, replace])
  return null
}
