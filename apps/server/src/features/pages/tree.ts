import { MAX_PAGE_DEPTH, pageAccess } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { emitAll } from '#kernel/events/outbox.ts'
import { badRequest } from '#kernel/http/errors.ts'
import { emitPages } from './emit.ts'
import { type FoundPage, findPage, listPagesById, listReaders } from './queries.ts'
import { type Branch, findLevel, freePages, listBranch, setAccess } from './tree-queries.ts'

export const refusePk = (field: string, id: string) =>
  badRequest({ [field]: [`Invalid pk "${id}" - object does not exist.`] })

export const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/**
 * The branch without the pages that match `isOut` and their sub-pages; `out` are the topmost of
 * those.
 */
function withoutThose(branch: readonly Branch[], isOut: (page: Branch) => boolean) {
  const stays = new Set<string>()
  const out: string[] = []
  for (const page of branch) {
    const isFirst = page.level === 1
    if (!isFirst && !stays.has(page.parent ?? '')) continue
    if (!isFirst && isOut(page)) out.push(page.id)
    else stays.add(page.id)
  }
  return { stays: branch.filter(({ id }) => stays.has(id)), out }
}

/**
 * The sub-pages that are deleted or moved with a page. Private pages of other people stay where they are
 * and become top-level pages, because the caller cannot see them.
 */
export async function takeBranch(tx: Tx, member: ProjectMember, id: string) {
  const isHidden = ({ access, owned_by }: Branch) =>
    access === pageAccess.private && owned_by !== member.user_id
  const { stays, out } = withoutThose(await listBranch(tx, member, id), isHidden)
  return { ids: idsOf(stays), freed: await freePages(tx, member, out) }
}

/** A page of the project that the caller may see, and that is not inside `moved`. */
export async function readParent(
  tx: Tx,
  member: ProjectMember,
  parent: string,
  moved?: FoundPage,
): Promise<FoundPage> {
  const page = await findPage(tx, member, parent)
  const isOwn = page?.owned_by === member.user_id
  const isSeen = isOwn || (page?.access === pageAccess.public && !member.sees_only_own)
  const branch = moved ? await listBranch(tx, member, moved.id) : []
  if (!page || !isSeen || idsOf(branch).includes(page.id)) throw refusePk('parent', parent)
  if (page.archived_at) throw badRequest({ parent: ['An archived page takes no sub-pages.'] })
  if (page.access === pageAccess.private && moved && moved.owned_by !== member.user_id) {
    throw badRequest({ parent: ['Only your own pages can stand in a private page.'] })
  }
  const height = branch.at(-1)?.level ?? 1
  if ((await findLevel(tx, member, parent)) + height > MAX_PAGE_DEPTH) {
    throw badRequest({ parent: [`Pages can be nested at most ${MAX_PAGE_DEPTH} levels deep.`] })
  }
  return page
}

/** Whether its former parent is still valid when it is restored from the trash. */
export async function isStillFitting(
  tx: Tx,
  member: ProjectMember,
  page: FoundPage,
  parent: string,
) {
  const around = await findPage(tx, member, parent)
  if (!around) return false
  const isPrivate = around.access === pageAccess.private
  const fits = !isPrivate || (page.access === around.access && page.owned_by === around.owned_by)
  const height = (await listBranch(tx, member, page.id)).at(-1)?.level ?? 1
  return fits && (await findLevel(tx, member, parent)) + height <= MAX_PAGE_DEPTH
}

/** Sub-pages of a private page are private and belong to its owner. */
export async function refuseOutOfPrivate(tx: Tx, member: ProjectMember, { parent }: FoundPage) {
  const around = parent && (await findPage(tx, member, parent))
  if (around && around.access === pageAccess.private) {
    throw badRequest({ access: ['A sub-page of a private page stays private.'] })
  }
}

/**
 * Including its sub-pages. Pages that become private are removed from other users' screens; pages
 * of others become top-level and keep their access. Returns what became private.
 */
export async function changeBranchAccess(
  tx: Tx,
  member: ProjectMember,
  page: FoundPage,
  access: number,
) {
  const isForeign = ({ owned_by }: Branch) => owned_by !== page.owned_by
  const { stays, out } = withoutThose(await listBranch(tx, member, page.id), isForeign)
  const isHiding = access === pageAccess.private
  const freed = isHiding ? await freePages(tx, member, out) : []
  const changed = await setAccess(tx, member, idsOf(stays), access)
  const pages = await listPagesById(tx, member, [...changed, ...freed])
  const hidden = isHiding ? pages.filter(({ id }) => changed.includes(id)) : []
  if (hidden.length > 0) await hideFromOthers(tx, page.owned_by, hidden)
  await emitPages(tx, pages)
  return idsOf(hidden)
}

async function hideFromOthers(tx: Tx, owner: string, pages: readonly FoundPage[]) {
  const projects = [...new Set(pages.flatMap(({ project_ids }) => project_ids))]
  const readers = await listReaders(tx, projects, owner)
  await emitAll(
    tx,
    pages.flatMap(({ id, project_ids }) =>
      project_ids.flatMap((project_id) => {
        const to = readers.filter((one) => one.project_id === project_id).map((one) => one.user_id)
        if (to.length === 0) return []
        return [
          [
            { type: 'page.removed', id, project_id },
            { to, within: null },
          ] as const,
        ]
      }),
    ),
  )
}
