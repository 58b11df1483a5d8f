import { workItemsApi as api } from '@cairn/contract'
import { expect, it } from 'vitest'
import { testServer } from '#test/server.ts'

const { projectOf } = await testServer()

it('creates', async () => {
  const { ada } = await projectOf('ada')
  const item = await ada.call(api.create, { body: { name: 'First' } })
  expect(item).toMatchObject({ name: 'First', sequence_id: 1 })
  const page = await ada.call(api.list, { query: { group_by: 'state_id' } })
  expect(page.total_count).toBe(1)
})
