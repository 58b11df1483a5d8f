import { expect, it } from 'vitest'
import { addText } from '#data/i18n.ts'
import { queryClient } from '#data/query-client.ts'
import { session } from '#entities/account/hooks.ts'
import item from '../../locales/en/item.json' with { type: 'json' }
import { requireUser } from './require-user.ts'

addText(item)

// @cap:detail.subscribe
it('says so when nobody is there to follow an item', () => {
  queryClient.setQueryData(session.queryKey, null)
  expect(requireUser).toThrow('Unknown person')
  queryClient.setQueryData(session.queryKey, { id: 'ada' } as never)
  expect(requireUser).not.toThrow()
})
