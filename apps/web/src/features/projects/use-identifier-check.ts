import { useEffect, useState } from 'react'
import { isIdentifierFree } from '#entities/project/change-hooks.ts'

type Answer = 'unknown' | 'free' | 'taken'

/** Asks the server whether the identifier is free, once typing pauses. */
export function useIdentifierCheck(slug: string, identifier: string): Answer {
  const [known, setKnown] = useState<{ identifier: string; free: boolean }>()
  useEffect(() => {
    if (!identifier) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      const free = await isIdentifierFree(slug, identifier, abort.signal).catch(() => undefined)
      if (free !== undefined && !abort.signal.aborted) setKnown({ identifier, free })
    }, 300)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [slug, identifier])
  if (known?.identifier !== identifier) return 'unknown'
  return known.free ? 'free' : 'taken'
}
