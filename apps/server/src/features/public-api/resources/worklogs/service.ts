import type { WorkLog, WorkLogPatch } from '@cairn/contract'
import type { NewWorklogV1, WorklogV1 } from '@cairn/contract/v1'
import { changeLog, createLog, listLogs, removeLog } from '#features/time/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { authorship } from '../../kit/authors.ts'
import { reachItem } from '../work-items/reach.ts'

const toV1 = ({ issue, project, workspace, ...log }: WorkLog): WorklogV1 => ({
  ...log,
  project_id: project,
  workspace_id: workspace,
})

export async function readWorklogs(db: Db, member: ProjectMember, id: string) {
  return (await listLogs(db, member, await reachItem(db, member, id))).map(toV1)
}

export async function addWorklog(
  db: Db,
  member: ProjectMember,
  id: string,
  { logged_by = null, ...wanted }: NewWorklogV1,
) {
  const item = await reachItem(db, member, id)
  const { author_id } = await authorship(db, member, { created_by: logged_by })
  return toV1(await createLog(db, member, item, wanted, author_id))
}

interface Address {
  issue_id: string
  worklog_id: string
}

export async function editWorklog(
  db: Db,
  member: ProjectMember,
  { issue_id, worklog_id }: Address,
  patch: WorkLogPatch,
) {
  const id = await reachItem(db, member, issue_id)
  return toV1(await changeLog(db, member, { id, worklog_id }, patch))
}

export async function deleteWorklog(
  db: Db,
  member: ProjectMember,
  { issue_id, worklog_id }: Address,
) {
  const id = await reachItem(db, member, issue_id)
  await removeLog(db, member, { id, worklog_id })
  return null
}
