import {
  type NewProjectLink,
  noCounts,
  type ProjectLink,
  type ProjectLinkPatch,
  type ProjectOverview,
  toWebAddress,
  type WithId,
} from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, duplicate, notFound } from '#kernel/http/errors.ts'
import { lockProject } from '#product/lock-queries.ts'
import { countLinks, insertLink, updateLink } from './link-queries.ts'
import { countByGroup, listInitiativesOf, listLatestPages } from './queries.ts'

export async function readOverview(db: Db, member: ProjectMember): Promise<ProjectOverview> {
  const [groups, pages, initiatives] = await Promise.all([
    countByGroup(db, member),
    listLatestPages(db, member),
    listInitiativesOf(db, member),
  ])
  const progress = { ...noCounts }
  for (const { group, items } of groups) {
    progress[`${group}_issues`] = items
    progress.total_issues += items
  }
  return { progress, pages, initiatives }
}

const LINK_LIMIT = 200

const taken = duplicate('project_links_url_key', badRequest({ error: 'URL already exists.' }))

function readUrl(typed: string): string {
  const url = toWebAddress(typed)
  if (!url) throw badRequest({ url: ['Enter a valid URL.'] })
  return url
}

const everyone = ({ workspace_id, project_id }: ProjectMember) =>
  ({ workspace_id, project_id, for_everyone: true }) as const

async function emitLink(tx: Tx, member: ProjectMember, link: ProjectLink) {
  await emit(tx, { type: 'project_link.saved', link }, everyone(member))
  return link
}

export const createLink = (db: Db, member: ProjectMember, wanted: NewProjectLink & WithId) =>
  db.transaction().execute(async (tx) => {
    const { id, title = null } = wanted
    const url = readUrl(wanted.url)
    await lockProject(tx, member)
    if ((await countLinks(tx, member)) >= LINK_LIMIT) {
      throw badRequest({ error: `A project has ${LINK_LIMIT} links at most` })
    }
    return emitLink(tx, member, await insertLink(tx, member, { id, url, title }).catch(taken))
  })

export const changeLink = (
  db: Db,
  member: ProjectMember,
  id: string,
  { url, title }: ProjectLinkPatch,
) =>
  db.transaction().execute(async (tx) => {
    const change = {
      ...(url !== undefined && { url: readUrl(url) }),
      ...(title !== undefined && { title }),
    }
    const link = await updateLink(tx, member, id, change).catch(taken)
    if (!link) throw notFound()
    return emitLink(tx, member, link)
  })

export const removeLink = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    const link = await updateLink(tx, member, id, { deleted_at: now })
    if (!link) throw notFound()
    const { project_id } = member
    await emit(tx, { type: 'project_link.removed', id, project_id }, everyone(member))
  })
