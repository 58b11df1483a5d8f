import {
  type RelatedItem,
  relationsApi,
  type WorkItem,
  type WorkItemWithRelations,
} from '@cairn/contract'
import { call } from '#data/api.ts'
import { type QueryOf, useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import type { Dependency } from '#entities/timeline/dependencies.ts'
import { changeShown, type Shown, shownIn } from '#entities/work-item-list/shown-items.ts'

interface DependencyChange extends Dependency {
  /** The waiting item, as in its relations. */
  waiting: WorkItem
  waitedFor: WorkItem
}

/** Timeline rows contain relations; other lists show none. */
const withRelation =
  (other: WorkItem, side: 'issue_relation' | 'issue_related') =>
  (item: WorkItem): WorkItem => {
    const row: WorkItemWithRelations = item
    const known = row[side]
    if (!known || known.some(({ id }) => id === other.id)) return item
    const related: RelatedItem = { ...other, relation_type: 'blocked_by' }
    return { ...item, [side]: [...known, related] } as WorkItem
  }

const withoutRelation =
  (id: string, side: 'issue_relation' | 'issue_related') =>
  (item: WorkItem): WorkItem => {
    const row: WorkItemWithRelations = item
    const known = row[side]
    return known ? ({ ...item, [side]: known.filter((one) => one.id !== id) } as WorkItem) : item
  }

const queries = (slug: string) => (): QueryOf<Shown>[] => shownIn(slug)

/** Makes one item wait for another. */
export const useAddDependency = (slug: string) =>
  useOptimisticMutation({
    query: queries(slug),
    send: ({ waitedFor: { project_id }, blocker, blocked }: DependencyChange) =>
      call(relationsApi.create, {
        params: { slug, project_id, id: blocker },
        body: { relation_type: 'blocking', issues: [blocked] },
      }),
    apply: (shown, { blocker, blocked, waiting, waitedFor }) =>
      changeShown(
        changeShown(shown, blocked, withRelation(waitedFor, 'issue_relation')),
        blocker,
        withRelation(waiting, 'issue_related'),
      ),
    failure: 'timeline.dependency_not_added',
  })

export const useRemoveDependency = (slug: string) =>
  useOptimisticMutation({
    query: queries(slug),
    send: ({ waiting: { project_id }, blocker, blocked }: DependencyChange) =>
      call(relationsApi.remove, {
        params: { slug, project_id, id: blocked },
        body: { relation_type: 'blocked_by', related_issue: blocker },
      }),
    apply: (shown, { blocker, blocked }) =>
      changeShown(
        changeShown(shown, blocked, withoutRelation(blocker, 'issue_relation')),
        blocker,
        withoutRelation(blocked, 'issue_related'),
      ),
    failure: 'timeline.dependency_not_removed',
  })
