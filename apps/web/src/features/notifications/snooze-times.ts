import { toDay } from '#ui/dates/day.ts'
import { momentAt } from '#ui/dates/own-zone.ts'

/** Snooze durations offered, in days. */
export const snoozeDays = [1, 3, 5, 7, 14] as const

export function inDays(days: number, now = new Date()): string {
  const till = new Date(now)
  till.setDate(till.getDate() + days)
  return till.toISOString()
}

const STEP = 30

/** The half hours of a day in minutes; for today only those still to come. */
export function timesOf(day: Date, now = new Date()): number[] {
  const all = Array.from({ length: (24 * 60) / STEP }, (_, index) => index * STEP)
  return all.filter((minutes) => momentOf(day, minutes) > now)
}

/** By wall-clock time: some days have 23 hours. */
export const momentOf = (day: Date, minutes: number) => momentAt(toDay(day), minutes)
