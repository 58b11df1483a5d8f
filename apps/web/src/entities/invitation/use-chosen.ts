import { useState } from 'react'

/** A set of selected ids with a toggle. */
export function useChosen(): [chosen: ReadonlySet<string>, toggle: (id: string) => void] {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  function toggle(id: string) {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  return [chosen, toggle]
}
