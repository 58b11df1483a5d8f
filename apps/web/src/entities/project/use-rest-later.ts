import { startTransition, useEffect, useState } from 'react'

/**
 * The first few at once, the rest when the browser is idle: no need to wait for the two hundredth.
 */
export function useRestLater<Item>(items: readonly Item[], few: number): readonly Item[] {
  const [all, setAll] = useState(false)
  const started = items.length > 0
  useEffect(() => {
    if (started) startTransition(() => setAll(true))
  }, [started])
  return all ? items : items.slice(0, few)
}
