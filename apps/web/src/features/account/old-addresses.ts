/** Parts of the account's settings, by the names they had. */
const parts = new Map([
  ['preferences', 'preferences/'],
  ['appearance', 'preferences/'],
  ['notifications', 'notifications/'],
  ['preferences/email', 'notifications/'],
  ['security', 'security/'],
  ['activity', 'activity/'],
  ['api-tokens', 'api-tokens/'],
])

/** Where in the account's settings an address below the former `/profile` leads. */
export const accountPartOf = (former: string): string => parts.get(former.replace(/\/+$/, '')) ?? ''
