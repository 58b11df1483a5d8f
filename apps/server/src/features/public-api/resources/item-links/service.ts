import { toWebAddress, type WorkItemLinkPatch } from '@cairn/contract'
import type { ListQuery, NewLinkV1, ShapeQuery } from '@cairn/contract/v1'
import { changeLink, createLink, removeLink } from '#features/links/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import { answerPage } from '../../kit/answer-page.ts'
import { authorship } from '../../kit/authors.ts'
import { byEach, byNullable, readOrder } from '../../kit/ordering-queries.ts'
import { presentOne } from '../../kit/shaping.ts'
import { reachItem } from '../work-items/reach.ts'
import { findLink, listLinks } from './queries.ts'

const orders = {
  ...byEach('l', ['created_at', 'updated_at', 'url', 'id']),
  title: byNullable('l.title'),
}

/** The newest first. */
export async function readLinks(db: Db, member: ProjectMember, id: string, query: ListQuery) {
  const order = readOrder('l', query.order_by, '-created_at', orders)
  const item = await reachItem(db, member, id)
  return answerPage(db, member, query, (slice) => listLinks(db, member, item, order, slice))
}

async function linkOf(db: Db, member: ProjectMember, id: string, link_id: string) {
  const link = await findLink(db, member, id, link_id)
  if (!link) throw notFound()
  return link
}

interface Address {
  issue_id: string
  link_id: string
}

export async function readLink(db: Db, member: ProjectMember, at: Address, query: ShapeQuery) {
  const item = await reachItem(db, member, at.issue_id)
  return presentOne(db, member, query, await linkOf(db, member, item, at.link_id))
}

const scheme = /^([a-z][a-z0-9+.-]*):/i

/** The rule is the application's; the contract distinguishes which part is violated. */
function refuseUrl(url: string | undefined) {
  if (url === undefined || toWebAddress(url)) return
  const [, named = 'http'] = scheme.exec(url.trim()) ?? []
  const isOurs = /^https?$/i.test(named)
  throw badRequest({ url: [isOurs ? 'Invalid URL format.' : 'Invalid URL scheme.'] })
}

export async function addLink(db: Db, member: ProjectMember, id: string, body: NewLinkV1) {
  const { created_by = null, ...wanted } = body
  refuseUrl(wanted.url)
  const item = await reachItem(db, member, id)
  const { author_id } = await authorship(db, member, { created_by })
  const link = await createLink(db, member, item, wanted, 'issues', author_id)
  return linkOf(db, member, item, link.id)
}

export async function editLink(
  db: Db,
  member: ProjectMember,
  { issue_id, link_id }: Address,
  patch: WorkItemLinkPatch,
) {
  refuseUrl(patch.url)
  const item = await reachItem(db, member, issue_id)
  await changeLink(db, member, item, link_id, patch, 'issues')
  return linkOf(db, member, item, link_id)
}

export async function deleteLink(db: Db, member: ProjectMember, { issue_id, link_id }: Address) {
  await removeLink(db, member, await reachItem(db, member, issue_id), link_id, 'issues')
}
