import { useSyncExternalStore } from 'react'
import type { Search } from './location.ts'
import type { AllParams, From, Params } from './paths.ts'
import { getShown, type Shown, subscribe } from './router.ts'

/** `select` returns what is in it already, not a new object. */
export const useShown = <Value>(select: (shown: Shown) => Value): Value =>
  useSyncExternalStore(subscribe, () => select(getShown()))

export const useLocation = () => useShown(({ location }) => location)

/** Unlike `useLocation`, not for every change of the query. */
export const usePathname = () => useShown(({ location }) => location.pathname)

/** The parameters of the page's path; without it, those of any page. */
export function useParams<const P extends string>(from: From<P> & P): Params<P>
export function useParams(): AllParams
export function useParams() {
  return useShown(({ params }) => params)
}

/** The query of the page. */
export const useSearch = (): Search => useShown(({ search }) => search)

/** One parameter of the query. */
export const useSearchValue = (name: string) => useShown(({ search }) => search[name])
