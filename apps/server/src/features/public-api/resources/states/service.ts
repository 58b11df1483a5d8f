import { type StateGroup, slugFrom } from '@cairn/contract'
import type { ListQuery, NewStateV1, ShapeQuery, StatePatchV1, StateV1 } from '@cairn/contract/v1'
import { changeState, createState, removeState } from '#features/states/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import { answerPage } from '../../kit/answer-page.ts'
import { alreadyThere, externalTaken, whereTaken } from '../../kit/conflicts.ts'
import { by, byEach, byNullable, readOrder } from '../../kit/ordering-queries.ts'
import { presentOne } from '../../kit/shaping.ts'
import { findState, findStateByExternalId, findStateNamed, listStates } from './queries.ts'

const orders = {
  ...byEach('s', ['sequence', 'created_at', 'updated_at', 'name', 'color', 'default', 'id']),
  group: by('s.group'),
  external_source: byNullable('s.external_source'),
  external_id: byNullable('s.external_id'),
}

type Found = NonNullable<Awaited<ReturnType<typeof findState>>>

const shown = (state: Found): StateV1 => ({
  ...state,
  slug: slugFrom(state.name),
  is_triage: false,
})

export const readStates = (db: Db, member: ProjectMember, query: ListQuery) => {
  const order = readOrder('s', query.order_by, 'sequence', orders)
  return answerPage(db, member, query, async (slice) => {
    const { rows, total } = await listStates(db, member, order, slice)
    return { rows: rows.map(shown), total }
  })
}

async function stateOf(db: Db, member: ProjectMember, id: string) {
  const state = await findState(db, member, id)
  if (!state) throw notFound()
  return shown(state)
}

export const readState = async (db: Db, member: ProjectMember, id: string, query: ShapeQuery) =>
  presentOne(db, member, query, await stateOf(db, member, id))

/** The triage state of a project cannot be created by clients. */
function withoutTriage<Wanted extends { group?: StateGroup | 'triage' }>({
  group,
  ...wanted
}: Wanted) {
  if (group === 'triage') throw badRequest({ non_field_errors: ['Cannot create triage state'] })
  return { ...wanted, ...(group && { group }) }
}

/** The existing state: by external id, else by name. */
const taken = (db: Db, member: ProjectMember, wanted: NewStateV1) => async () => {
  const external = await findStateByExternalId(db, member, wanted)
  if (external) return externalTaken('State', external.id)
  const named = await findStateNamed(db, member, wanted.name.trim())
  return alreadyThere('State with the same name already exists in the project', named?.id)
}

export async function addState(db: Db, member: ProjectMember, wanted: NewStateV1) {
  const answer = taken(db, member, wanted)
  const { id } = await createState(db, member, withoutTriage(wanted)).catch(
    whereTaken({ states_external_key: answer, states_name_key: answer }),
  )
  return stateOf(db, member, id)
}

export async function editState(db: Db, member: ProjectMember, id: string, patch: StatePatchV1) {
  const change = withoutTriage(patch)
  const before = await stateOf(db, member, id)
  await changeState(db, member, id, change).catch(
    whereTaken({
      states_external_key: async () =>
        externalTaken(
          'State',
          (await findStateByExternalId(db, member, { ...before, ...patch }))?.id,
        ),
      states_name_key: () => badRequest({ error: 'The payload is not valid' }),
    }),
  )
  return stateOf(db, member, id)
}

export async function deleteState(db: Db, member: ProjectMember, id: string) {
  await stateOf(db, member, id)
  await removeState(db, member, id)
}
