import { randomBytes } from 'node:crypto'
import {
  canPublishProject,
  type DeployBoardPatch,
  type PublicLayouts,
  publicLayouts,
} from '@cairn/contract'
import { findIntake } from '#features/intake/service.ts'
import { emitProject } from '#features/projects/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import {
  findBoardById,
  findBoardOf,
  lockPublishingRule,
  saveBoard,
  updateBoard,
} from './queries.ts'

/** 128 bits: it cannot be guessed. */
export const newAnchor = () => randomBytes(16).toString('hex')

const noBoard = () => notFound({ detail: 'No DeployBoard matches the given query.' })

const everyLayout = Object.fromEntries(publicLayouts.map((layout) => [layout, true]))

/** Layouts not given are off. */
function readLayouts(wanted: PublicLayouts): string {
  const layouts = publicLayouts.map((layout) => [layout, wanted[layout] ?? false] as const)
  if (!layouts.some(([, isOn]) => isOn)) {
    throw badRequest({ error: 'Please select at least one view layout to publish the project.' })
  }
  return JSON.stringify(Object.fromEntries(layouts))
}

async function readSettings(tx: Tx, member: ProjectMember, patch: DeployBoardPatch) {
  const { view_props, views, intake, ...flags } = patch
  const layouts = view_props ?? views
  if (intake && !(await findIntake(tx, member, intake))) {
    throw badRequest({ intake: [`Invalid pk "${intake}" - object does not exist.`] })
  }
  return {
    ...flags,
    ...(layouts && { view_props: readLayouts(layouts) }),
    ...(intake !== undefined && { intake_id: intake }),
  }
}

const unlessSaid = {
  is_comments_enabled: false,
  is_reactions_enabled: false,
  is_votes_enabled: false,
  intake_id: null,
  view_props: JSON.stringify(everyLayout),
  is_activity_enabled: true,
  is_disabled: false,
}

/** If it is not published, the defaults for publishing: without id and anchor. */
export async function readBoard(db: Db, member: ProjectMember) {
  const { workspace_id: workspace, project_id: project } = member
  const board = await findBoardOf(db, member, 'project', project)
  if (board) return board
  const { intake_id: intake, ...settings } = unlessSaid
  return {
    ...{ ...settings, workspace, project, intake, inbox: intake, view_props: everyLayout },
    ...{ entity_name: 'project' as const, entity_identifier: project },
  }
}

export async function readBoardById(db: Db, member: ProjectMember, id: string) {
  const board = await findBoardById(db, member, id)
  if (!board) throw noBoard()
  return board
}

async function refuseUnlessPublisher(tx: Tx, member: ProjectMember) {
  if (canPublishProject({ ...member, ...(await lockPublishingRule(tx, member)) })) return
  throw forbidden({ error: 'Only admins of this project can publish it' })
}

/** If already published: the same link, with the new settings. */
export const publishProject = (db: Db, member: ProjectMember, wanted: DeployBoardPatch) =>
  db.transaction().execute(async (tx) => {
    await refuseUnlessPublisher(tx, member)
    const { project_id } = member
    const settings = { ...unlessSaid, ...(await readSettings(tx, member, wanted)) }
    const what = { entity_name: 'project', entity_identifier: project_id } as const
    const { id } = await saveBoard(tx, member, { ...what, anchor: newAnchor() }, settings)
    await emitProject(tx, member, project_id)
    return readBoardById(tx, member, id)
  })

export const changeBoard = (db: Db, member: ProjectMember, id: string, patch: DeployBoardPatch) =>
  db.transaction().execute(async (tx) => {
    await refuseUnlessPublisher(tx, member)
    const before = await readBoardById(tx, member, id)
    await updateBoard(tx, member, id, await readSettings(tx, member, patch))
    const after = await readBoardById(tx, member, id)
    if (after.is_disabled !== before.is_disabled) {
      await emitProject(tx, member, member.project_id)
    }
    return after
  })

/** The anchor is deleted too: publishing again creates another. */
export const unpublishProject = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    await refuseUnlessPublisher(tx, member)
    await readBoardById(tx, member, id)
    await updateBoard(tx, member, id, { deleted_at: now })
    await emitProject(tx, member, member.project_id)
  })
