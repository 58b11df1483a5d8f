import { GUEST, MEMBER, projectsApi, statesApi } from '@cairn/contract'
import { intakeV1 as api, inboxV1 } from '@cairn/contract/v1'
import { describe, expect, it } from 'vitest'
import { addItem, nobody, rowsOf } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { done, missing, notAllowed, type Program, programServer } from '#test/programs.ts'

const { programsOf, refusesStrangers } = await programServer()

const refusal = (status: number, body: object) => ({ status, body })

type People = Parameters<typeof programsOf>
async function intakeOf<N extends string>(...people: (N | [N, 5 | 15 | 20])[]) {
  const programs = await programsOf(...(people as People))
  const [first] = Object.values(programs) as [Program]
  await first.browser.call(projectsApi.change, { body: { intake_view: true } })
  return programs as Record<N, Program>
}

const report = (client: Client, name: string, more = {}) =>
  client.call(api.create, { body: { issue: { name, ...more } } })
const at = (issue_id: string) => ({ params: { issue_id } })
const namesOf = async (client: Client, query: Record<string, string> = {}) =>
  (await client.call(api.list, { query })).results.map(({ issue_detail }) => issue_detail.name)
const change = (client: Client, id: string, body: object) =>
  client.attempt(api.change, { ...at(id), body })

// @cap:public-api.intake
it('reports, reads by either id, edits and deletes', async () => {
  const { ada } = await intakeOf('ada')
  const pair = { external_source: 'forms', external_id: '7' }
  const issue = { name: 'Broken sign', description_html: '<p>x</p>', priority: 'high' }
  const entry = await ada.call(api.create, { body: { issue, ...pair } })
  expect(entry).toEqual({
    ...{ id: expect.any(String), intake: expect.any(String), inbox: entry.intake },
    ...{ issue: entry.issue_detail.id, status: -2, snoozed_till: null, duplicate_to: null },
    ...{ source: 'IN_APP', source_email: null, ...pair, extra: {} },
    ...{ project: ada.place.project_id, workspace: expect.any(String) },
    ...{ created_by: ada.user_id, updated_by: null, deleted_at: null },
    ...{ created_at: expect.any(String), updated_at: expect.any(String) },
    issue_detail: expect.objectContaining({
      ...{ ...issue, description: {}, assignees: [], labels: [], cycle: null, module: null },
      ...{ state: expect.objectContaining({ group: 'triage' }), sequence_id: 1 },
    }),
  })
  expect(await ada.call(api.get, at(entry.issue))).toEqual(entry)
  expect(await ada.call(inboxV1.get, at(entry.id))).toEqual(entry)
  const body = {
    ...{ source: 'Support desk, by phone', source_email: 'a@b.test' },
    ...{ issue: { name: 'Sign', priority: 'low', assignees: [ada.user_id] } },
  }
  expect(await change(ada, entry.issue, body)).toMatchObject({
    status: 200,
    body: {
      ...body,
      issue: entry.issue,
      issue_detail: { ...body.issue, state: { group: 'triage' } },
    },
  })
  expect(await ada.attempt(api.remove, at(entry.id))).toEqual(done)
  for (const call of [api.get, api.change, api.decide, api.remove]) {
    expect(await ada.attempt(call, { ...at(entry.issue), body: { status: 1 } } as never)).toEqual(
      missing,
    )
  }
})

it.each([
  [{}, { error: 'Name is required' }],
  [{ issue: { name: ' ' } }, { error: 'Name is required' }],
  [{ issue: { name: 'x', priority: 'soon' } }, { error: 'Invalid priority' }],
])('refuses to create %o', async (body, answer) => {
  const { ada } = await intakeOf('ada')
  expect(await ada.attempt(api.create, { body })).toEqual(refusal(400, answer))
  expect(await namesOf(ada)).toEqual([])
})

// @cap:public-api.intake
it('where it is switched off it is empty and takes nothing', async () => {
  const { ada } = await intakeOf('ada')
  await report(ada, 'before')
  await ada.browser.call(projectsApi.change, { body: { intake_view: false } })
  expect(await ada.call(api.list)).toMatchObject({ total_count: 0, results: [] })
  const error = "Intake is not enabled for this project enable it through the project's api"
  expect(await ada.attempt(api.create, { body: { issue: { name: 'x' } } })).toEqual(
    refusal(400, { error }),
  )
})

// @cap:public-api.intake
it('lists the newest first, by status, what its reader sees', async () => {
  const { ada, gus } = await intakeOf('ada', ['gus', GUEST])
  const one = await report(ada, 'one')
  await report(gus, 'two')
  await change(ada, one.issue, { status: -1 })
  expect(await namesOf(ada)).toEqual(['two', 'one'])
  expect(await namesOf(gus)).toEqual(['two'])
  expect(await namesOf(ada, { status: '-1, 1' })).toEqual(['one'])
  expect(await namesOf(ada, { order_by: 'created_at', per_page: '1' })).toEqual(['one'])
  expect((await ada.call(inboxV1.list, { query: { fields: 'status' } })).results).toEqual([
    { status: -2 },
    { status: -1 },
  ])
  expect(await ada.attempt(api.list, { query: { status: '9' } })).toEqual(
    refusal(400, { status: ['"9" is not a valid choice.'] }),
  )
  expect(await gus.attempt(api.get, at(one.issue))).toEqual(missing)
})

