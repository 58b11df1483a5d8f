import { useState } from 'react'
import { useCreateSticky, useStickies } from './hooks.ts'
import { useStickySearch } from './sticky-search.tsx'

/** The note to write on now, and the how many-th it is: asked for again it is gone into again. */
export interface Active {
  id: string
  turn: number
}

/** Notes wherever they are shown: looked for, read on, and one more of them. */
export function useStickyList(slug: string) {
  const { typed, setTyped, search } = useStickySearch()
  const list = useStickies(slug, search)
  const { create, busy } = useCreateSticky(slug)
  const [active, setActive] = useState<Active>()

  async function add() {
    const sticky = await create()
    if (!sticky) return
    // It is blank, and would not be among those that were found.
    setTyped('')
    setActive((last) => ({ id: sticky.id, turn: (last?.turn ?? 0) + 1 }))
  }

  return {
    ...list,
    search,
    searchProps: {
      value: typed,
      onChange(value: string) {
        setTyped(value)
        // A note that comes back into sight does not take the keys of who is looking.
        setActive(undefined)
      },
    },
    active,
    adding: busy,
    add: () => void add(),
  }
}
