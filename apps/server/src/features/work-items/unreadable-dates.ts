import { channel } from 'node:diagnostics_channel'
import type { App } from '#kernel/http/app-type.ts'

/** Lists are read in many places, and none of them has a log at hand. */
const unreadable = channel('cairn:unreadable-date')

/** Anybody can write anything into an address. */
const MAX_LENGTH = 60

export const reportUnreadable = (token: string) => unreadable.publish(token.slice(0, MAX_LENGTH))

/** A day in a filter that nobody can read is left out; whoever wonders about their list finds it here. */
export function logUnreadableDates(app: App) {
  const warn = (token: unknown) => app.log.warn({ token }, 'a date in a filter cannot be read')
  unreadable.subscribe(warn)
  app.addHook('onClose', async () => void unreadable.unsubscribe(warn))
}
