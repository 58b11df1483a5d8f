import { expect, it } from 'vitest'
import { accountPartOf } from './old-addresses.ts'

it.each([
  ['', ''],
  ['security', 'security/'],
  ['security/', 'security/'],
  ['appearance', 'preferences/'],
  ['preferences/email', 'notifications/'],
  ['something-else', ''],
  ['__proto__', ''],
  ['../../evil', ''],
])('%o is now %o of the account’s settings', (former, now) => {
  expect(accountPartOf(former)).toBe(now)
})
