import {
  type NewState,
  nextStateSequence,
  type State,
  type StateGroup,
  type StatePatch,
  stateGroups,
  type WithId,
} from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, conflict, duplicate, notFound } from '#kernel/http/errors.ts'
import { lockProject } from '#product/lock-queries.ts'
import {
  clearDefault,
  findDefaultState,
  forgetClosingState,
  hasItems,
  insertState,
  insertStates,
  lastSequence,
  listStates,
  lockState,
  moveHiddenItems,
  readState,
  updateState,
} from './queries.ts'

export { findDefaultState, findState, findTriageState } from './queries.ts'

/** The states of a new project. The last cannot be chosen: intake uses it for its items. */
const seeds = [
  { name: 'Backlog', color: '#60646C', sequence: 15000, group: 'backlog', default: true },
  { name: 'Todo', color: '#60646C', sequence: 25000, group: 'unstarted', default: false },
  { name: 'In Progress', color: '#F59E0B', sequence: 35000, group: 'started', default: false },
  { name: 'Done', color: '#46A758', sequence: 45000, group: 'completed', default: false },
  { name: 'Cancelled', color: '#9AA4BC', sequence: 55000, group: 'cancelled', default: false },
  { name: 'Triage', color: '#4E5355', sequence: 65000, group: 'triage', default: false },
] as const

interface StateContext {
  workspace_id: string
  project_id: string
  created_by: string
}

export const seedStates = (db: Db, place: StateContext) =>
  insertStates(
    db,
    seeds.map((seed) => ({ ...seed, ...place })),
  )

/** The first state of each group, for code that fills a project. */
export async function statesByGroup(db: Db, member: ProjectMember) {
  const states = await listStates(db, member)
  return Object.fromEntries(
    stateGroups.map((group) => [group, states.find((state) => state.group === group)?.id ?? '']),
  ) as Record<StateGroup, string>
}

/** With `grouped` one list per group, always all five. */
export async function listOrGroup(db: Db, member: ProjectMember, grouped?: string) {
  const states = await listStates(db, member)
  if (grouped !== 'true') return states
  const groups = stateGroups.map((group) => [group, states.filter((one) => one.group === group)])
  // The contract types the response our client requests; the schema has both.
  return Object.fromEntries(groups) as unknown as State[]
}

export async function findOne(db: Db, member: ProjectMember, id: string) {
  const state = await readState(db, member, id)
  if (!state) throw notFound()
  return state
}

const nameTaken = duplicate(
  'states_name_key',
  badRequest({ name: 'The state name is already taken' }),
)

const pairTaken = duplicate(
  'states_external_key',
  conflict({ error: 'State with the same external id and external source already exists' }),
)

/** What API clients can set on a state in addition. */
interface ExternalRef {
  external_source?: string | null
  external_id?: string | null
}

function readText(field: string, typed: string): string {
  const text = typed.trim()
  if (!text) throw badRequest({ [field]: ['This field may not be blank.'] })
  return text
}

const emitState = (tx: Tx, { workspace_id, project_id }: ProjectMember, state: State) =>
  emit(tx, { type: 'state.saved', state }, { workspace_id, project_id, for_everyone: true })

/** Unsets the current default; called with the project locked. */
async function replaceDefault(tx: Tx, member: ProjectMember) {
  const former = await clearDefault(tx, member)
  if (former) await emitState(tx, member, former)
}

export const createState = (
  db: Db,
  member: ProjectMember,
  wanted: NewState & WithId & ExternalRef,
) =>
  db.transaction().execute(async (tx) => {
    const name = readText('name', wanted.name)
    const color = readText('color', wanted.color)
    const { group = 'backlog', description = '', default: isDefault = false } = wanted
    const { id: chosen, external_source = null, external_id = null, wip_limit = null } = wanted
    await lockProject(tx, member)
    const { workspace_id, project_id, user_id: created_by } = member
    const sequence = nextStateSequence(await lastSequence(tx, member))
    if (isDefault) await replaceDefault(tx, member)
    const { id } = await insertState(tx, {
      ...{ workspace_id, project_id, created_by, name, color, group, description, sequence },
      ...{ id: chosen, external_source, external_id, default: isDefault, wip_limit },
    })
      .catch(pairTaken)
      .catch(nameTaken)
    const state = await findOne(tx, member, id)
    await emitState(tx, member, state)
    return state
  })

/** There is always one default: it is unset by setting another one. */
export const changeState = (
  db: Db,
  member: ProjectMember,
  id: string,
  patch: StatePatch & ExternalRef,
) =>
  db.transaction().execute(async (tx) => {
    const { name, color, default: becomesDefault, ...plain } = patch
    const change = {
      ...plain,
      ...(name !== undefined && { name: readText('name', name) }),
      ...(color !== undefined && { color: readText('color', color) }),
      ...(becomesDefault && { default: true }),
    }
    await lockProject(tx, member)
    const before = await findOne(tx, member, id)
    if (becomesDefault && !before.default) await replaceDefault(tx, member)
    const state = await updateState(tx, member, id, change).catch(pairTaken).catch(nameTaken)
    if (!state) throw notFound()
    await emitState(tx, member, state)
    return state
  })

export async function markDefault(db: Db, member: ProjectMember, id: string) {
  await changeState(db, member, id, { default: true })
}

export const removeState = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    await lockProject(tx, member)
    const locked = await lockState(tx, member, id)
    if (!locked) throw notFound()
    if (locked.default) throw badRequest({ error: 'Default state cannot be deleted' })
    if (await hasItems(tx, member, id)) {
      throw badRequest({ error: 'The state is not empty, only empty states can be deleted' })
    }
    await moveHiddenItems(tx, member, id, (await findDefaultState(tx, member)).id)
    await forgetClosingState(tx, member, id)
    await updateState(tx, member, id, { deleted_at: now })
    const { workspace_id, project_id } = member
    const audience = { workspace_id, project_id, for_everyone: true } as const
    await emit(tx, { type: 'state.removed', id, project_id }, audience)
  })
