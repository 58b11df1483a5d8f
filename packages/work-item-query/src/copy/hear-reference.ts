import type { LiveEvent } from '@cairn/contract'
import type { CopyDatabase } from './copy-database.ts'
import type { Reference, ReferenceRow } from './feed.ts'
import { putReference, removeReference } from './workspace-sync.ts'

type News = { table: Reference } & ({ row: ReferenceRow } | { gone: string })

function newsIn(event: LiveEvent): News[] {
  switch (event.type) {
    case 'state.saved':
      return [{ table: 'states', row: event.state }]
    case 'state.removed':
      return [{ table: 'states', gone: event.id }]
    case 'label.saved':
      return [{ table: 'labels', row: event.label }]
    case 'module.saved':
      // An archived module has no items.
      if (event.module.archived_at) return [{ table: 'modules', gone: event.module.id }]
      return [{ table: 'modules', row: event.module }]
    case 'module.removed':
      return [{ table: 'modules', gone: event.id }]
    case 'cycle.saved':
      return [{ table: 'cycles', row: event.cycle }]
    case 'cycle.removed':
      return [{ table: 'cycles', gone: event.id }]
    case 'estimate.saved':
      return event.estimate.points.map((row) => ({ table: 'estimate_points', row }))
    case 'workspace_member.saved':
      return [{ table: 'members', row: event.workspace_member.member }]
    default:
      return []
  }
}

/** Updates names, groups and positions from an event. */
export function hearReference(db: CopyDatabase, event: LiveEvent) {
  for (const { table, ...news } of newsIn(event)) {
    if ('row' in news) putReference(db, table, news.row)
    else removeReference(db, table, news.gone)
  }
}

/** The project in which many items may have changed without an event for each. */
export function projectOfMany(event: LiveEvent): string | undefined {
  switch (event.type) {
    case 'work_item.many_saved':
    case 'label.removed':
    case 'module.removed':
    case 'cycle.removed':
    case 'estimate.removed':
    case 'project_member.removed':
      return event.project_id
    case 'project_member.saved':
      return event.project_member.project
    case 'module.saved':
      return event.module.project_id
    case 'estimate.saved':
      return event.estimate.project
    default:
      return undefined
  }
}
