import {
  nextStickyOrder,
  type StickiesQuery,
  type Sticky,
  type StickyEvent,
  type StickyPatch,
  toPage,
  type WithId,
} from '@cairn/contract'
import { containing } from '#features/search-issues/service.ts'
import { readHtml } from '#features/work-items/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { notFound } from '#kernel/http/errors.ts'
import { sliceOf } from '#kernel/http/slices.ts'
import {
  countStickies,
  deleteSticky,
  findSticky,
  insertSticky,
  largestSortOrder,
  listStickies,
  type StickyChange,
  updateSticky,
} from './queries.ts'

const PAGE = '20'

const emitSticky = (tx: Tx, { user_id, workspace_id }: Member, event: StickyEvent) =>
  emit(tx, event, { to: [user_id], within: { workspace_id } })

const readChange = ({ description_html, description, logo_props, ...plain }: StickyPatch) =>
  ({
    ...plain,
    ...(description_html !== undefined && readHtml(description_html)),
    ...(description !== undefined && { description: JSON.stringify(description) }),
    ...(logo_props !== undefined && { logo_props: JSON.stringify(logo_props) }),
  }) satisfies StickyChange

export async function pageStickies(
  db: Db,
  member: Member,
  { query = '', per_page, cursor }: StickiesQuery,
) {
  const slice = sliceOf({ per_page: per_page || (cursor ? undefined : PAGE), cursor })
  const wanted = query.trim()
  const pattern = wanted ? containing(wanted) : null
  const [results, total] = await Promise.all([
    listStickies(db, member, pattern, slice),
    countStickies(db, member, pattern),
  ])
  return toPage(slice, { results, count: results.length, total })
}

export async function readSticky(db: Db, member: Member, id: string): Promise<Sticky> {
  const sticky = await findSticky(db, member, id)
  if (!sticky) throw notFound()
  return sticky
}

export const createSticky = (
  db: Db,
  member: Member,
  { id: chosen, ...wanted }: StickyPatch & WithId,
) =>
  db.transaction().execute(async (tx) => {
    const first = nextStickyOrder(await largestSortOrder(tx, member))
    const id = await insertSticky(tx, member, wanted.sort_order ?? first, chosen)
    const change = readChange(wanted)
    if (Object.keys(change).length > 0) await updateSticky(tx, member, id, change)
    const sticky = await readSticky(tx, member, id)
    await emitSticky(tx, member, { type: 'sticky.saved', sticky })
    return sticky
  })

export const changeSticky = (db: Db, member: Member, id: string, patch: StickyPatch) =>
  db.transaction().execute(async (tx) => {
    const audit = { updated_at: now, updated_by: member.user_id }
    await updateSticky(tx, member, id, { ...readChange(patch), ...audit })
    const sticky = await readSticky(tx, member, id)
    await emitSticky(tx, member, { type: 'sticky.saved', sticky })
    return sticky
  })

export const removeSticky = (db: Db, member: Member, id: string) =>
  db.transaction().execute(async (tx) => {
    if (!(await deleteSticky(tx, member, id))) throw notFound()
    await emitSticky(tx, member, { type: 'sticky.removed', id })
  })
