import { type RawBuilder, sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { EmittedItem } from '#kernel/events/stream.ts'
import { emittedChildren } from '#product/child-count-queries.ts'
import { inProject } from '#product/scope-queries.ts'
import { rowColumns } from './queries.ts'

/** As the driver writes moments. */
const iso = (moment: RawBuilder<unknown>) =>
  sql`replace((${moment} at time zone 'UTC')::text, ' ', 'T') || 'Z'`

/**
 * The current state of the item that an event, `events as e`, names. Null where the item left the
 * project, which has an event of its own, or waits in intake, where lists never showed it.
 */
const words = sql<string | null>`(
  select jsonb_build_object('type', e.type, 'work_item', to_jsonb(item) || jsonb_build_object(
    'created_at', ${iso(sql`item.created_at`)}, 'updated_at', ${iso(sql`item.updated_at`)},
    'completed_at', ${iso(sql`item.completed_at`)}))::text
  from (
    select ${rowColumns({ counts: 'all' })} from work_items i join states s on s.id = i.state_id
    where i.id = e.work_item_id and i.project_id = e.project_id and i.deleted_at is null
      and not i.in_triage
  ) as item
)`

export const emittedItem: EmittedItem = { words, children: emittedChildren }

/** Of these, the items that are in lists, as `emitSaved` takes them. */
export const savedItems = (member: ProjectMember, ids: readonly string[]) => sql`(
    select i.id, i.created_by from work_items i
    where i.id = any(${[...ids]}::uuid[]) and ${inProject(member, 'i')} and not i.in_triage
  )`
