import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { inProject } from '#product/scope-queries.ts'

export interface StoredDescription {
  description_html: string
  /** The shared document; null until it is first written. */
  state: Buffer | null
  /** The HTML of the document. Differs from the item's if a request changed the item since. */
  html: string | null
}

export const findDescription = async (db: Db, member: ProjectMember, id: string) => {
  const { rows } = await sql<StoredDescription>`
    select i.description_html, d.state, d.html
    from work_items i left join description_documents d on d.work_item_id = i.id
    where i.id = ${id} and ${inProject(member, 'i')}`.execute(db)
  return rows[0]
}

/** Locks the item, so that concurrent writers run one after another. */
export const lockDescription = async (tx: Tx, member: ProjectMember, id: string) => {
  await sql`
    select from work_items where id = ${id} and ${inProject(member)}
    for no key update`.execute(tx)
  return findDescription(tx, member, id)
}

export const saveDocument = (
  tx: Tx,
  member: ProjectMember,
  id: string,
  { state, html }: { state: Buffer; html: string },
) =>
  sql`
    insert into description_documents (work_item_id, state, html)
    select i.id, ${state}, ${html} from work_items i
    where i.id = ${id} and ${inProject(member, 'i')}
    on conflict (work_item_id) do update set state = excluded.state, html = excluded.html`.execute(
    tx,
  )
