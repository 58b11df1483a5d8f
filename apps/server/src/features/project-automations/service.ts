import { ADMIN } from '@cairn/contract'
import { archiveForgotten, closeForgotten } from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { type AutomatedProject, listAutomatedProjects } from './queries.ts'

const actorOf = ({ project_id, workspace_id, slug, identifier, user_id }: AutomatedProject) =>
  ({
    ...{ project_id, workspace_id, slug, identifier, user_id },
    email: '',
    is_instance_admin: false,
    user_timezone: 'UTC',
    workspace_role: ADMIN,
    project_role: ADMIN,
    sees_only_own: false,
  }) satisfies ProjectMember

/** A failure in one project does not affect the others; it is thrown after all were processed. */
async function eachProject(
  db: Db,
  action: (project: AutomatedProject, actor: ProjectMember) => Promise<unknown>,
) {
  const failures: unknown[] = []
  for (const project of await listAutomatedProjects(db)) {
    try {
      await action(project, actorOf(project))
    } catch (error) {
      failures.push(new Error(`project ${project.project_id}`, { cause: error }))
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some projects were left out')
}

export const archiveOldItems = (db: Db) =>
  eachProject(db, async ({ archive_in: months }, actor) => {
    if (months === 0) return
    await archiveForgotten(db, actor, { groups: ['completed', 'cancelled'], months })
  })

export const closeOldItems = (db: Db) =>
  eachProject(db, async ({ close_in: months, closing_state_id }, actor) => {
    if (months === 0 || !closing_state_id) return
    const groups = ['backlog', 'unstarted', 'started'] as const
    await closeForgotten(db, actor, { groups, months }, closing_state_id)
  })
