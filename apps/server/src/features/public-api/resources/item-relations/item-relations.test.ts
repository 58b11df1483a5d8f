import { GUEST, MEMBER, projectsApi, relationsApi } from '@cairn/contract'
import {
  workItemRelationsV1 as api,
  relationDefinitionsV1 as definitions,
  issueRelationsV1,
  workItemsV1,
} from '@cairn/contract/v1'
import { describe, expect, it } from 'vitest'
import { historyOf, nobody } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { done, missing, notAllowed, programServer } from '#test/programs.ts'

const { database, programsOf, refusesStrangers } = await programServer()

const addItem = async (client: Client, name: string, more = {}) =>
  (await client.call(workItemsV1.create, { body: { name, ...more } })).id
const at = (issue_id: string) => ({ params: { issue_id } })

const none = {
  ...{ blocking: [], blocked_by: [], duplicate: [], relates_to: [] },
  ...{ start_after: [], start_before: [], finish_after: [], finish_before: [] },
}

// @cap:public-api.relations
describe.each([
  ['work-items', api],
  ['issues', issueRelationsV1 as unknown as typeof api],
] as const)('under %s', (_tree, calls) => {
  it('relations are listed as ids, made and removed', async () => {
    const { ada } = await programsOf('ada')
    const [a, b, c] = [await addItem(ada, 'a'), await addItem(ada, 'b'), await addItem(ada, 'c')]
    expect(await ada.call(calls.list, at(a))).toEqual(none)
    const made = await ada.call(calls.create, {
      ...at(a),
      body: { relation_type: 'blocking', issues: [b, c] },
    })
    expect(made).toHaveLength(2)
    expect(made.find(({ id }) => id === b)).toEqual({
      ...{ id: b, name: 'b', sequence_id: 2, relation_type: 'blocking', priority: 'none' },
      ...{ project_id: ada.place.project_id, state_id: expect.any(String), type_id: null },
      ...{ is_epic: false, created_by: ada.user_id, updated_by: ada.user_id },
      ...{ created_at: expect.any(String), updated_at: expect.any(String) },
    })
    const seen = await ada.call(calls.list, at(a))
    expect(seen.blocking.toSorted()).toEqual([b, c].sort())
    expect(await ada.call(calls.list, at(b))).toEqual({ ...none, blocked_by: [a] })
    const remove = { ...at(a), body: { related_issue: b } }
    expect(await ada.attempt(calls.remove, remove)).toEqual(done)
    expect(await ada.attempt(calls.remove, remove)).toEqual(missing)
    expect(await ada.call(calls.list, at(a))).toEqual({ ...none, blocking: [c] })
    const inApp = await ada.browser.call(relationsApi.list, { params: { id: a } })
    expect(inApp.blocking).toMatchObject([{ id: c }])
  })

  it('dependencies are listed as objects, made and removed, and are nothing else', async () => {
    const { ada } = await programsOf('ada')
    const [a, b, c] = [await addItem(ada, 'a'), await addItem(ada, 'b'), await addItem(ada, 'c')]
    const body = { relation_type: 'start_before', work_item_ids: [b] }
    const [made] = await ada.call(calls.addDependencies, { ...at(a), body })
    expect(made).toEqual({
      ...{ id: b, name: 'b', sequence_id: 2, relation_type: 'start_before', priority: 'none' },
      ...{ project_id: ada.place.project_id, state_id: expect.any(String), type_id: null },
      ...{ is_epic: false, label_ids: [], assignee_ids: [], sort_order: expect.any(Number) },
      ...{ created_by: ada.user_id, updated_by: ada.user_id },
      ...{ created_at: expect.any(String), updated_at: expect.any(String) },
    })
    await ada.call(calls.create, { ...at(a), body: { relation_type: 'relates_to', issues: [c] } })
    const { duplicate, relates_to, ...six } = none
    expect(await ada.call(calls.dependencies, at(a))).toEqual({ ...six, start_before: [made] })
    expect(await ada.call(calls.dependencies, at(b))).toMatchObject({ start_after: [{ id: a }] })
    const remove = (other_issue_id: string) =>
      ada.attempt(calls.removeDependency, { params: { issue_id: a, other_issue_id } })
    expect(await remove(c)).toEqual(missing)
    expect(await remove(b)).toEqual(done)
    expect(await remove(b)).toEqual(missing)
    const unfit = { relation_type: 'relates_to', work_item_ids: [b] }
    expect(await ada.attempt(calls.addDependencies, { ...at(a), body: unfit })).toEqual({
      status: 400,
      body: { relation_type: ['"relates_to" is not a valid choice.'] },
    })
  })

  it('other relations go by their definitions', async () => {
    const { ada } = await programsOf('ada')
    const [a, b, c] = [await addItem(ada, 'a'), await addItem(ada, 'b'), await addItem(ada, 'c')]
    const { results, total_count } = await ada.call(definitions.list, {})
    expect(total_count).toBe(2)
    const [relates, duplicate] = results
    expect(relates).toEqual({
      ...{ id: expect.any(String), name: 'relates to', color: '', sort_order: 10_000 },
      ...{ outward: 'relates to', inward: 'relates to', is_default: true, is_active: true },
      workspace: expect.any(String),
    })
    expect(duplicate).toMatchObject({ outward: 'duplicate of', inward: 'duplicate of' })
    const relate = (id: string | undefined, other: string) => ({
      relation_definition_id: id ?? '',
      relation_definition_type: 'relates to',
      work_item_ids: [other],
    })
    const made = await ada.call(calls.addDefined, { ...at(a), body: relate(relates?.id, b) })
    expect(made).toMatchObject([{ id: b, relation_type: 'relates_to' }])
    await ada.call(calls.addDefined, { ...at(a), body: relate(duplicate?.id, c) })
    expect(await ada.call(calls.defined, at(a))).toMatchObject({
      'relates to': [{ id: b }],
      'duplicate of': [{ id: c }],
    })
    expect(await ada.call(calls.list, at(a))).toMatchObject({ relates_to: [b], duplicate: [c] })
    const params = { issue_id: a, other_issue_id: b }
    expect(await ada.attempt(calls.removeDependency, { params })).toEqual(missing)
    expect(await ada.attempt(calls.removeDefined, { params })).toEqual(done)
    expect(await ada.attempt(calls.removeDefined, { params })).toEqual(missing)
    expect(await ada.attempt(calls.addDefined, { ...at(a), body: relate(nobody, b) })).toEqual({
      status: 400,
      body: { relation_definition_id: [`Invalid pk "${nobody}" - object does not exist.`] },
    })
  })
})

