import { type RawBuilder, sql } from 'kysely'
import { nextMoment } from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { jsonList, saveUndoSnapshot, undoable } from '#product/undo-queries.ts'
import { filterSnapshot, viewSnapshot } from '#product/undo-reference-queries.ts'

interface Labelled {
  label_id: string
  work_item_id: string
}

/** What is restored with a label: its descendants, and the items and filters each was in. */
export interface UndoSnapshot {
  labels: string[]
  items: Labelled[]
  filters: Record<string, object[]>
  views: Record<string, object[]>
}

const byLabel = (ids: readonly string[], rowsOf: (id: string) => RawBuilder<unknown>) =>
  sql`jsonb_build_object(${sql.join(ids.flatMap((id) => [sql`${id}::text`, jsonList(rowsOf(id))]))})`

export const saveDeleted = (tx: Tx, member: ProjectMember, root: string, ids: readonly string[]) =>
  saveUndoSnapshot(
    tx,
    member,
    root,
    sql`jsonb_build_object(
      'labels', ${JSON.stringify(ids)}::jsonb,
      'items', ${jsonList(sql`
        select wl.label_id, wl.work_item_id from work_item_labels wl
        where wl.label_id = any(${[...ids]}::uuid[])`)},
      'filters', ${byLabel(ids, (id) => filterSnapshot(member, 'labels', id))},
      'views', ${byLabel(ids, (id) => viewSnapshot(member, 'labels', id))})`,
  )

/** This label and those deleted with it. */
export const undeleteLabels = async (
  tx: Tx,
  member: ProjectMember,
  root: string,
  ids: readonly string[],
) => {
  const { rows } = await sql<{ id: string }>`
    update labels l set deleted_at = null, updated_at = now(), updated_by = ${member.user_id}
    where l.id = any(${[root, ...ids]}::uuid[])
      and ${undoable(member, 'l', { anybodys: true, fromTrash: true })}
    returning l.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Adds the labels to items that are still in the project; returns these. */
export const returnLabels = async (
  tx: Tx,
  { project_id, user_id }: ProjectMember,
  items: readonly Labelled[],
) => {
  const { rows } = await sql<{ id: string }>`
    with labelled as (
      insert into work_item_labels (work_item_id, label_id)
      select i.id, s.label_id
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as s (label_id uuid, work_item_id uuid)
      join work_items i on i.id = s.work_item_id and i.project_id = ${project_id}
      join labels l on l.id = s.label_id and l.project_id = ${project_id} and l.deleted_at is null
      on conflict do nothing returning work_item_id
    )
    update work_items set updated_at = ${nextMoment}, updated_by = ${user_id}
    where id in (select work_item_id from labelled) and project_id = ${project_id}
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
