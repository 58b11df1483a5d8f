import { useQuery } from '@tanstack/react-query'
import { session } from '#entities/account/hooks.ts'
import { useLocation } from '#ui/router/hooks.ts'

/** Inside an iframe of another site visitors are anonymous and not asked to sign in. */
export const isEmbedded = window.self !== window.top

/** The current path, relative to the public site. */
export function usePathHere() {
  const { pathname, searchStr } = useLocation()
  return pathname.replace(/^\/spaces/, '') + searchStr
}

/** The visitor: undefined while loading, null if not signed in. */
export function useVisitor() {
  const { data: user } = useQuery(session)
  const next_path = usePathHere()
  return {
    user: isEmbedded ? null : user,
    signIn: `/spaces/?${new URLSearchParams({ next_path })}`,
  }
}