// @cap:public-api.relations
describe('a relation', () => {
  it.each([
    [{}, { relation_type: ['This field is required.'] }],
    [{ relation_type: 'blocking' }, { issues: ['This field is required.'] }],
    [{ relation_type: 'x', issues: [nobody] }, { relation_type: ['"x" is not a valid choice.'] }],
    [
      { relation_type: 'blocking', issues: [] },
      { issues: ['Ensure this field has at least 1 elements.'] },
    ],
    [
      { relation_type: 'blocking', issues: [nobody] },
      { issues: [`Invalid pk "${nobody}" - object does not exist.`] },
    ],
  ])('is refused as %o', async (body, answer) => {
    const { ada } = await programsOf('ada')
    const a = await addItem(ada, 'a')
    const refused = { status: 400, body: answer }
    expect(await ada.attempt(api.create, { ...at(a), body: body as never })).toEqual(refused)
    expect(await ada.call(api.list, at(a))).toEqual(none)
  })

  it('is with another item, once, and in both histories', async () => {
    const { ada } = await programsOf('ada')
    const [a, b] = [await addItem(ada, 'a'), await addItem(ada, 'b')]
    const self = { relation_type: 'blocking', issues: [a.toUpperCase()] }
    expect(await ada.attempt(api.create, { ...at(a), body: self })).toEqual({
      status: 400,
      body: { issues: ['A work item cannot be related to itself.'] },
    })
    const body = { relation_type: 'blocked_by', issues: [b, b] }
    expect(await ada.call(api.create, { ...at(a), body })).toHaveLength(1)
    expect(await ada.call(api.create, { ...at(a), body })).toHaveLength(1)
    for (const id of [a, b]) expect(await historyOf(database.db, id)).toHaveLength(2)
  })

  it('reaches into other projects one is in, and into no others', async () => {
    const { ada, mel } = await programsOf('ada', ['mel', MEMBER])
    const { id: project_id } = await ada.browser.call(projectsApi.create, {
      body: { name: 'Huts', identifier: 'HUT' },
    })
    const a = await addItem(ada, 'a')
    const there = await addItem(ada.at({ project_id }), 'there')
    const body = { relation_type: 'relates_to', issues: [there] }
    expect(await mel.attempt(api.create, { ...at(a), body })).toMatchObject({ status: 400 })
    await ada.call(api.create, { ...at(a), body })
    expect(await ada.call(api.list, at(a))).toMatchObject({ relates_to: [there] })
    expect(await mel.call(api.list, at(a))).toEqual(none)
  })

  it('is read by guests of what they see, made by members, and no business of strangers', async () => {
    const { ada, gus } = await programsOf('ada', ['gus', GUEST])
    const a = await addItem(ada, 'a', { created_by: gus.user_id })
    const b = await addItem(ada, 'b')
    const body = { relation_type: 'blocking', issues: [b] }
    expect(await gus.attempt(api.create, { ...at(a), body })).toEqual(notAllowed)
    expect(await gus.call(api.list, at(a))).toEqual(none)
    expect(await gus.attempt(api.dependencies, at(b))).toEqual(missing)
    const params = { issue_id: a, other_issue_id: b, definition_id: nobody }
    for (const endpoint of [...Object.values(api), ...Object.values(definitions)]) {
      await refusesStrangers(endpoint, ada, { params, body })
    }
  })
})

it('definitions are there to be read', async () => {
  const { ada } = await programsOf('ada')
  const found = async (query: Record<string, string>) =>
    (await ada.call(definitions.list, { query: query as object })).results.length
  expect(await found({ is_default: 'true', is_active: 'true' })).toBe(2)
  expect(await found({ is_default: 'false' })).toBe(0)
  expect(await found({ is_active: 'false' })).toBe(0)
  const params = { definition_id: nobody }
  for (const call of [definitions.create, definitions.change, definitions.remove]) {
    expect(await ada.attempt(call, { params } as never)).toEqual({
      status: 404,
      body: { error: 'Page not found.' },
    })
  }
})
