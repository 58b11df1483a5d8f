import { GUEST, MEMBER, projectsApi, timeApi } from '@cairn/contract'
import {
  workItemWorklogsV1 as api,
  issueWorklogsV1,
  totalWorklogsV1,
  workItemsV1,
} from '@cairn/contract/v1'
import { describe, expect, it } from 'vitest'
import { nobody } from '#features/work-items/test-kit/items.ts'
import { done, missing, notAllowed, type Program, programServer } from '#test/programs.ts'

const { programsOf, refusesStrangers } = await programServer()

const trackTime = (ada: Program, is_time_tracking_enabled = true) =>
  ada.browser.call(projectsApi.change, { body: { is_time_tracking_enabled } })

const addItem = async (client: Program, more = {}) =>
  (await client.call(workItemsV1.create, { body: { name: 'item', ...more } })).id

describe.each([
  ['work-items', api],
  ['issues', issueWorklogsV1 as unknown as typeof api],
] as const)('worklogs under %s', (_tree, calls) => {
  it('are added, listed, changed, deleted and summed by item', async () => {
    const { ada } = await programsOf('ada')
    await trackTime(ada)
    const issue_id = await addItem(ada)
    const body = { duration: 90, description: 'Paired on it', day: '2026-03-02' }
    const worklog = await ada.call(calls.create, { params: { issue_id }, body })
    expect(worklog).toEqual({
      ...{ ...body, id: expect.any(String), logged_by: ada.user_id },
      ...{ project_id: ada.place.project_id, workspace_id: expect.any(String) },
      ...{ created_at: expect.any(String), updated_at: expect.any(String) },
      ...{ created_by: ada.user_id, updated_by: null },
    })
    const newer = await ada.call(calls.create, { params: { issue_id }, body: { duration: 15 } })
    expect(newer).toMatchObject({ description: '', duration: 15 })
    expect(await ada.call(calls.list, { params: { issue_id } })).toEqual([newer, worklog])
    expect(await ada.call(totalWorklogsV1)).toEqual([{ issue_id, duration: 105 }])
    const params = { issue_id, worklog_id: worklog.id }
    expect(await ada.call(calls.change, { params, body: { duration: 60 } })).toMatchObject({
      ...{ duration: 60, description: 'Paired on it', updated_by: ada.user_id },
    })
    expect(await ada.attempt(calls.remove, { params })).toEqual(done)
    expect(await ada.attempt(calls.remove, { params })).toEqual(missing)
    expect(await ada.attempt(calls.change, { params, body: { duration: 1 } })).toEqual(missing)
    expect(await ada.call(totalWorklogsV1)).toEqual([{ issue_id, duration: 15 }])
  })
})

it.each([
  [{}, { duration: ['This field is required.'] }],
  [{ duration: 0 }, expect.anything()],
  [{ duration: 'long' }, expect.anything()],
  [{ duration: 1, day: '2026-02-30' }, expect.anything()],
])('refuses the worklog %o', async (body, answer) => {
  const { ada } = await programsOf('ada')
  await trackTime(ada)
  const params = { issue_id: await addItem(ada) }
  expect(await ada.attempt(api.create, { params, body: body as never })).toEqual({
    ...{ status: 400, body: answer },
  })
  expect(await ada.call(api.list, { params })).toEqual([])
})

it('sets who worked, if an administrator says so', async () => {
  const { ada, mel } = await programsOf('ada', ['mel', MEMBER])
  await trackTime(ada)
  const params = { issue_id: await addItem(ada) }
  const add = (client: Program, logged_by: string) =>
    client.call(api.create, { params, body: { duration: 5, logged_by } })
  expect((await add(ada, mel.user_id)).logged_by).toBe(mel.user_id)
  expect((await add(mel, ada.user_id)).logged_by).toBe(mel.user_id)
})

it('users change their own and guests see those of what they see, strangers nothing', async () => {
  const { ada, mel, gus } = await programsOf('ada', ['mel', MEMBER], ['gus', GUEST])
  await trackTime(ada)
  const [own, others] = [await addItem(ada, { created_by: gus.user_id }), await addItem(ada)]
  const body = { duration: 30 }
  const params = { issue_id: own }
  const ofAda = await ada.call(api.create, { params, body })
  const at = { issue_id: own, worklog_id: ofAda.id }
  expect(await mel.attempt(api.change, { params: at, body })).toEqual(notAllowed)
  expect(await mel.attempt(api.remove, { params: at })).toEqual(notAllowed)
  const ofGus = await gus.call(api.create, { params, body })
  expect(await gus.call(api.list, { params })).toEqual([ofGus, ofAda])
  expect(await gus.attempt(api.list, { params: { issue_id: others } })).toEqual(missing)
  await ada.call(api.create, { params: { issue_id: others }, body })
  expect(await gus.call(totalWorklogsV1)).toEqual([{ issue_id: own, duration: 60 }])
  expect(await ada.attempt(api.list, { params: { issue_id: nobody } })).toEqual(missing)
  for (const endpoint of [...Object.values(api), totalWorklogsV1]) {
    await refusesStrangers(endpoint, ada, { params: at, body })
  }
  expect((await ada.browser.call(timeApi.ofItem, { params: { id: own } })).spent).toBe(60)
})

it('of a project that does not track time are none, and none are added', async () => {
  const { ada } = await programsOf('ada')
  const params = { issue_id: await addItem(ada) }
  await trackTime(ada)
  await ada.call(api.create, { params, body: { duration: 5 } })
  await trackTime(ada, false)
  expect(await ada.call(api.list, { params })).toEqual([])
  expect(await ada.call(totalWorklogsV1)).toEqual([])
  expect(await ada.attempt(api.create, { params, body: { duration: 5 } })).toEqual({
    ...{ status: 400, body: { error: 'Time tracking is disabled for this project' } },
  })
})
