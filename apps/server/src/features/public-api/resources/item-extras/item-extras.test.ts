import { issueExtrasV1, workItemExtrasV1, workItemsV1 } from '@cairn/contract/v1'
import { describe, expect, it } from 'vitest'
import { nobody } from '#features/work-items/test-kit/items.ts'
import { missing, programServer } from '#test/programs.ts'

const { programsOf, refusesStrangers } = await programServer()

describe.each([
  ['work-items', workItemExtrasV1],
  ['issues', issueExtrasV1 as unknown as typeof workItemExtrasV1],
] as const)('what this server has not, under %s', (_tree, { emptyPages, missing: others }) => {
  it('is empty to whoever looks, and nowhere to whoever writes', async () => {
    const { ada } = await programsOf('ada')
    const { id: issue_id } = await ada.call(workItemsV1.create, { body: { name: 'a' } })
    const params = { issue_id, item_page_id: nobody }
    for (const call of emptyPages) {
      expect(await ada.call(call, { params })).toMatchObject({ results: [], total_count: 0 })
      const elsewhere = { params: { ...params, issue_id: nobody } }
      expect(await ada.attempt(call, elsewhere)).toEqual(missing)
      await refusesStrangers(call, ada, { params })
    }
    for (const call of others) {
      expect(await ada.attempt(call, { params } as never)).toEqual({
        status: 404,
        body: { error: 'Page not found.' },
      })
      await refusesStrangers(call, ada, { params })
    }
  })
})
