import { type DateChange, workItemsApi } from '@cairn/contract'
import { call } from '#data/api.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { type Dates, toFields } from '#entities/timeline/geometry.ts'
import { changeShown, knownItem, shownIn } from '#entities/work-item-list/shown-items.ts'
import { undoOfChanges } from '#entities/work-item-list/undo-changes.ts'

interface DatesChange {
  project_id: string
  dates: ReadonlyMap<string, Dates>
}

const updatesOf = (dates: ReadonlyMap<string, Dates>): (DateChange & { id: string })[] =>
  [...dates].map(([id, now]) => ({ id, ...toFields(now) }))

/** Changes the dates of one or many items in one request: all or none. */
export const useChangeDates = (slug: string) =>
  useOptimisticMutation({
    query: () => shownIn(slug),
    send: ({ project_id, dates }: DatesChange) =>
      call(workItemsApi.changeDates, {
        params: { slug, project_id },
        body: { updates: updatesOf(dates) },
      }),
    apply: (shown, { dates }) =>
      updatesOf(dates).reduce(
        (before, { id, ...fields }) => changeShown(before, id, (item) => ({ ...item, ...fields })),
        shown,
      ),
    line: ({ project_id }) => `dates ${project_id}`,
    undo: ({ dates }) =>
      undoOfChanges(
        slug,
        updatesOf(dates).flatMap(({ id, ...patch }) => {
          const item = knownItem(slug, id)
          return item ? [{ item, patch }] : []
        }),
      ),
    failure: 'timeline.dates_not_saved',
  })
