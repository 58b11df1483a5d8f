import { type DuplicateQuestion, parseId, type SearchQuery } from '@cairn/contract'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest } from '#kernel/http/errors.ts'
import {
  type Found,
  findAlike,
  isOwnProject,
  knowsTrigrams,
  searchItems,
  type Wanted,
} from './queries.ts'

function readId(field: string, text: string | undefined): string | null {
  if (!text) return null
  const id = parseId(text)
  if (id) return id
  throw badRequest({ [field]: [`“${text.slice(0, 100)}” is not a valid UUID.`] })
}

/** Longer texts are titles, not item numbers. */
const MAX_FOR_NUMBERS = 20
const LARGEST = 2_147_483_647

const readNumbers = (text: string) =>
  text.length > MAX_FOR_NUMBERS
    ? []
    : (text.match(/\d+/g) ?? []).map(Number).filter((number) => number <= LARGEST)

/** Matches anywhere in a text, with wildcards escaped. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

function readPurpose(query: SearchQuery): Wanted['for'] {
  const id = readId('issue_id', query.issue_id)
  const as =
    query.parent === 'true'
      ? 'parent'
      : query.sub_issue === 'true'
        ? 'child'
        : query.issue_relation === 'true'
          ? 'relation'
          : undefined
  return id && as ? { id, as } : undefined
}

/** Items to choose from. Guests choose among their own. */
export function search(db: Db, member: ProjectMember, query: SearchQuery) {
  const text = query.search?.trim() ?? ''
  const purpose = readPurpose(query)
  return searchItems(db, member, {
    project_id: query.workspace_search === 'true' ? null : member.project_id,
    pattern: text ? containing(text) : null,
    numbers: readNumbers(text),
    text,
    epics: query.epic === 'true',
    ...(purpose && { for: purpose }),
    withoutCycle: query.cycle === 'true',
    outsideModule: readId('module', query.module),
    withoutTargetDate: query.target_date === 'none',
  })
}

const unknownPk = (field: string, id: string) =>
  badRequest({ [field]: [`Invalid pk "${id}" - object does not exist.`] })

export async function refuseForeignProject(db: Db, member: Member, project_id: string | null) {
  if (project_id && !(await isOwnProject(db, member, project_id))) {
    throw unknownPk('project_id', project_id)
  }
}

/** Items to view: what this member's lists show, in one of their projects or in all if null. */
export async function findItems(
  db: Db,
  member: Member,
  text: string,
  project_id: string | null,
): Promise<Found[]> {
  await refuseForeignProject(db, member, project_id)
  return searchItems(db, member, {
    project_id,
    pattern: text ? containing(text) : null,
    numbers: readNumbers(text),
    text,
    epics: false,
    withoutCycle: false,
    outsideModule: null,
    withoutTargetDate: false,
    asShown: true,
  })
}

/** Called before a user reports an existing problem again. */
export async function findDuplicates(db: Db, member: ProjectMember, question: DuplicateQuestion) {
  const { workspace_id, project_id = null, issue_id = null } = question
  if (workspace_id && workspace_id.toLowerCase() !== member.workspace_id) {
    throw unknownPk('workspace_id', workspace_id)
  }
  await refuseForeignProject(db, member, project_id)
  const title = question.title.trim()
  if (!title) return { dupes: [] }
  const asked = { title, project_id, except: issue_id }
  const byTrigrams = await knowsTrigrams(db)
  return { dupes: await findAlike(db, member, asked, { byTrigrams }) }
}
