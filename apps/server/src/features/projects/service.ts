import { ADMIN, type NewProject, type ProjectPatch, type WithId } from '@cairn/contract'
import { recordVisit } from '#features/recent-visits/service.ts'
import { findState, seedStates } from '#features/states/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { emitAll } from '#kernel/events/outbox.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import { epicType } from '#product/epic-type-queries.ts'
import { discardCover } from './covers.ts'
import { emitProject } from './events.ts'
import {
  findIdentifiers,
  findProject,
  insertProject,
  isEstimateOf,
  listAudience,
  lockProject,
  openNumbers,
  updateProject,
  upsertProjectMembers,
} from './queries.ts'
import {
  readFields,
  readIdentifier,
  readNewFields,
  refusePk,
  refuseReversed,
  refuseTaken,
  takenAtChange,
  takenAtCreation,
} from './readings.ts'
import { chooseTypes } from './types.ts'

export { archiveProject, removeProject, restoreProject } from './archive.ts'
export { emitProject, emitToUsers } from './events.ts'
export {
  countContents,
  countProjects,
  findProject,
  isProjectVisible,
  listAudience,
  listProjects,
  listProjectsLite,
  pageOfProjects,
  visibleProjects,
} from './queries.ts'

export const createProject = (db: Db, member: Member, wanted: NewProject & WithId) =>
  db.transaction().execute(async (tx) => {
    const id = await openProject(tx, member, wanted)
    const project = await findProject(tx, member, id)
    return emitProject(tx, member, id, { changedFor: project?.members ?? [] })
  })

/** The project with its states, unless others are added, its first number and its administrators. */
export async function openProject(
  tx: Tx,
  member: Member,
  wanted: NewProject & WithId,
  { withStates = true }: { withStates?: boolean } = {},
): Promise<string> {
  const values = await readNewFields(tx, member, wanted)
  refuseReversed(wanted.start_date, wanted.target_date)
  if (wanted.default_state) throw refusePk('default_state', wanted.default_state)
  if (wanted.estimate) throw refusePk('estimate', wanted.estimate)
  const { id: project_id } = await insertProject(tx, member, { ...values, id: wanted.id }).catch(
    refuseTaken(takenAtCreation),
  )
  const { workspace_id, user_id } = member
  const admins = [...new Set([user_id, values.project_lead_id ?? user_id])]
  const people = admins.map((person) => ({ user_id: person, role: ADMIN }))
  await upsertProjectMembers(tx, member, project_id, people, { retainsRole: false })
  if (withStates) await seedStates(tx, { workspace_id, project_id, created_by: user_id })
  await openNumbers(tx, project_id)
  if (wanted.is_epic_enabled) await epicType(tx, member)
  await chooseTypes(tx, member, project_id, wanted)
  return project_id
}

type Entrant = Parameters<typeof upsertProjectMembers>[3][number]

/** Emits no event: for projects no user has seen yet, and for bots, which no list shows. */
export const joinProject = (
  tx: Tx,
  member: Member,
  { project_id, ...person }: Entrant & { project_id: string },
) => upsertProjectMembers(tx, member, project_id, [person], { retainsRole: true })

/** Emits it to the new members, and to all who see the project. */
export async function admitToProject(
  tx: Tx,
  member: Member,
  project_id: string,
  people: Entrant[],
  options: { retainsRole: boolean },
) {
  const rows = await upsertProjectMembers(tx, member, project_id, people, options)
  const audience = { workspace_id: member.workspace_id, project_id, for_everyone: true } as const
  await emitAll(
    tx,
    rows.map((project_member) => [{ type: 'project_member.saved', project_member }, audience]),
  )
  await emitProject(tx, member, project_id, {
    changedFor: people.map(({ user_id }) => user_id),
  })
  return rows
}

/** Archived projects cannot be opened. Opening a project records a visit. */
export async function readProject(db: Db, member: Member, id: string) {
  const project = await findProject(db, member, id)
  if (!project || project.archived_at) throw notFound({ error: 'Project does not exist' })
  recordVisit(db, member, { entity_name: 'project', entity_identifier: id, project_id: id })
  return project
}

export const changeProject = (db: Db, member: ProjectMember, patch: ProjectPatch) =>
  db.transaction().execute(async (tx) => {
    const { project_id } = member
    const locked = await lockProject(tx, member, project_id)
    if (!locked) throw notFound({ error: 'Project does not exist' })
    if (locked.archived_at) throw badRequest({ error: 'Archived projects cannot be updated' })
    const { start_date = locked.start_date, target_date = locked.target_date } = patch
    refuseReversed(start_date, target_date)
    const { default_state, estimate } = patch
    if (default_state && !(await findState(tx, member, default_state))) {
      throw refusePk('default_state', default_state)
    }
    if (estimate && !(await isEstimateOf(tx, member, project_id, estimate))) {
      throw refusePk('estimate', estimate)
    }
    const change = {
      ...(await readFields(tx, member, patch, takenAtChange)),
      ...(default_state !== undefined && { default_state_id: default_state }),
      ...(estimate !== undefined && { estimate_id: estimate }),
    }
    const before = await listAudience(tx, member, project_id)
    if (patch.cover_image) await discardCover(tx, member, project_id)
    await updateProject(tx, member, project_id, change).catch(refuseTaken(takenAtChange))
    if (patch.is_epic_enabled) await epicType(tx, member)
    await chooseTypes(tx, member, project_id, patch)
    return emitProject(tx, member, project_id, { before })
  })

export async function checkIdentifier(db: Db, member: Member, typed = '') {
  const name = readIdentifier(typed)
  if (!name) throw badRequest({ error: 'Name is required' })
  const found = await findIdentifiers(db, member, name)
  return { exists: found.length, identifiers: found.filter(({ is_visible }) => is_visible) }
}
