import { lookup, type WorkItem } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import {
  type Expansions,
  findParents,
  listAttachments,
  listLinks,
  listReactions,
} from './expand-queries.ts'
import { addRelations } from './relation-queries.ts'

type Reader = (db: Db, member: ProjectMember, item: WorkItem) => Promise<Expansions>

const readParent: Reader = async (db, member, { parent_id }) => {
  if (!parent_id) return { parent: null }
  const [parent = null] = await findParents(db, member, [parent_id])
  return { parent }
}

const readReactions: Reader = async (db, _member, { id }) => ({
  issue_reactions: await listReactions(db, id),
})

const readLinks: Reader = async (db, _member, { id }) => ({
  issue_link: await listLinks(db, id),
})

const readAttachments: Reader = async (db, { slug, project_id }, { id: work_item_id, is_epic }) => {
  const base = `/api/assets/v2/workspaces/${slug}/projects/${project_id}/`
  const folder = `${base}${is_epic ? 'epics' : 'issues'}/${work_item_id}/attachments/`
  return { issue_attachments: await listAttachments(db, work_item_id, folder) }
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

/** Reads what `expand=parent,issue_link` requests; unknown names are ignored. */
export async function expand(db: Db, member: ProjectMember, item: WorkItem, names: string) {
  const wanted = [...new Set(names.split(','))].flatMap((name) => lookup(readers, name) ?? [])
  const parts = await Promise.all(wanted.map((read) => read(db, member, item)))
  return Object.assign({}, ...parts) as Expansions
}
