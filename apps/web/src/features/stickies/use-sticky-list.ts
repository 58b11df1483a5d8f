import { useState } from 'react'
import { awaitField } from '#ui/controls/typed-ahead.tsx'
import { useCreateSticky, useStickies } from './hooks.ts'
import { useStickySearch } from './sticky-search.tsx'

/** The note to edit, and how often that was requested: a new request focuses it again. */
export interface Active {
  id: string
  turn: number
}

/** The notes of a view, with search, paging and adding. */
export function useStickyList(slug: string) {
  const { typed, setTyped, search } = useStickySearch()
  const list = useStickies(slug, search)
  const { create } = useCreateSticky(slug)
  const [active, setActive] = useState<Active>()

  async function add() {
    // Text typed from now on goes to the note.
    awaitField()
    const sticky = await create()
    if (!sticky) return
    // The new note is blank, so the search would not find it.
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
        // A note that reappears must not take the focus from the search field.
        setActive(undefined)
      },
    },
    active,
    add: () => void add(),
  }
}
