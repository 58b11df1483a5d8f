/** The format of a day everywhere: `2026-11-14`. No time and no zone, so none can shift it. */
export type Day = string

/** Days since 1970: used to calculate with dates and to position them. */
export type DayNumber = number

/** Sunday is 0. */
export type WeekDay = 0 | 1 | 2 | 3 | 4 | 5 | 6

export const DAY_MS = 86_400_000
// 1970 began on a Thursday.
const FIRST_WEEK_DAY = 4

const midnightUtc = (day: Day) => Date.parse(`${day.slice(0, 10)}T00:00:00Z`)

export const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001') return false
  const moment = new Date(midnightUtc(text))
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
}

/** Undefined past the years PostgreSQL and JavaScript both can write. */
function writtenDay(date: Date): Day | undefined {
  const year = date.getUTCFullYear()
  return year >= 1 && year <= 9999 ? date.toISOString().slice(0, 10) : undefined
}

export const addDays = (day: Day, days: number): Day | undefined =>
  writtenDay(new Date(midnightUtc(day) + days * DAY_MS))

/** The last day of a month that is too short for the same day. */
export function addMonths(day: Day, months: number): Day | undefined {
  const date = new Date(midnightUtc(day))
  const wanted = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(date)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  date.setUTCDate(Math.min(wanted, last.getUTCDate()))
  return writtenDay(date)
}

export const dayNumber = (day: Day): DayNumber => midnightUtc(day) / DAY_MS

/** Midnight in UTC: format it with `timeZone: 'UTC'`. */
export const utcDate = (number: DayNumber) => new Date(number * DAY_MS)

export const dayOfNumber = (number: DayNumber): Day => utcDate(number).toISOString().slice(0, 10)

export const weekDayOf = (number: DayNumber) =>
  ((((number + FIRST_WEEK_DAY) % 7) + 7) % 7) as WeekDay

export const isWeekend = (number: DayNumber) => weekDayOf(number) % 6 === 0

/** The first day of a day's week. */
export const weekFirst = (number: DayNumber, weekStart: WeekDay): DayNumber =>
  number - ((weekDayOf(number) - weekStart + 7) % 7)

/** The first of a day's month, or of one so many months later. */
export function monthFirst(number: DayNumber, later = 0): DayNumber {
  const date = utcDate(number)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1) / DAY_MS
}

/** Weeks are numbered by their Thursday, regardless of their first day. */
export function weekNumber(first: DayNumber): number {
  const thursday = first + ((4 - weekDayOf(first) + 7) % 7)
  const newYear = Date.UTC(utcDate(thursday).getUTCFullYear(), 0, 1) / DAY_MS
  return Math.floor((thursday - newYear) / 7) + 1
}
