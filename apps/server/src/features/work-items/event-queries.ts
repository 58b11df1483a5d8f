import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { EmittedItem } from '#kernel/events/stream.ts'
import { emittedChildren } from '#product/child-count-queries.ts'
import { isoMoment } from '#product/lite-shape-queries.ts'
import { inProject } from '#product/scope-queries.ts'
import { rowColumns } from './queries.ts'

/**
 * The current state of the item of an event, `events as e`. Null if the item left the project,
 * which has its own event, or is in intake, where lists never showed it.
 */
const words = sql<string | null>`(
  select jsonb_build_object('type', e.type, 'work_item', to_jsonb(item) || jsonb_build_object(
    'created_at', ${isoMoment(sql`item.created_at`)}, 'updated_at', ${isoMoment(sql`item.updated_at`)},
    'completed_at', ${isoMoment(sql`item.completed_at`)}))::text
  from (
    select ${rowColumns({ counts: 'all' })} from work_items i join states s on s.id = i.state_id
    where i.id = e.work_item_id and i.project_id = e.project_id and i.deleted_at is null
      and not i.in_triage
  ) as item
)`

export const emittedItem: EmittedItem = { words, children: emittedChildren }

/** Those of these items that are not in intake, in the form `emitSaved` takes. */
export const savedItems = (
  member: Pick<ProjectMember, 'project_id'>,
  ids: readonly string[],
) => sql`(
    select i.id, i.created_by from work_items i
    where i.id = any(${[...ids]}::uuid[]) and ${inProject(member, 'i')} and not i.in_triage
  )`
