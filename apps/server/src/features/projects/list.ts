import {
  PageNotValid,
  type Project,
  type ProjectListQuery,
  type ProjectStats,
  parseIds,
  readSlice,
  toPage,
} from '@cairn/contract'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest } from '#kernel/http/errors.ts'
import { orderOf } from './order-queries.ts'
import { countContents, countProjects, listProjects, pageOfProjects } from './queries.ts'

function sliceOf({ per_page, cursor }: ProjectListQuery) {
  try {
    return readSlice(per_page, cursor)
  } catch (error) {
    throw error instanceof PageNotValid ? badRequest({ detail: error.message }) : error
  }
}

/** All projects visible to the caller; one page if `per_page` and `cursor` are given. */
export async function listOrPage(db: Db, member: Member, query: ProjectListQuery) {
  if (!query.per_page || !query.cursor) return listProjects(db, member)
  const slice = sliceOf(query)
  const results = await pageOfProjects(db, member, slice, orderOf(query.order_by))
  const total = await countProjects(db, member)
  // The contract types the response our client requests; the schema has both.
  return toPage(slice, { results, count: results.length, total }) as unknown as Project[]
}

const fields = [
  'total_issues',
  'completed_issues',
  'total_members',
  'total_cycles',
  'total_modules',
] as const

function readIds(project_ids: string): string[] {
  const ids = parseIds(project_ids.split(',').filter((id) => id !== '' && id !== 'null'))
  if (!ids) throw badRequest({ error: 'Please provide valid detail' })
  return ids
}

export async function readStats(
  db: Db,
  member: Member,
  query: { project_ids?: string; fields?: string },
): Promise<ProjectStats[]> {
  const ids = query.project_ids ? readIds(query.project_ids) : undefined
  if (ids?.length === 0) return []
  const asked = (query.fields ?? '').split(',')
  const known = fields.filter((field) => asked.includes(field))
  const wanted = known.length > 0 ? known : fields
  const counts = await countContents(db, member, ids)
  return counts.map(({ id, ...all }) => ({
    id,
    ...Object.fromEntries(wanted.map((field) => [field, all[field]])),
  }))
}
