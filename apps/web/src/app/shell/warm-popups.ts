import { useEffect } from 'react'
import { whenQuiet } from '#ui/platform/when-quiet.ts'

async function warm() {
  const { loadPopups } = await import('./load-popups.ts')
  await loadPopups()
}

// The first screen comes first: waiting for its data looks quiet, too.
const AFTER = 3_000

/** Loads popups once the page is idle. */
export function useWarmPopups() {
  useEffect(() => {
    const timer = setTimeout(() => whenQuiet(() => void warm().catch(() => undefined)), AFTER)
    return () => clearTimeout(timer)
  }, [])
}
