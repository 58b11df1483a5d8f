import { type DeployBoard, drawnLayouts, GUEST } from '@cairn/contract'
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
  saveVisitor,
} from './public-queries.ts'

export type { Board } from './public-queries.ts'

export const notPublished = () => notFound({ error: 'Project is not published' })
export const invalidAnchor = () => notFound({ error: 'Invalid anchor' })

/** What an anchor opens; unknown, dead and switched-off ones are answered alike. */
export async function openBoard(db: Db, anchor: string, refusal = notFound): Promise<Board> {
  const board = await findBoard(db, anchor)
  if (!board) throw refusal()
  return board
}

/** Where there are items: a page has none. */
export async function openItemsBoard(db: Db, anchor: string, refusal = notPublished) {
  const board = await openBoard(db, anchor, refusal)
  if (board.entity_name === 'page') throw refusal()
  return board
}

const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * Who looks from outside, as a guest of the project who sees what it lists and nothing else. Who is
 * not signed in reads on the project's own day.
 */
export const asReader = (board: Board, person?: Person): ProjectMember => ({
  user_id: person?.user_id ?? NOBODY,
  email: '',
  is_instance_admin: false,
  user_timezone: person?.user_timezone ?? board.timezone,
  workspace_id: board.workspace_id,
  workspace_role: GUEST,
  slug: board.slug,
  project_id: board.project_id,
  project_role: GUEST,
  identifier: board.identifier,
  sees_only_own: false,
})

/** A view has the layout it was saved with, as far as the site draws it. */
const layoutsOf = ({ entity_name, layout }: Board, { view_props }: DeployBoard) => {
  if (entity_name !== 'view') return view_props
  return { [drawnLayouts.find((drawn) => drawn === layout) ?? 'list']: true }
}

/** What the site has to know before it shows anything. */
async function settingsOf(db: Db, board: Board): Promise<DeployBoard> {
  const settings = await findSettings(db, board.id)
  if (!settings) throw notFound()
  const { intake } = board
  return { ...settings, intake, inbox: intake, view_props: layoutsOf(board, settings) }
}

export const readSettings = async (db: Db, anchor: string) =>
  settingsOf(db, await openBoard(db, anchor))

/** Without a member nothing is published: unknown, foreign and not signed in are answered alike. */
export async function readSettingsOfProject(
  db: Db,
  member: Member | undefined,
  project_id: string,
) {
  const board = member && (await findBoardOfProject(db, member, project_id))
  if (!board) throw notFound()
  return settingsOf(db, board)
}

type Action = 'comments' | 'reactions' | 'votes'

const refusals: Record<Action, string> = {
  comments: 'Comments are not enabled for this project',
  reactions: 'Reactions are not enabled for this project board',
  votes: 'Votes are not enabled for this project board',
}

export const allows = (board: Board, action: Action): boolean => board[`is_${action}_enabled`]

/** Who wants to do what the board does not offer is told so. */
export function refuseUnless(board: Board, action: Action, error = refusals[action]) {
  if (!allows(board, action)) throw badRequest({ error })
}

/** Anybody with an account may write here, so nobody writes without end. */
export async function slowDown(db: Db, { user_id }: Person) {
  await refuseOver(db, 'publicWrites', user_id)
}

/** A stranger who wrote something is remembered as the project's visitor. */
export async function rememberVisitor(db: Db, visitor: ProjectMember) {
  if (!(await isInProject(db, visitor))) await saveVisitor(db, visitor)
}
