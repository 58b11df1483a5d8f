import { useState } from 'react'
import { useMe } from '#entities/account/hooks.ts'
import type { ListContext } from './list-context.ts'
import { type Folds, readLocal, writeLocal } from './local-settings.ts'

type Kind = keyof Folds

/** Collapsed groups (and lanes), stored per user and list; the board and the list share it. */
export function useFolds(context: ListContext) {
  const { id: me } = useMe()
  const [folds, setFolds] = useState((): Folds => {
    const stored = readLocal(context, me).kanban_filters
    return { group_by: stored?.group_by ?? [], sub_group_by: stored?.sub_group_by ?? [] }
  })
  function toggle(id: string, kind: Kind = 'group_by') {
    const others = folds[kind].filter((one) => one !== id)
    const next = { ...folds, [kind]: others.length < folds[kind].length ? others : [...others, id] }
    writeLocal(context, me, { kanban_filters: next })
    setFolds(next)
  }
  return { folded: new Set(folds.group_by), foldedLanes: new Set(folds.sub_group_by), toggle }
}
