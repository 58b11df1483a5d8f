import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

type Search = Record<string, unknown>

/** Another search on the page one is on: what is filtered and opened is part of its address. */
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
