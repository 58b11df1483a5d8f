import type { Project, ProjectMember } from '@cairn/contract'
import { emitProject, listProjects } from '#features/projects/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'

/** Emits how a user's new role changes the projects they see: removed, added or changed. */
export async function emitVisibleProjects(tx: Tx, before: readonly Project[], person: Member) {
  const { user_id, workspace_id } = person
  const to = [user_id]
  const roles = new Map(before.map(({ id, member_role }) => [id, member_role]))
  const after = await listProjects(tx, person)
  for (const project of after) {
    const isSame = roles.get(project.id) === project.member_role
    if (isSame) continue
    await emit(tx, { type: 'project.saved', project }, { to, within: { workspace_id } })
  }
  const seen = new Set(after.map(({ id }) => id))
  for (const { id } of before) {
    if (!seen.has(id)) await emit(tx, { type: 'project.removed', id }, { to, within: null })
  }
}

const everyoneIn = ({ workspace_id }: Member, project_id: string) =>
  ({ workspace_id, project_id, for_everyone: true }) as const

/** Emits the changed role to the others in these projects. */
export async function emitRoles(tx: Tx, member: Member, rows: readonly ProjectMember[]) {
  for (const project_member of rows) {
    const audience = everyoneIn(member, project_member.project)
    await emit(tx, { type: 'project_member.saved', project_member }, audience)
  }
}

/** Emits to those who stay in these projects, and to users who lost access. */
export async function emitDepartures(tx: Tx, member: Member, rows: readonly ProjectMember[]) {
  for (const { id, project: project_id, member: user_id } of rows) {
    const gone = { type: 'project_member.removed', id, project_id } as const
    await emit(tx, gone, everyoneIn(member, project_id))
    await emitProject(tx, member, project_id, { before: [user_id] })
  }
}
