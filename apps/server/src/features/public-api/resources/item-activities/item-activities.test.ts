import { GUEST } from '@cairn/contract'
import {
  workItemActivitiesV1 as api,
  issueActivitiesV1,
  workItemCommentsV1,
  workItemsV1,
} from '@cairn/contract/v1'
import { describe, expect, it } from 'vitest'
import { nobody } from '#features/work-items/test-kit/items.ts'
import { missing, programServer } from '#test/programs.ts'

const { programsOf, refusesStrangers } = await programServer()

// @cap:public-api.comments-links-activities
describe.each([
  ['work-items', api],
  ['issues', issueActivitiesV1 as unknown as typeof api],
] as const)('activities under %s', (_tree, calls) => {
  it('tell what was changed, the oldest first, and nothing of what was said', async () => {
    const { ada, gus } = await programsOf('ada', ['gus', GUEST])
    const { id: issue_id } = await ada.call(workItemsV1.create, { body: { name: 'a' } })
    const params = { issue_id }
    await ada.call(workItemCommentsV1.create, { params, body: { comment_html: '<p>x</p>' } })
    await ada.call(workItemsV1.change, { params, body: { priority: 'high' } })
    const { results, total_count } = await ada.call(calls.list, { params })
    expect(total_count).toBe(2)
    const [created, changed] = results
    expect(created).toMatchObject({ verb: 'created', field: null, actor: ada.user_id })
    expect(changed).toEqual({
      ...{ id: expect.any(String), verb: 'updated', field: 'priority', attachments: [] },
      ...{ old_value: 'none', new_value: 'high', comment: 'updated the priority to' },
      ...{ old_identifier: null, new_identifier: null, issue_comment: null, issue: issue_id },
      ...{ actor: ada.user_id, project: ada.place.project_id, workspace: expect.any(String) },
      ...{ epoch: expect.any(Number), deleted_at: null },
      ...{ created_at: expect.any(String), updated_at: expect.any(String) },
    })
    expect(Number.isInteger(changed?.epoch)).toBe(true)
    const newest = await ada.call(calls.list, {
      params,
      query: { order_by: '-created_at', per_page: '1', expand: 'actor', fields: 'actor,field' },
    })
    expect(newest.results).toMatchObject([{ field: 'priority', actor: { id: ada.user_id } }])
    const at = { issue_id, activity_id: changed?.id ?? '' }
    expect(await ada.call(calls.get, { params: at })).toEqual(changed)
    expect(await ada.attempt(calls.get, { params: { issue_id, activity_id: nobody } })).toEqual({
      status: 404,
      body: { message: 'Activity not found.', code: 'NOT_FOUND' },
    })
    expect(await ada.attempt(calls.list, { params, query: { order_by: 'x' } })).toEqual({
      status: 400,
      body: { error: 'Please provide valid detail' },
    })
    expect(await gus.attempt(calls.list, { params })).toEqual(missing)
    expect(await gus.attempt(calls.get, { params: at })).toEqual(missing)
    await refusesStrangers(calls.list, ada, { params })
    await refusesStrangers(calls.get, ada, { params: at })
  })
})
