import { type EntityQuery, type EntityType, entityTypes, type FoundEntities } from '@cairn/contract'
import { containing, findItems, refuseForeignProject } from '#features/search-issues/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest } from '#kernel/http/errors.ts'
import { findCycles, findModules, findPages, findPeople, findProjects } from './queries.ts'

const USUALLY = 5
const MAX = 100

function readCount(typed: string | undefined): number {
  if (typed === undefined) return USUALLY
  const count = /^\d+$/.test(typed) ? Number(typed) : 0
  if (count < 1) throw badRequest({ count: ['A valid integer is required.'] })
  return Math.min(count, MAX)
}

const readTypes = (typed = 'user_mention'): EntityType[] => {
  const wanted = typed.split(',').map((type) => type.trim())
  return entityTypes.filter((type) => wanted.includes(type))
}

/** What a text can mention, by a part of its name, newest first. */
export async function searchEntities(
  db: Db,
  member: Member,
  asked: EntityQuery,
): Promise<FoundEntities> {
  const text = asked.query?.trim() ?? ''
  const [project_id, issue_id] = [asked.project_id ?? null, asked.issue_id ?? null]
  const most = readCount(asked.count)
  const types = readTypes(asked.query_type)
  const sought = { pattern: containing(text), project_id, most }
  await refuseForeignProject(db, member, project_id)
  const find: { [Type in EntityType]: () => Promise<FoundEntities[Type]> } = {
    user_mention: () => findPeople(db, member, sought, issue_id),
    project: () => findProjects(db, member, sought),
    issue: async () => (await findItems(db, member, text, project_id)).slice(0, most),
    cycle: () => findCycles(db, member, sought),
    module: () => findModules(db, member, sought),
    page: () => findPages(db, member, sought),
  }
  const found = await Promise.all(types.map(async (type) => [type, await find[type]()] as const))
  return Object.fromEntries(found)
}
