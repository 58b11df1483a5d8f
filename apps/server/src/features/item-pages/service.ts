import type { ItemPages } from '@cairn/contract'
import { attachmentsOfMany } from '#features/attachments/service.ts'
import { commentsOfMany, listSurroundings } from '#features/comments/service.ts'
import { changesOfMany } from '#features/history/service.ts'
import { linksOfMany } from '#features/links/service.ts'
import { reactionsOfMany } from '#features/reactions/service.ts'
import { relationsOfMany } from '#features/relations/service.ts'
import { subItemsOfMany } from '#features/work-items/children/service.ts'
import { readMany } from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { listBrief } from './queries.ts'

/** Grouped by item. */
const byItem = <Row extends { issue: string | null }>(rows: readonly Row[]) => {
  const found = Map.groupBy(rows, ({ issue }) => issue)
  return (id: string) => found.get(id) ?? []
}

/**
 * The responses to all requests that the pages of these items make, with the permissions of those
 * requests. The number of statements does not depend on the number of items. They run one after the
 * other, because this is a background request.
 */
export async function readItemPages(
  db: Db,
  member: ProjectMember,
  wanted: readonly string[],
): Promise<ItemPages> {
  const { items, parents } = await readMany(db, member, await listBrief(db, member, wanted))
  const ids = items.map(({ id }) => id)
  if (ids.length === 0) return { pages: [], parents: [] }
  const surroundings = new Map(
    (await listSurroundings(db, member, ids)).map((one) => [one.issue_detail.id, one]),
  )
  const subItems = await subItemsOfMany(db, member, ids)
  const changes = byItem(await changesOfMany(db, member, ids))
  const comments = byItem(await commentsOfMany(db, member, ids))
  const relations = await relationsOfMany(db, member, ids)
  const links = byItem(await linksOfMany(db, member, ids))
  const attachments = byItem(await attachmentsOfMany(db, member, items))
  const reactions = byItem(await reactionsOfMany(db, member, ids))
  const pages = items.flatMap((item) => {
    const around = surroundings.get(item.id)
    // Deleted meanwhile.
    if (!around) return []
    const { is_archived, ...details } = around
    return {
      item,
      details,
      sub_items: subItems(item.id),
      changes: is_archived ? [] : changes(item.id),
      comments: comments(item.id),
      relations: relations(item.id),
      links: links(item.id),
      attachments: attachments(item.id),
      reactions: reactions(item.id),
    }
  })
  return { pages, parents }
}
