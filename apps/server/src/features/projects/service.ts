import { ADMIN, type NewProject } from '@cairn/contract'
import { seedStates } from '#features/states/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, conflict, duplicate, notFound } from '#kernel/http/errors.ts'
import {
  findIdentifiers,
  findProject,
  insertProject,
  insertProjectMember,
  isColleague,
  listOnlookers,
  openNumbers,
} from './queries.ts'

export { insertProjectMember as joinProject } from './queries.ts'

const identifierTaken = conflict({
  identifier: 'The project identifier is already taken',
  code: 'PROJECT_IDENTIFIER_ALREADY_EXIST',
})
const nameTaken = conflict({
  name: 'The project name is already taken',
  code: 'PROJECT_NAME_ALREADY_EXIST',
})
/** The identifier's index was made first and is checked first: its answer wins when both collide. */
const taken = (error: unknown): never => {
  try {
    return duplicate('projects_identifier_key', identifierTaken)(error)
  } catch (other) {
    return duplicate('projects_name_key', nameTaken)(other)
  }
}

const readIdentifier = (typed: string) => typed.trim().toUpperCase()

export const createProject = (db: Db, member: Member, wanted: NewProject) =>
  db.transaction().execute(async (tx) => {
    const id = await openProject(tx, member, wanted)
    const project = await findProject(tx, member, id)
    if (!project) throw notFound()
    await emit(tx, { type: 'project.saved', project }, { to: project.members })
    const others = await listOnlookers(tx, member, project)
    const asSeen = { ...project, member_role: null, sort_order: null }
    await emit(tx, { type: 'project.saved', project: asSeen }, { to: others })
    return project
  })

/** The project with its states, its first number and its administrators. */
export async function openProject(tx: Tx, member: Member, wanted: NewProject): Promise<string> {
  const name = wanted.name.trim()
  const identifier = readIdentifier(wanted.identifier)
  const { project_lead = null, description = '', network = 2, logo_props = {} } = wanted
  if (!name) throw badRequest({ name: ['This field may not be blank.'] })
  if (!identifier) throw identifierTaken
  if (project_lead && !(await isColleague(tx, member, project_lead))) {
    const pk = `Invalid pk "${project_lead}" - object does not exist.`
    throw badRequest({ project_lead: [pk] })
  }
  const { id: project_id } = await insertProject(tx, member, {
    name,
    identifier,
    description,
    network,
    logo_props: JSON.stringify(logo_props),
    project_lead_id: project_lead,
  }).catch(taken)
  const { workspace_id, user_id } = member
  for (const person of new Set([user_id, project_lead ?? user_id])) {
    await insertProjectMember(tx, member, { project_id, user_id: person, role: ADMIN })
  }
  await seedStates(tx, { workspace_id, project_id, created_by: user_id })
  await openNumbers(tx, project_id)
  return project_id
}

export async function readProject(db: Db, member: Member, id: string) {
  const project = await findProject(db, member, id)
  if (!project || project.archived_at) throw notFound({ error: 'Project does not exist' })
  return project
}

export async function checkIdentifier(db: Db, member: Member, typed = '') {
  const name = readIdentifier(typed)
  if (!name) throw badRequest({ error: 'Name is required' })
  const identifiers = await findIdentifiers(db, member, name)
  return { exists: identifiers.length, identifiers }
}
