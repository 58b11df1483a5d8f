import { useCallback, useMemo, useRef } from 'react'
import { useTabState } from '#ui/platform/tab-state.ts'
import { rangeBetween } from './selection.ts'

/** The items selected for a bulk action. */
export interface Selection {
  ids: ReadonlySet<string>
  /** With Shift: everything from the last one that was toggled to this one. */
  toggle: (id: string, range?: boolean) => void
  /** Selects a whole group if none of it is selected, else clears it. */
  toggleMany: (ids: readonly string[]) => void
  clear: () => void
}

const none: readonly string[] = []

/** `order`: the selectable ids, in screen order. Ids no longer in it are deselected. */
export function useSelection(order: readonly string[]): Selection {
  const [saved, setSaved] = useTabState('chosen', none)
  const chosen = useMemo((): ReadonlySet<string> => new Set(saved), [saved])
  const setChosen = useCallback(
    (change: (before: ReadonlySet<string>) => ReadonlySet<string>) =>
      setSaved((before) => [...change(new Set(before))]),
    [setSaved],
  )
  const last = useRef<string>(undefined)
  const latest = useRef(order)
  latest.current = order

  const ids = useMemo(() => {
    if (chosen.size === 0) return chosen
    const there = new Set(order)
    return new Set([...chosen].filter((id) => there.has(id)))
  }, [chosen, order])

  const toggle = useCallback(
    (id: string, range = false) => {
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
    },
    [setChosen],
  )

  const toggleMany = useCallback(
    (many: readonly string[]) => {
      setChosen((before) => {
        const isNone = !many.some((id) => before.has(id))
        const others = [...before].filter((id) => !many.includes(id))
        return new Set(isNone ? [...others, ...many] : others)
      })
    },
    [setChosen],
  )

  const clear = useCallback(() => {
    last.current = undefined
    setSaved(none)
  }, [setSaved])

  return useMemo(() => ({ ids, toggle, toggleMany, clear }), [ids, toggle, toggleMany, clear])
}
