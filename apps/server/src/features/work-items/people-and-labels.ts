import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest } from '#kernel/http/errors.ts'
import { nameAssignees, nameLabels } from './queries.ts'

export interface Named {
  id: string
  name: string
}

export interface PeopleAndLabels {
  people: Named[] | undefined
  labels: Named[] | undefined
}

type Lookup = typeof nameAssignees

/**
 * Unknown ids refuse the whole request, with their index; known ones that cannot be used are
 * dropped.
 */
async function resolve(db: Db, member: ProjectMember, field: string, ids: string[], find: Lookup) {
  if (ids.length === 0) return []
  const found = new Map((await find(db, member, ids)).map((one) => [one.id, one]))
  const unknown = ids.findIndex((id) => !found.has(id.toLowerCase()))
  if (unknown >= 0) {
    const sentence = `Invalid pk "${ids[unknown]}" - object does not exist.`
    throw badRequest({ [field]: { [unknown]: [sentence] } })
  }
  return [...found.values()].filter(({ fits }) => fits).map(({ id, name }) => ({ id, name }))
}

export const resolveAssignees = (db: Db, member: ProjectMember, ids: string[]) =>
  resolve(db, member, 'assignee_ids', ids, nameAssignees)

export const resolveLabels = (db: Db, member: ProjectMember, ids: string[]) =>
  resolve(db, member, 'label_ids', ids, nameLabels)
