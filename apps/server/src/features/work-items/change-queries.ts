import type { WorkItemPatch } from '@cairn/contract'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { writtenOnce } from '#kernel/database/written-once.ts'
import { emittingSaved } from '#kernel/events/outbox.ts'
import { sentences } from './activities.ts'
import { changeable, nextMomentOfItem } from './queries.ts'
import type { Kind } from './read.ts'

/** Fields that name nothing else: to write one, and to tell of it, nothing has to be looked up. */
export const plain = ['name', 'priority', 'start_date', 'target_date', 'sort_order'] as const
type Field = (typeof plain)[number]
export type Plain = Pick<WorkItemPatch, Field>

interface Shape {
  fields: readonly Field[]
  kind: Kind | undefined
}

interface Values extends Plain, Pick<ProjectMember, 'workspace_id' | 'project_id' | 'user_id'> {
  id: string
  epoch: number
}

/** Null comes before and after everything. */
const inOrder = ({ fields }: Shape, values: Plain) => {
  const day = (field: 'start_date' | 'target_date') =>
    fields.includes(field) ? sql`${values[field]}::date` : sql.ref(`i.${field}`)
  return sql`(${day('start_date')} > ${day('target_date')}) is not true`
}

const described = ['name', 'priority', 'start_date', 'target_date'] as const

const history = ({ fields }: Shape, { workspace_id, project_id, user_id, epoch }: Values) => {
  const noted = described.filter((field) => fields.includes(field))
  if (noted.length === 0) return sql``
  const values = noted.map((field) => {
    const [before, after] = [sql.ref(`was.${field}`), sql.ref(`changed.${field}`)]
    return sql`(
      ${field}, ${sentences[field]}, coalesce(${before}::text, ''), coalesce(${after}::text, '')
    )`
  })
  return sql`noted as (
    insert into activities (workspace_id, project_id, work_item_id, actor_id, verb, field, comment,
      old_value, new_value, epoch)
    select ${workspace_id}, ${project_id}, changed.id, ${user_id}, 'updated', n.*, ${epoch}
    from changed, was, lateral (values ${sql.join(values)}) as n (field, comment, before, after)
    where n.before <> n.after
  ),`
}

export const changeStatement = writtenOnce<Shape, Values, { id: string }>(
  ({ fields, kind }) => [kind, ...fields].join(),
  (shape, values) => {
    const { id, project_id, user_id } = values
    const sets = shape.fields.map((field) => sql`${sql.ref(field)} = ${values[field]}`)
    // Who may change every item sees every item.
    const sight = { project_id, user_id, sees_only_own: false }
    const lockOptions = { archivedToo: false, kind: shape.kind }
    return sql`
      with was as materialized (
        select i.id, i.name, i.priority, i.start_date, i.target_date, i.updated_at, i.created_by
        from work_items i
        where ${changeable(sight, id, lockOptions)}
      ), changed as (
        update work_items i
        set ${sql.join(sets)}, updated_at = ${nextMomentOfItem}, updated_by = ${user_id}
        from was
        -- Whoever changes anything of an item moves its clock: what was read of it still holds.
        where i.id = was.id and i.updated_at = was.updated_at and ${inOrder(shape, values)}
        returning i.id, i.name, i.priority, i.start_date, i.target_date, i.created_by
      ), ${history(shape, values)} followed as (
        insert into work_item_subscribers (work_item_id, user_id, created_by)
        select changed.id, ${user_id}, ${user_id} from changed on conflict do nothing
      ), emitted as (${emittingSaved(values, sql`changed`)})
      select id from changed`
  },
)