// @cap:public-api.intake
describe('deciding', () => {
  it('accepts into the default state, with the edits that come along', async () => {
    const { ada } = await intakeOf('ada')
    const { issue } = await report(ada, 'sign')
    const states = await ada.browser.call(statesApi.list)
    const fallback = states.find((state) => state.default)
    const answer = await ada.attempt(inboxV1.change, {
      ...at(issue),
      body: { status: 1, issue: { name: 'Sign' } },
    })
    const state = { id: fallback?.id }
    expect(answer).toMatchObject({ body: { status: 1, issue_detail: { name: 'Sign', state } } })
    expect(await rowsOf(ada.browser)).toMatchObject([{ id: issue, name: 'Sign' }])
    expect(await ada.attempt(api.decide, { ...at(issue), body: { status: -1 } })).toMatchObject({
      status: 400,
    })
    // An accepted item stays.
    expect(await ada.attempt(api.remove, at(issue))).toEqual(done)
    expect(await rowsOf(ada.browser)).toHaveLength(1)
  })

  it.each([
    ['accepted', { status: 1 }],
    ['declined', { status: -1 }],
  ] as const)(
    'leaves the name and the sender of what is %s to be put right',
    async (_, decision) => {
      const { ada } = await intakeOf('ada')
      const { issue } = await report(ada, 'sgin')
      await ada.call(api.decide, { ...at(issue), body: decision })
      const origin = { source: 'x'.repeat(255), source_email: 'zoe@b.test' }
      expect(await change(ada, issue, { ...origin, issue: { name: 'Sign' } })).toMatchObject({
        status: 200,
        body: { ...origin, ...decision, issue_detail: { name: 'Sign' } },
      })
      for (const body of [{ status: -2 }, { issue: { priority: 'high' } }]) {
        expect(await change(ada, issue, body)).toMatchObject({ status: 400 })
      }
      expect(await change(ada, issue, { source: 'x'.repeat(256) })).toEqual(
        refusal(400, { source: ['Ensure this field has no more than 255 characters.'] }),
      )
    },
  )

  it('snoozes, and marks duplicates', async () => {
    const { ada } = await intakeOf('ada')
    const { issue } = await report(ada, 'sign')
    const decide = (body: object) => ada.attempt(api.decide, { ...at(issue), body })
    expect(await decide({ status: 0 })).toEqual(
      refusal(400, { snoozed_till: ['This field is required.'] }),
    )
    const snoozed_till = '2099-01-01T00:00:00Z'
    expect(await decide({ status: 0, snoozed_till })).toMatchObject({
      body: { status: 0, snoozed_till },
    })
    expect(await decide({ status: 2, duplicate_to: nobody })).toEqual(
      refusal(400, { duplicate_to: [`Invalid pk "${nobody}" - object does not exist.`] }),
    )
    const { id: duplicate_to } = await addItem(ada.browser, 'first')
    expect(await decide({ status: 2, duplicate_to })).toMatchObject({
      body: { status: 2, duplicate_to, snoozed_till: null },
    })
    expect(await decide({ status: 7 })).toEqual(
      refusal(400, { status: ['"7" is not a valid choice.'] }),
    )
  })
})

// @cap:public-api.intake
it('guests change the words of their own and decide nothing; strangers get nothing', async () => {
  const { ada, mel, gus } = await intakeOf('ada', ['mel', MEMBER], ['gus', GUEST])
  const { bob } = await intakeOf('bob')
  const own = await report(gus, 'own')
  const other = await report(ada, 'other')
  const edits = { issue: { name: 'mine', priority: 'urgent' } }
  expect(await change(gus, own.issue, edits)).toMatchObject({
    body: { issue_detail: { name: 'mine', priority: 'none' } },
  })
  expect(await change(gus, own.issue, { status: 1 })).toEqual(notAllowed)
  expect(await gus.attempt(api.decide, { ...at(own.issue), body: { status: 1 } })).toEqual(
    notAllowed,
  )
  expect(await change(gus, other.issue, edits)).toEqual(missing)
  await ada.browser.call(projectsApi.change, { body: { guest_view_all_features: true } })
  expect(await change(gus, other.issue, edits)).toEqual(
    refusal(400, { error: 'You cannot edit intake work items' }),
  )
  for (const client of [mel, gus]) {
    expect(await client.attempt(api.remove, at(other.issue))).toEqual(
      refusal(403, { error: 'Only admin or creator can delete the work item' }),
    )
  }
  const input = { ...at(other.issue), body: { status: -1, issue: { name: 'x' } } }
  for (const endpoint of [...Object.values(api), ...Object.values(inboxV1)]) {
    await refusesStrangers(endpoint, ada, input)
  }
  for (const call of [api.get, api.change, api.decide, api.remove]) {
    expect(await bob.attempt(call, input as never)).toEqual(missing)
  }
  expect(await ada.call(api.get, at(other.issue))).toMatchObject({ status: -2 })
})
