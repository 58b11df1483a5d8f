import { canChangeWorkItem, type WorkItemPatch } from '@cairn/contract'
import { type RawBuilder, sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { emitting, runWhole } from '#kernel/events/outbox.ts'
import { sentences } from './activities.ts'
import { changeable, nextMomentOfItem, rowColumns } from './queries.ts'
import type { Kind } from './read.ts'

/** Fields that name nothing else: to write one, and to tell of it, nothing has to be looked up. */
const plain = ['name', 'priority', 'start_date', 'target_date', 'sort_order'] as const
type Plain = Pick<WorkItemPatch, (typeof plain)[number]>

const isPlain = (patch: WorkItemPatch): patch is Plain =>
  Object.keys(patch).every((field) => (plain as readonly string[]).includes(field))

/** As the driver writes moments. */
const iso = (moment: RawBuilder<unknown>) =>
  sql`replace((${moment} at time zone 'UTC')::text, ' ', 'T') || 'Z'`

/** Null comes before and after everything. */
const inOrder = ({ start_date, target_date }: Plain) => sql`(
  ${start_date === undefined ? sql`i.start_date` : sql`${start_date}::date`}
    > ${target_date === undefined ? sql`i.target_date` : sql`${target_date}::date`}
) is not true`

const described = ['name', 'priority', 'start_date', 'target_date'] as const

const history = ({ workspace_id, project_id, user_id }: ProjectMember, change: Plain) => {
  const fields = described.filter((field) => change[field] !== undefined)
  if (fields.length === 0) return sql``
  const values = fields.map((field) => {
    const [before, after] = [sql.ref(`was.${field}`), sql.ref(`changed.${field}`)]
    return sql`(
      ${field}, ${sentences[field]}, coalesce(${before}::text, ''), coalesce(${after}::text, '')
    )`
  })
  return sql`noted as (
    insert into activities (workspace_id, project_id, work_item_id, actor_id, verb, field, comment,
      old_value, new_value, epoch)
    select ${workspace_id}, ${project_id}, changed.id, ${user_id}, 'updated', n.*,
      ${Date.now() / 1000}
    from changed, was, lateral (values ${sql.join(values)}) as n (field, comment, before, after)
    where n.before <> n.after
  ),`
}

/**
 * Changes plain fields in one statement, with history, follower and event: one trip to the database
 * instead of two. Tells whether it did. Where it did not, because the item is not there, or somebody
 * else changed it in the same moment, nothing was done, and the long way finds out what to say.
 */
export async function changeAtOnce(
  db: Db,
  member: ProjectMember,
  id: string,
  patch: WorkItemPatch,
  kind?: Kind,
): Promise<boolean> {
  const name = patch.name?.trim()
  const mayChangeAll = canChangeWorkItem(member, { created_by: null })
  if (!isPlain(patch) || name === '' || !mayChangeAll) return false
  const change = { ...patch, ...(name && { name }) }
  const { user_id } = member
  const sets = Object.entries(change)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => sql`${sql.ref(field)} = ${value}`)
  if (sets.length === 0) return false
  const said = JSON.stringify({ ...change, updated_by: user_id })
  const statement = sql<{ id: string }>`
    with was as materialized (
      select ${rowColumns} from work_items i join states s on s.id = i.state_id
      where ${changeable(member, id, { archivedToo: false, kind })}
    ), changed as (
      update work_items i
      set ${sql.join(sets)}, updated_at = ${nextMomentOfItem}, updated_by = ${user_id}
      from was
      -- Whoever changes anything of an item moves its clock: what was read of it still holds.
      where i.id = was.id and i.updated_at = was.updated_at and ${inOrder(change)}
      returning i.id, i.name, i.priority, i.start_date, i.target_date, i.updated_at
    ), ${history(member, change)} followed as (
      insert into work_item_subscribers (work_item_id, user_id, created_by)
      select changed.id, ${user_id}, ${user_id} from changed on conflict do nothing
    ), told as (${emitting('work_item.saved', member, {
      author_id: sql`was.created_by`,
      payload: sql`jsonb_build_object('work_item', to_jsonb(was) || ${said}::jsonb || jsonb_build_object(
        'created_at', ${iso(sql`was.created_at`)}, 'completed_at', ${iso(sql`was.completed_at`)},
        'updated_at', ${iso(sql`changed.updated_at`)}))`,
      from: sql`changed, was`,
    })})
    select id from changed`
  const { rows } = await runWhole(db, statement, member)
  return rows.length > 0
}
