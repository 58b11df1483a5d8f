import { useEffect, useState } from 'react'
import { type Guard, guards, latestLocation } from './router.ts'

interface Blocked {
  leave: () => void
  stay: () => void
}

/**
 * Asks before the page is left, in the application or with the browser. Undefined while nothing is
 * asked.
 */
export function useBlocker({ when, withinPage }: { when: boolean; withinPage: boolean }) {
  const [blocked, setBlocked] = useState<Blocked>()
  useEffect(() => {
    if (!when) return
    const { pathname } = latestLocation()
    const guard: Guard = async (next) => {
      if (!withinPage && next.pathname === pathname) return true
      const leaves = await new Promise<boolean>((resolve) =>
        setBlocked({ leave: () => resolve(true), stay: () => resolve(false) }),
      )
      setBlocked(undefined)
      return leaves
    }
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    guards.add(guard)
    addEventListener('beforeunload', warn)
    return () => {
      guards.delete(guard)
      removeEventListener('beforeunload', warn)
    }
  }, [when, withinPage])
  return blocked
}
