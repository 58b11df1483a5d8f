import { useState } from 'react'

/** A set to tick things in and out of. */
export function useChosen(): [chosen: ReadonlySet<string>, toggle: (id: string) => void] {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  function toggle(id: string) {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  return [chosen, toggle]
}
