import { ADMIN } from '@cairn/contract'
import { findItemOf, listComments } from '#features/comments/service.ts'
import { describeCycle } from '#features/cycles/service.ts'
import { findIntakeItem } from '#features/intake/service.ts'
import { readModule } from '#features/modules/service.ts'
import { itemsOfCycles, readNumbers } from '#features/progress/service.ts'
import { countContents, findProject } from '#features/projects/service.ts'
import { findDetail } from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { HttpError } from '#kernel/http/errors.ts'
import type { Call, EventName } from './call-queries.ts'
import { type Data, findProjectOf, findSurroundings } from './record-queries.ts'

type Read = (db: Db, reader: ProjectMember, call: Call) => Promise<Data | undefined>

const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Reads as the user who changed the record, with admin role: a webhook is an admin's, so nothing is
 * left out.
 */
const readerOf = ({ actor_id, workspace_id, slug, project_id }: Call): ProjectMember => ({
  ...{ user_id: actor_id ?? nobody, email: '', is_instance_admin: false, user_timezone: 'UTC' },
  ...{ workspace_id, slug, workspace_role: ADMIN },
  ...{ project_id, project_role: ADMIN, identifier: '', sees_only_own: false, counts: 'all' },
})

const project: Read = async (db, reader, { entity_id }) => {
  const found = await findProject(db, reader, entity_id)
  const [counts] = await countContents(db, reader, [entity_id])
  return (
    found && {
      ...found,
      ...counts,
      is_member: found.member_role !== null,
      is_deployed: found.anchor !== null,
    }
  )
}

/** An item may have moved to another project since. */
async function whereItIs(db: Db, reader: ProjectMember, id: string): Promise<ProjectMember> {
  const project_id = await findProjectOf(db, reader, id)
  return { ...reader, project_id: project_id ?? reader.project_id }
}

const issue: Read = async (db, reader, { entity_id }) => {
  const there = await whereItIs(db, reader, entity_id)
  const found = await findDetail(db, there, entity_id)
  if (!found) return undefined
  const { is_subscribed, ...row } = found
  return { ...row, ...(await findSurroundings(db, there, entity_id)) }
}

const comment: Read = async (db, reader, { entity_id }) => {
  const item = await findItemOf(db, reader, entity_id)
  if (!item) return undefined
  const [found] = await listComments(db, reader, { ...item, id: entity_id })
  if (!found) return undefined
  const { comment_stripped, comment_json, ...rest } = found
  return { ...rest, is_member: true }
}

const cycle: Read = async (db, reader, { entity_id }) => {
  const found = await describeCycle(db, reader, entity_id)
  const numbers = (await readNumbers(db, itemsOfCycles(reader, [entity_id]))).of(entity_id)
  const { is_favorite, ...rest } = found
  return {
    ...rest,
    total_estimates: numbers.total_estimate_points,
    completed_estimates: numbers.completed_estimate_points,
    started_estimates: numbers.started_estimate_points,
  }
}

const module: Read = async (db, reader, { entity_id }) => {
  const { is_favorite, ...rest } = await readModule(db, reader, entity_id)
  return { ...rest, members: rest.member_ids }
}

const intakeItem: Read = async (db, reader, { entity_id }) => {
  const found = await findIntakeItem(db, reader, entity_id)
  return found && { ...found }
}

/** The item, and its cycle or module. */
const link = (whole: 'cycle' | 'module', { entity_id, part_id }: Call) => ({
  ...{ id: entity_id, issue: entity_id, [whole]: part_id },
})

const partOf =
  (whole: 'cycle' | 'module'): Read =>
  async (db, reader, call) => {
    const there = await whereItIs(db, reader, call.entity_id)
    const item = await findDetail(db, there, call.entity_id)
    if (!item) return undefined
    const { project_id, sub_issues_count, created_at, updated_at, created_by, updated_by } = item
    return {
      ...link(whole, call),
      ...{ project: project_id, workspace: reader.workspace_id, sub_issues_count },
      ...{ created_at, updated_at, created_by, updated_by },
    }
  }

const readers: Record<EventName, Read> = {
  ...{ project, issue, cycle, module },
  issue_comment: comment,
  intake_issue: intakeItem,
  cycle_issue: partOf('cycle'),
  module_issue: partOf('module'),
}

/** The data for something deleted. */
function remains(call: Call): Data {
  if (call.event === 'cycle_issue') return link('cycle', call)
  if (call.event === 'module_issue') return link('module', call)
  return { id: call.entity_id }
}

/** The current data of a call's entity. */
export async function readRecord(db: Db, call: Call): Promise<Data> {
  if (call.action === 'deleted') return remains(call)
  try {
    return (await readers[call.event](db, readerOf(call), call)) ?? remains(call)
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return remains(call)
    throw error
  }
}
