import type { WorkItem } from '@cairn/contract'
import { useMemo } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import {
  conflicts,
  type Dependency,
  dependenciesOf,
  type Placed,
} from '#entities/timeline/dependencies.ts'
import { blockOf, datesOf, ROW, type Scale } from '#entities/timeline/geometry.ts'
import type { Linking, Preview } from '#entities/timeline/use-gestures.ts'
import {
  addingRelations,
  endOf,
  removingRelations,
} from '#entities/work-item-list/change-relations.ts'
import type { ListReferences } from '#entities/work-item-list/references.tsx'
import type { Arrow } from './dependency-lines.tsx'

interface Arrows {
  slug: string
  items: readonly WorkItem[]
  byId: ReadonlyMap<string, WorkItem>
  references: ListReferences
  canChange: (item: WorkItem) => boolean
}

interface Drawn {
  scale: Scale
  preview: Preview
  linking: Linking | undefined
}

/**
 * Dependencies of the loaded items, as arrows between the visible blocks; adds and removes them.
 */
export function useArrows({ slug, items, byId, references, canChange }: Arrows) {
  const { t } = useTranslation()
  const add = useOptimisticMutation({
    ...addingRelations(slug),
    failure: 'timeline.dependency_not_added',
  })
  const drop = useOptimisticMutation({
    ...removingRelations(slug),
    failure: 'timeline.dependency_not_removed',
  })
  const dependencies = useMemo(
    () =>
      dependenciesOf(items).filter(
        ({ blocker, blocked }) => byId.has(blocker) && byId.has(blocked),
      ),
    [items, byId],
  )
  const rowOf = useMemo(() => new Map(items.map(({ id }, row) => [id, row])), [items])

  const nameOf = ({ project_id, sequence_id }: WorkItem) =>
    `${references.projects.get(project_id)?.identifier ?? ''}-${sequence_id}`

  function change(action: typeof add, { blocker, blocked }: Dependency) {
    const waitedFor = byId.get(blocker)
    const waiting = byId.get(blocked)
    if (!waitedFor || !waiting) return
    action.mutate({ own: endOf(waitedFor), type: 'blocking', others: [endOf(waiting)] })
  }

  /** The arrows that cross the rendered rows; pixels are relative to the first of these. */
  function between(first: number, last: number, { scale, preview, linking }: Drawn) {
    const datesNow = (item: WorkItem) => preview.get(item.id) ?? datesOf(item)
    const placed = (item: WorkItem): Placed | undefined => {
      const block = blockOf(datesNow(item), scale)
      const row = rowOf.get(item.id)
      return block && row !== undefined ? { block, row: row - first } : undefined
    }
    const arrows = dependencies.flatMap((dependency): Arrow[] => {
      const [from, to] = [rowOf.get(dependency.blocker) ?? 0, rowOf.get(dependency.blocked) ?? 0]
      if (Math.max(from, to) < first || Math.min(from, to) > last) return []
      const waitedFor = byId.get(dependency.blocker)
      const waiting = byId.get(dependency.blocked)
      const blocker = waitedFor && placed(waitedFor)
      const blocked = waiting && placed(waiting)
      if (!blocker || !blocked) return []
      return [
        {
          dependency,
          blocker,
          blocked,
          conflict: conflicts(datesNow(waitedFor), datesNow(waiting)),
          label: t('timeline.blocks', { blocker: nameOf(waitedFor), blocked: nameOf(waiting) }),
          canRemove: canChange(waiting) && canChange(waitedFor),
        },
      ]
    })
    const source = linking && byId.get(linking.from)
    return { arrows, draft: linking && source && draftOf(linking, placed(source), first) }
  }

  return {
    dependencies,
    between,
    link: (from: WorkItem, to: WorkItem, side: 'start' | 'due') =>
      change(
        add,
        side === 'due'
          ? { blocker: from.id, blocked: to.id }
          : { blocker: to.id, blocked: from.id },
      ),
    remove: (dependency: Dependency) => change(drop, dependency),
  }
}

/** Always from the blocking to the blocked item, whichever end it is drawn from. */
function draftOf({ side, x, y }: Linking, source: Placed | undefined, first: number) {
  if (!source) return undefined
  const { block, row } = source
  const pointer = { x, y: y - first * ROW }
  const own = { x: side === 'due' ? block.left + block.width : block.left, y: (row + 0.5) * ROW }
  return side === 'due' ? { from: own, to: pointer } : { from: pointer, to: own }
}
