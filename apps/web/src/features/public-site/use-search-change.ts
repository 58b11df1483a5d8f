import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

type Search = Record<string, unknown>

/**
 * Changes the search parameters of the current page: filters and the open item are part of the URL.
 */
export function useSearchChange() {
  const navigate = useNavigate()
  const router = useRouter()
  return useCallback(
    (change: (before: Search) => Search, { replace = false } = {}) => {
      const { pathname, search } = router.latestLocation
      const to: string = pathname
      void navigate({ to, search: change(search as Search), replace })
    },
    [navigate, router],
  )
}
