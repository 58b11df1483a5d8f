import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { session } from '#entities/account/hooks.ts'

/** Inside another site's page nobody is signed in, and nothing asks for it. */
export const isEmbedded = window.self !== window.top

/** The page one is on, as the public site's own door counts it. */
export function usePathHere() {
  const { pathname, searchStr } = useLocation()
  return pathname.replace(/^\/spaces/, '') + searchStr
}

/** Who looks at it: undefined until that is known, null when they are not signed in. */
export function useVisitor() {
  const { data: user } = useQuery(session)
  const next_path = usePathHere()
  return {
    user: isEmbedded ? null : user,
    signIn: `/spaces/?${new URLSearchParams({ next_path })}`,
  }
}
