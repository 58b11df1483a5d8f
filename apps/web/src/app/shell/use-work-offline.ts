import { useEffect } from 'react'
import { useMe } from '#entities/account/hooks.ts'
import { whenQuiet } from '#ui/platform/when-quiet.ts'

// After everything a first click may open.
const AFTER = 4_000

async function begin(user_id: string) {
  const { workOffline } = await import('#data/work-offline.ts')
  await workOffline(user_id)
}

/** What is seen here is there again without a network. In development nothing stands still enough. */
export function useWorkOffline() {
  const { id } = useMe()
  useEffect(() => {
    if (!import.meta.env.PROD) return
    const timer = setTimeout(() => whenQuiet(() => void begin(id).catch(() => undefined)), AFTER)
    return () => clearTimeout(timer)
  }, [id])
}
