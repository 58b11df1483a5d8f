import { type ExpandedWorkItem, lookup, type WorkItem } from '@cairn/contract'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { addRelations } from './relations.ts'

type Expansions = Omit<ExpandedWorkItem, keyof WorkItem | 'description_html' | 'is_subscribed'>
type Reader = (db: Db, member: ProjectMember, item: WorkItem) => Promise<Expansions>

const readParent: Reader = async (db, { workspace_id }, { parent_id }) => {
  if (!parent_id) return { parent: null }
  const { rows } = await sql<{ id: string; sequence_id: number; project_id: string }>`
    select id, sequence_id, project_id from work_items
    where id = ${parent_id} and workspace_id = ${workspace_id} and deleted_at is null`.execute(db)
  return { parent: rows[0] ?? null }
}

const readReactions: Reader = async (db, _member, { id: work_item_id }) => {
  const { rows } = await sql<NonNullable<Expansions['issue_reactions']>[number]>`
    select id, actor_id as actor, work_item_id as issue, reaction from work_item_reactions
    where work_item_id = ${work_item_id} and deleted_at is null
    order by created_at desc, id desc`.execute(db)
  return { issue_reactions: rows }
}

const readLinks: Reader = async (db, _member, { id: work_item_id }) => {
  const { rows } = await sql<NonNullable<Expansions['issue_link']>[number]>`
    select id, work_item_id as issue_id, title, url, metadata, created_by as created_by_id,
      created_at
    from work_item_links where work_item_id = ${work_item_id} and deleted_at is null
    order by created_at desc, id desc`.execute(db)
  return { issue_link: rows }
}

const readAttachments: Reader = async (db, { slug, project_id }, { id: work_item_id, is_epic }) => {
  const base = `/api/assets/v2/workspaces/${slug}/projects/${project_id}/`
  const folder = `${base}${is_epic ? 'epics' : 'issues'}/${work_item_id}/attachments/`
  const { rows } = await sql<NonNullable<Expansions['issue_attachments']>[number]>`
    select id, asset, attributes, work_item_id as issue_id, created_by, updated_at, updated_by,
      ${folder}::text || id || '/' as asset_url
    from assets where work_item_id = ${work_item_id} and entity_type = 'ISSUE_ATTACHMENT'
      and is_uploaded and deleted_at is null
    order by created_at desc, id desc`.execute(db)
  return { issue_attachments: rows }
}

const readRelation =
  (key: 'issue_relation' | 'issue_related'): Reader =>
  async (db, member, item) => {
    const [found] = await addRelations(db, member, [item], key)
    return { [key]: found?.[key] ?? [] }
  }

const readers: Record<string, Reader> = {
  parent: readParent,
  issue_reactions: readReactions,
  issue_link: readLinks,
  issue_attachments: readAttachments,
  issue_relation: readRelation('issue_relation'),
  issue_related: readRelation('issue_related'),
}

/** What `expand=parent,issue_link` asks for; names nobody knows ask for nothing. */
export async function expand(db: Db, member: ProjectMember, item: WorkItem, names: string) {
  const wanted = [...new Set(names.split(','))].flatMap((name) => lookup(readers, name) ?? [])
  const parts = await Promise.all(wanted.map((read) => read(db, member, item)))
  return Object.assign({}, ...parts) as Expansions
}
