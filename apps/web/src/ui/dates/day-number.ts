import type { Day } from './day.ts'
import type { WeekDay } from './week-start.ts'

/** Days since 1970: what dates are counted and drawn with. No zone and no summer time can bend it. */
export type DayNumber = number

const MS = 86_400_000
// 1970 began on a Thursday.
const FIRST_WEEK_DAY = 4

export const dayNumber = (day: Day): DayNumber => Date.parse(day.slice(0, 10)) / MS

/** Midnight in UTC: format it with `timeZone: 'UTC'`. */
export const utcDate = (number: DayNumber) => new Date(number * MS)

export const dayOf = (number: DayNumber): Day => utcDate(number).toISOString().slice(0, 10)

export const weekDayOf = (number: DayNumber) =>
  ((((number + FIRST_WEEK_DAY) % 7) + 7) % 7) as WeekDay

export const isWeekend = (number: DayNumber) => weekDayOf(number) % 6 === 0

/** The first day of the week a day is in. */
export const weekFirst = (number: DayNumber, weekStart: WeekDay): DayNumber =>
  number - ((weekDayOf(number) - weekStart + 7) % 7)

/** The first of the month a day is in, or of one so many months later. */
export function monthFirst(number: DayNumber, later = 0): DayNumber {
  const date = utcDate(number)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1) / MS
}

/** Weeks are numbered by the Thursday in them, whatever day they begin with. */
export function weekNumber(first: DayNumber): number {
  const thursday = first + ((4 - weekDayOf(first) + 7) % 7)
  const newYear = Date.UTC(utcDate(thursday).getUTCFullYear(), 0, 1) / MS
  return Math.floor((thursday - newYear) / 7) + 1
}
