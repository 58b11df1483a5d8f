import type { LastVisited } from '@cairn/contract'
import { findVisitedWorkspace } from '#features/account/service.ts'
import { findWorkspace } from '#features/workspaces/service.ts'
import type { Db } from '#kernel/database/schema.ts'
import { listOwnProjects } from './queries.ts'

export async function readLastVisited(db: Db, user_id: string): Promise<LastVisited> {
  const visited = await findVisitedWorkspace(db, user_id)
  if (!visited?.is_last) return { workspace_details: {}, project_details: [] }
  const [workspace_details, project_details] = await Promise.all([
    findWorkspace(db, user_id, visited.id),
    listOwnProjects(db, user_id, visited.id),
  ])
  return { workspace_details, project_details }
}
