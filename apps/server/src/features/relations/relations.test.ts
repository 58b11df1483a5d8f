import {
  relationsApi as api,
  epicsApi,
  GUEST,
  MEMBER,
  projectsApi,
  type Relations,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  addItem,
  historyOf,
  missing,
  nobody,
  refused,
  stateOf,
} from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, stranger, database } = await testServer()
const { db } = database

const none = {
  ...{ blocking: [], blocked_by: [], duplicate: [], relates_to: [] },
  ...{ start_after: [], start_before: [], finish_after: [], finish_before: [] },
}

const relate = (client: Client, id: string, relation_type: string, ...issues: string[]) =>
  client.call(api.create, { params: { id }, body: { relation_type, issues } })

/** Names by key, only keys with values. */
const namesOf = (relations: Relations) =>
  Object.fromEntries(
    Object.entries(relations)
      .filter(([, items]) => items.length > 0)
      .map(([key, items]) => [key, items.map(({ name }) => name)]),
  )

const seenFrom = async (client: Client, id: string) =>
  namesOf(await client.call(api.list, { params: { id } }))

describe('relations', () => {
  it('start with eight empty keys', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'alone')
    expect(await ada.call(api.list, { params: { id } })).toEqual(none)
  })

  // @cap:relations.four-types
  it.each([
    ['blocked_by', 'blocking', 'blocked_by'],
    ['blocking', 'blocked_by', 'blocked_by'],
    ['relates_to', 'relates_to', 'relates_to'],
    ['duplicate', 'duplicate', 'duplicate'],
    ['start_before', 'start_after', 'start_before'],
    ['start_after', 'start_before', 'start_before'],
    ['finish_before', 'finish_after', 'finish_before'],
    ['finish_after', 'finish_before', 'finish_before'],
  ])('%s is %s from the other end', async (type, inverse, stored) => {
    const { ada } = await projectOf('ada')
    const [one, other] = [await addItem(ada, 'one'), await addItem(ada, 'other')]
    const [answer, ...rest] = await relate(ada, one.id, type, other.id)
    expect(rest).toEqual([])
    expect(answer).toMatchObject({ id: other.id, relation_type: stored, name: 'other' })
    expect(await seenFrom(ada, one.id)).toEqual({ [type]: ['other'] })
    expect(await seenFrom(ada, other.id)).toEqual({ [inverse]: ['one'] })

    const body = { relation_type: type, related_issue: other.id }
    await ada.call(api.remove, { params: { id: one.id }, body })
    expect(await seenFrom(ada, one.id)).toEqual({})
    expect(await seenFrom(ada, other.id)).toEqual({})
    const rows = (item: { id: string }) => historyOf(db, item.id)
    expect((await rows(one)).slice(1)).toEqual([
      {
        ...{ verb: 'updated', field: type, old_value: '', new_value: 'TRAIL-2' },
        comment: `added ${type} relation`,
      },
      {
        ...{ verb: 'deleted', field: type, old_value: 'TRAIL-2', new_value: '' },
        comment: `deleted ${type} relation`,
      },
    ])
    expect((await rows(other)).slice(1)).toEqual([
      {
        ...{ verb: 'updated', field: inverse, old_value: '', new_value: 'TRAIL-1' },
        comment: `added ${inverse} relation`,
      },
      {
        ...{ verb: 'deleted', field: inverse, old_value: 'TRAIL-1', new_value: '' },
        comment: `deleted ${inverse} relation`,
      },
    ])
    const { rows: activities } = await sql<{ of: string; is_notified: boolean; about: string }>`
      select work_item_id as of, is_notified, old_identifier as about from activities
      where work_item_id in (${one.id}, ${other.id}) and field is not null`.execute(db)
    expect(activities).toEqual([
      { of: one.id, is_notified: false, about: other.id },
      { of: other.id, is_notified: true, about: one.id },
      { of: one.id, is_notified: false, about: other.id },
      { of: other.id, is_notified: true, about: one.id },
    ])
  })

  it('move both items’ clocks, and both are told', async () => {
    const { ada } = await projectOf('ada')
    const [one, other] = [await addItem(ada, 'one'), await addItem(ada, 'other')]
    const events = await ada.eventsOf(() => relate(ada, one.id, 'blocking', other.id))
    const saved = events.map((event) => event.type === 'work_item.saved' && event.work_item.id)
    expect(saved.toSorted()).toEqual([one.id, other.id].toSorted())
    for (const before of [one, other]) {
      const after = await ada.call(workItemsApi.get, { params: { id: before.id } })
      expect(after.updated_at > before.updated_at).toBe(true)
      expect(after.updated_by).toBe(ada.user_id)
    }
  })

  it('are one between two items, whatever the type, also when both ends ask at once', async () => {
    const { ada, bob } = await projectOf('ada', 'bob')
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await addItem(ada, 'one'), await addItem(ada, 'other')]
      const answers = await Promise.all([
        relate(ada, one.id, 'blocking', other.id),
        relate(bob, other.id, 'relates_to', one.id),
        relate(ada, one.id, 'duplicate', other.id),
      ])
      expect(answers.map(([item]) => item?.id)).toEqual([other.id, one.id, other.id])
      const relations = await ada.call(api.list, { params: { id: one.id } })
      expect(Object.values(relations).flat()).toHaveLength(1)
      expect(await historyOf(db, one.id)).toHaveLength(2)
      expect(await historyOf(db, other.id)).toHaveLength(2)
    }
  })

  it('leave out the item itself, and what is not visible any more', async () => {
    const { ada } = await projectOf('ada')
    const state_id = await stateOf(ada, 'completed')
    const one = await addItem(ada, 'one')
    const [retained, archived, deleted] = [
      await addItem(ada, 'kept'),
      await addItem(ada, 'archived', { state_id }),
      await addItem(ada, 'deleted'),
    ]
    await relate(ada, one.id, 'relates_to', one.id, retained.id, archived.id, deleted.id)
    await ada.call(workItemsApi.archive, { params: { id: archived.id } })
    await ada.call(workItemsApi.remove, { params: { id: deleted.id } })
    expect(await seenFrom(ada, one.id)).toEqual({ relates_to: ['kept'] })
  })

  it('of epics are asked for under the same path', async () => {
    const { ada } = await projectOf('ada')
    const epic = await ada.call(epicsApi.create, { body: { name: 'epic' } })
    const item = await addItem(ada, 'item')
    await relate(ada, epic.id, 'blocked_by', item.id)
    expect(await seenFrom(ada, item.id)).toEqual({ blocking: ['epic'] })
  })

  it('cross projects for those who are members of both', async () => {
    const { ada, mia, gus } = await projectOf('ada', ['mia', MEMBER], ['gus', MEMBER])
    const body = { name: 'Huts', identifier: 'HUT' }
    const { id: project_id } = await ada.call(projectsApi.create, { body })
    const there = ada.at({ project_id })
    const foreign = await addItem(there, 'stove')
    const own = await addItem(mia, 'own')
    const asked = { params: { id: own.id }, body: { relation_type: 'blocking' } }
    const input = { ...asked, body: { ...asked.body, issues: [foreign.id] } }
    expect(await mia.attempt(api.create, input)).toEqual({
      status: 400,
      body: { issues: [`Invalid pk "${foreign.id}" - object does not exist.`] },
    })
    await sql`
      insert into project_members (workspace_id, project_id, user_id, role)
      select workspace_id, ${project_id}, ${gus.user_id}, ${GUEST} from projects
      where id = ${project_id}`.execute(db)
    await sql`
      update projects set guest_view_all_features = true where id = ${project_id}`.execute(db)
    expect(await gus.attempt(api.create, input)).toEqual(refused)

    await ada.call(api.create, input)
    expect(await seenFrom(mia, own.id)).toEqual({})
    expect(await seenFrom(there, foreign.id)).toEqual({ blocked_by: ['own'] })
    expect((await historyOf(db, foreign.id)).at(-1)?.new_value).toBe('TRAIL-1')
    const gone = { params: { id: own.id }, body: { related_issue: foreign.id } }
    expect(await mia.attempt(api.remove, gone)).toEqual(missing)
    expect(await gus.attempt(api.remove, gone)).toMatchObject({ status: 204 })
    expect((await historyOf(db, own.id)).at(-1)?.comment).toBe('deleted blocking relation')
  })

  it.each([
    [{}, { message: 'Issue relation type is required' }],
    [{ relation_type: '', issues: [] }, { message: 'Issue relation type is required' }],
    [{ relation_type: 'x', issues: [] }, { relation_type: ['"x" is not a valid choice.'] }],
    [{ relation_type: 'blocking' }, { issues: ['This field is required.'] }],
    [
      { relation_type: 'blocking', issues: ['no-id'] },
      { issues: ['“no-id” is not a valid UUID.'] },
    ],
    [
      { relation_type: 'blocking', issues: [nobody] },
      { issues: [`Invalid pk "${nobody}" - object does not exist.`] },
    ],
  ])('refuse %o', async (body, answer) => {
    const { ada } = await projectOf('ada')
    const { id } = await addItem(ada, 'one')
    const refusal = { status: 400, body: answer }
    expect(await ada.attempt(api.create, { params: { id }, body })).toEqual(refusal)
    expect(await historyOf(db, id)).toHaveLength(1)
  })

  it('are removed only where there are some', async () => {
    const { ada } = await projectOf('ada')
    const [one, other] = [await addItem(ada, 'one'), await addItem(ada, 'other')]
    const params = { id: one.id }
    for (const related_issue of [other.id, one.id, nobody]) {
      const body = { relation_type: 'blocking', related_issue }
      expect(await ada.attempt(api.remove, { params, body })).toEqual(missing)
    }
    const body = { relation_type: 'blocking' }
    expect(await ada.attempt(api.remove, { params, body } as never)).toEqual({
      status: 400,
      body: { related_issue: ['This field is required.'] },
    })
  })

  it('are for members to change and for those who see the item to read', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { eve } = await projectOf('eve')
    const [one, other] = [await addItem(ada, 'one'), await addItem(ada, 'other')]
    await relate(ada, one.id, 'blocking', other.id)
    const params = { id: one.id }
    const body = { relation_type: 'blocking', issues: [other.id] }
    const gone = { relation_type: 'blocking', related_issue: other.id }
    expect(await gus.attempt(api.list, { params })).toEqual({
      status: 403,
      body: { error: 'You are not allowed to view this issue' },
    })
    expect(await gus.attempt(api.create, { params, body })).toEqual(refused)
    expect(await gus.attempt(api.remove, { params, body: gone })).toEqual(refused)
    expect(await eve.at(ada.place).attempt(api.list, { params })).toEqual(refused)
    expect(await eve.attempt(api.list, { params })).toEqual(missing)
    expect(await eve.attempt(api.create, { params, body })).toEqual(missing)
    expect(await stranger.at(ada.place).attempt(api.list, { params })).toMatchObject({
      status: 401,
    })
  })

  it('of what is archived are read, not changed', async () => {
    const { ada } = await projectOf('ada')
    const one = await addItem(ada, 'one', { state_id: await stateOf(ada, 'completed') })
    const other = await addItem(ada, 'other')
    await relate(ada, one.id, 'blocking', other.id)
    const params = { id: one.id }
    await ada.call(workItemsApi.archive, { params })
    expect(await seenFrom(ada, one.id)).toEqual({ blocking: ['other'] })
    const body = { relation_type: 'blocking', issues: [other.id] }
    expect(await ada.attempt(api.create, { params, body })).toEqual(missing)
  })
})
