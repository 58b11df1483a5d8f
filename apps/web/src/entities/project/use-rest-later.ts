import { startTransition, useEffect, useState } from 'react'

/** The first few at once, the rest when nothing else is to be done: nobody waits for the two hundredth. */
export function useRestLater<Item>(items: readonly Item[], few: number): readonly Item[] {
  const [all, setAll] = useState(false)
  const started = items.length > 0
  useEffect(() => {
    if (started) startTransition(() => setAll(true))
  }, [started])
  return all ? items : items.slice(0, few)
}
