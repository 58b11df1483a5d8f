import { useCallback, useMemo, useRef, useState } from 'react'
import { rangeBetween } from './selection.ts'

/** The items selected for a bulk action. */
export interface Selection {
  ids: ReadonlySet<string>
  /** With Shift: everything from the last one that was toggled to this one. */
  toggle: (id: string, range?: boolean) => void
  /** All of a group when none of it is chosen, else none. */
  toggleMany: (ids: readonly string[]) => void
  clear: () => void
}

/** `order`: the ids that can be chosen, as they stand on the screen. What leaves it is not chosen any more. */
export function useSelection(order: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  const latest = useRef(order)
  latest.current = order

  const ids = useMemo(() => {
    if (chosen.size === 0) return chosen
    const there = new Set(order)
    return new Set([...chosen].filter((id) => there.has(id)))
  }, [chosen, order])

  const toggle = useCallback((id: string, range = false) => {
    const from = range ? last.current : undefined
    const reach = from === undefined ? [id] : rangeBetween(latest.current, from, id)
    last.current = id
    setChosen((before) => {
      const next = new Set(before)
      const on = !before.has(id)
      for (const one of reach) {
        if (on) next.add(one)
        else next.delete(one)
      }
      return next
    })
  }, [])

  const toggleMany = useCallback((many: readonly string[]) => {
    setChosen((before) => {
      const none = !many.some((id) => before.has(id))
      const others = [...before].filter((id) => !many.includes(id))
      return new Set(none ? [...others, ...many] : others)
    })
  }, [])

  const clear = useCallback(() => {
    last.current = undefined
    setChosen(new Set())
  }, [])

  return useMemo(() => ({ ids, toggle, toggleMany, clear }), [ids, toggle, toggleMany, clear])
}
