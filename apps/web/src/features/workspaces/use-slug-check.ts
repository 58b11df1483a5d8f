import { useEffect, useState } from 'react'
import { isSlugFree } from '#entities/workspace/change-hooks.ts'

type Answer = 'unknown' | 'checking' | 'free' | 'taken'

/** Asks the server whether a URL is free, once typing pauses. */
export function useSlugCheck(slug: string, isFree = isSlugFree): Answer {
  const [known, setKnown] = useState<{ slug: string; free: boolean }>()
  useEffect(() => {
    if (!slug) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      // If the check fails now, the server checks when the workspace is created.
      const free = await isFree(slug, abort.signal).catch(() => undefined)
      if (free !== undefined && !abort.signal.aborted) setKnown({ slug, free })
    }, 300)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [slug, isFree])
  if (!slug) return 'unknown'
  if (known?.slug !== slug) return 'checking'
  return known.free ? 'free' : 'taken'
}
