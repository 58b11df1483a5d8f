import { type Day, dayInZone, momentInZone } from '@cairn/calendar'
import { currentLanguage } from '#data/i18n.ts'
import { dateFormatter } from './date-formatter.ts'

export const browsersZone = Intl.DateTimeFormat().resolvedOptions().timeZone
let zone = browsersZone

/** Sets the zone for days and times: the one the user chose, not the browser's. */
export function liveIn(timeZone: string | undefined) {
  zone = timeZone ?? browsersZone
}

export const ownZone = () => zone

const looks = {
  /** "Nov 14, 2026, 9:30 AM" */
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  /** "November 14, 2026 at 9:30 AM" */
  longMoment: { dateStyle: 'long', timeStyle: 'short' },
  /** "Nov 14, 2026" */
  date: { dateStyle: 'medium' },
  /** "9:30 AM" */
  time: { hour: 'numeric', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const formatterFor = (look: keyof typeof looks, locale: string) =>
  dateFormatter(looks[look], locale, zone)

/** The day of a moment, in the user's zone. */
export const dayOfMoment = (at: string | Date): Day => dayInZone(new Date(at).getTime(), zone)

/** In the user's zone. */
export const todayHere = (): Day => dayOfMoment(new Date())

/** A moment as text, in the user's zone. */
export const momentText = (at: string | Date, look: keyof typeof looks = 'moment') =>
  formatterFor(look, currentLanguage()).format(new Date(at))

/** The moment so many minutes into a day, in the user's zone. */
export const momentAt = (day: Day, minutes: number): Date => momentInZone(day, minutes, zone)
