import type { WorkItem } from '@cairn/contract'
import { type RawBuilder, sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { emittedChildren } from '#kernel/database/child-count.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { inProject } from '#kernel/database/scope.ts'
import { emit, emitAll, emitSaved } from '#kernel/events/outbox.ts'
import type { EmittedItem } from '#kernel/events/stream.ts'
import { rowColumns } from './queries.ts'

/** As the driver writes moments. */
const iso = (moment: RawBuilder<unknown>) =>
  sql`replace((${moment} at time zone 'UTC')::text, ' ', 'T') || 'Z'`

/**
 * What is told of an item that an event, `events as e`, names: how it stands now. Nothing where it is
 * gone from the project or waits in intake: an event of its own says that, or nobody ever saw it.
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

/** Above this a browser reads its lists again sooner than it takes in every row. */
const EVENT_LIMIT = 200

/** So many changed that single events would say less. */
const emitMany = (tx: Tx, { workspace_id, project_id }: ProjectMember) => {
  const audience = { workspace_id, project_id, for_everyone: true } as const
  return emit(tx, { type: 'work_item.many_saved', project_id }, audience)
}

/** Says that these items were saved. What waits in intake is in no list. */
export async function emitSavedItems(tx: Tx, member: ProjectMember, ids: readonly string[]) {
  if (ids.length > EVENT_LIMIT) return emitMany(tx, member)
  const saved = sql`(
    select i.id, i.created_by from work_items i
    where i.id = any(${[...ids]}::uuid[]) and ${inProject(member, 'i')} and not i.in_triage
  )`
  if (ids.length > 0) await emitSaved(tx, member, saved)
}

/** Says that lists no longer show these items. */
export async function emitRemovedItems(
  tx: Tx,
  member: ProjectMember,
  gone: readonly Pick<WorkItem, 'id' | 'created_by'>[],
) {
  if (gone.length > EVENT_LIMIT) return emitMany(tx, member)
  const { workspace_id, project_id } = member
  await emitAll(
    tx,
    gone.map(({ id, created_by }) => [
      { type: 'work_item.removed', id, project_id },
      { workspace_id, project_id, author_id: created_by },
    ]),
  )
}
