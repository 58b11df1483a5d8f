import { useEffect } from 'react'
import { useMe } from '#entities/account/hooks.ts'
import { whenQuiet } from '#ui/platform/when-quiet.ts'

// After everything the first click may open is loaded.
const AFTER = 4_000

async function start(user_id: string) {
  const { startOffline } = await import('./start-offline.ts')
  await startOffline(user_id)
}

/**
 * Caches what the user sees for use without a network. Not in development, where files change too
 * often.
 */
export function useWorkOffline() {
  const { id } = useMe()
  useEffect(() => {
    if (!import.meta.env.PROD) return
    const timer = setTimeout(() => whenQuiet(() => void start(id).catch(() => undefined)), AFTER)
    return () => clearTimeout(timer)
  }, [id])
}
