import { channel } from 'node:diagnostics_channel'
import type { App } from '#kernel/http/app-type.ts'

/** Lists are read in many places that have no access to a log. */
const unreadable = channel('cairn:unreadable-date')

/** Limits the log entry: clients can send anything in a URL. */
const MAX_LENGTH = 60

export const reportUnreadable = (token: string) => unreadable.publish(token.slice(0, MAX_LENGTH))

/**
 * Unreadable dates in filters are ignored; this logs them for users who wonder about their list.
 */
export function logUnreadableDates(app: App) {
  const warn = (token: unknown) => app.log.warn({ token }, 'a date in a filter cannot be read')
  unreadable.subscribe(warn)
  app.addHook('onClose', async () => void unreadable.unsubscribe(warn))
}
