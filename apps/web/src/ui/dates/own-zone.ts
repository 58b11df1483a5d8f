import { currentLanguage } from '#data/i18n.ts'
import { dateFormatter } from './date-formatter.ts'
import type { Day } from './day.ts'

const MINUTE_MS = 60_000
export const browsersZone = Intl.DateTimeFormat().resolvedOptions().timeZone
let zone = browsersZone

/** From now on days and times are those of this zone: the one the reader chose, not the browser's. */
export function liveIn(timeZone: string | undefined) {
  zone = timeZone ?? browsersZone
}

export const ownZone = () => zone

const looks = {
  /** "2026-11-14", which Sweden writes as computers do. */
  day: { year: 'numeric', month: '2-digit', day: '2-digit' },
  /** "Nov 14, 2026, 9:30 AM" */
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  /** "November 14, 2026 at 9:30 AM" */
  longMoment: { dateStyle: 'long', timeStyle: 'short' },
  /** "Nov 14, 2026" */
  date: { dateStyle: 'medium' },
  /** "9:30 AM" */
  time: { hour: 'numeric', minute: '2-digit' },
  /** "09:30" */
  clock: { timeStyle: 'short', hourCycle: 'h23' },
  wall: {
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const formatterFor = (look: keyof typeof looks, locale: string) =>
  dateFormatter(looks[look], locale, zone)

/** On which day it fell, where the reader is. */
export const dayOfMoment = (at: string | Date): Day =>
  formatterFor('day', 'sv').format(new Date(at))

/** Where the reader is. */
export const todayHere = (): Day => dayOfMoment(new Date())

/** A moment in words, as a clock shows it where the reader is. */
export const momentText = (
  at: string | Date,
  look: Exclude<keyof typeof looks, 'day' | 'wall'> = 'moment',
) => formatterFor(look, currentLanguage()).format(new Date(at))

/** By how much the clocks there are ahead of the world's. */
function aheadAt(moment: number) {
  const wall = formatterFor('wall', 'sv').format(moment)
  return Date.parse(`${wall.replace(' ', 'T')}Z`) - Math.floor(moment / 1000) * 1000
}

/** When it is so many minutes into a day, where the reader is; some days have 23 hours. */
export function momentAt(day: Day, minutes: number): Date {
  const wall = Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS
  const near = wall - aheadAt(wall)
  return new Date(wall - aheadAt(near))
}
