/** Parts of the account's settings, by their former names. */
const parts = new Map([
  ['preferences', 'preferences/'],
  ['appearance', 'preferences/'],
  ['notifications', 'notifications/'],
  ['preferences/email', 'notifications/'],
  ['security', 'security/'],
  ['activity', 'activity/'],
  ['api-tokens', 'api-tokens/'],
])

/** The part of the account's settings for a URL below the former `/profile`. */
export const accountPartOf = (former: string): string => parts.get(former.replace(/\/+$/, '')) ?? ''
