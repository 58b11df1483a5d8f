import { type DeployBoard, GUEST, publicLayouts } from '@cairn/contract'
import type { Member, Person, ProjectMember } from '#kernel/auth/member.ts'
import { refuseOver } from '#kernel/auth/throttle.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import {
  type Board,
  findBoard,
  findBoardOfProject,
  findSettings,
  isInProject,
  NOBODY,
  type Reader,
  saveVisitor,
} from './public-queries.ts'

export type { Board, Reader } from './public-queries.ts'

export const notPublished = () => notFound({ error: 'Project is not published' })
export const invalidAnchor = () => notFound({ error: 'Invalid anchor' })

/** The board of an anchor; unknown, deleted and disabled ones get the same response. */
export async function openBoard(db: Db, anchor: string, refusal = notFound): Promise<Board> {
  const board = await findBoard(db, anchor)
  if (!board) throw refusal()
  return board
}

/** A board with items: a page has none. */
export async function openItemsBoard(db: Db, anchor: string, refusal = notPublished) {
  const board = await openBoard(db, anchor, refusal)
  if (board.entity_name === 'page') throw refusal()
  return board
}

/**
 * The visitor as a guest of the project who sees only what it lists. Without a session, the
 * project's time zone is used.
 */
export const asReader = (board: Board, person?: Person): Reader => ({
  user_id: person?.user_id ?? NOBODY,
  email: '',
  is_instance_admin: false,
  user_timezone: person?.user_timezone ?? board.timezone,
  workspace_id: board.workspace_id,
  workspace_role: GUEST,
  slug: board.slug,
  project_id: board.project_id,
  project_ids: board.project_ids,
  project_role: GUEST,
  identifier: board.identifier,
  sees_only_own: false,
})

/** A view uses its saved layout. */
const layoutsOf = ({ entity_name, layout }: Board, { view_props }: DeployBoard) => {
  if (entity_name !== 'view') return view_props
  const name = layout === 'gantt_chart' ? 'gantt' : layout
  return { [publicLayouts.find((known) => known === name) ?? 'list']: true }
}

/** The settings the site needs before it shows anything. */
async function settingsOf(db: Db, board: Board): Promise<DeployBoard> {
  const settings = await findSettings(db, board.id)
  if (!settings) throw notFound()
  const { intake } = board
  return { ...settings, intake, inbox: intake, view_props: layoutsOf(board, settings) }
}

export const readSettings = async (db: Db, anchor: string) =>
  settingsOf(db, await openBoard(db, anchor))

/** Without a member nothing is found: unknown, foreign and anonymous get the same response. */
export async function readSettingsOfProject(
  db: Db,
  member: Member | undefined,
  project_id: string,
) {
  const board = member && (await findBoardOfProject(db, member, project_id))
  if (!board) throw notFound()
  return settingsOf(db, board)
}

type Action = 'activity' | 'comments' | 'reactions' | 'votes'

const refusals: Record<Action, string> = {
  activity: 'Activity is not enabled for this project board',
  comments: 'Comments are not enabled for this project',
  reactions: 'Reactions are not enabled for this project board',
  votes: 'Votes are not enabled for this project board',
}

export const allows = (board: Board, action: Action): boolean => board[`is_${action}_enabled`]

/** Refuses actions the board does not allow. */
export function refuseUnless(board: Board, action: Action, error = refusals[action]) {
  if (!allows(board, action)) throw badRequest({ error })
}

/** Any user with an account may write here, so writes are rate limited. */
export async function slowDown(db: Db, { user_id }: Person) {
  await refuseOver(db, 'publicWrites', user_id)
}

/** A user from outside who wrote something is stored as the project's visitor. */
export async function rememberVisitor(db: Db, visitor: ProjectMember) {
  if (!(await isInProject(db, visitor))) await saveVisitor(db, visitor)
}
