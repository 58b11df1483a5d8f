import { workItemsApi } from '@cairn/contract'
import { ApiError, call } from '#data/api.ts'
import { mustFollow } from '#data/outbox-state.ts'
import {
  isAway,
  mutateOptimistically,
  type OptimisticMutation,
} from '#data/use-optimistic-mutation.ts'
import { type Dates, toFields } from '#entities/timeline/geometry.ts'
import {
  changeShown,
  knownItem,
  type Shown,
  shownIn,
} from '#entities/work-item-list/shown-items.ts'
import { undoOfChanges } from '#entities/work-item-list/undo-changes.ts'
import { changeWorkItem } from '#entities/work-item-list/use-item-actions.ts'

interface DatesChange {
  project_id: string
  dates: ReadonlyMap<string, Dates>
}

const updatesOf = ({ dates }: DatesChange) =>
  [...dates].map(([id, now]) => ({ id, ...toFields(now) }))

/** The items as they are shown before the change. */
const changesOf = (slug: string, change: DatesChange) =>
  updatesOf(change).flatMap(({ id, ...patch }) => {
    const item = knownItem(slug, id)
    return item ? [{ item, patch }] : []
  })

const changingDates = (slug: string): OptimisticMutation<Shown, DatesChange, unknown> => ({
  query: () => shownIn(slug),
  send: (change) =>
    call(workItemsApi.changeDates, {
      params: { slug, project_id: change.project_id },
      body: { updates: updatesOf(change) },
    }),
  apply: (shown, change) =>
    updatesOf(change).reduce(
      (before, { id, ...fields }) => changeShown(before, id, (item) => ({ ...item, ...fields })),
      shown,
    ),
  line: ({ project_id }) => `dates ${project_id}`,
  undo: (change) => undoOfChanges(slug, changesOf(slug, change)),
  failure: 'timeline.dates_not_saved',
})

/**
 * Changes the dates of items of a project in one request: all or none. Without a network each item
 * is a stored change of its own, in one line with its other changes, and is accepted or refused by
 * itself.
 */
export function changeDates(slug: string, change: DatesChange) {
  const changes = changesOf(slug, change)
  const separately = () => {
    for (const one of changes) void changeWorkItem(slug, one)
    return true
  }
  if (isAway() || changes.some(({ item: { id } }) => mustFollow(id, id))) return void separately()
  const onFailure = (error: unknown) =>
    error instanceof ApiError && error.status === 0 && separately()
  void mutateOptimistically(changingDates(slug), change, { onFailure })
}
