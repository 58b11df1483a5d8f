import { type DayNumber, utcDate } from '@cairn/calendar'
import { currentLanguage } from '#data/i18n.ts'
import { dateFormatter } from './date-formatter.ts'

const looks = {
  /** "November 2026" */
  month: { month: 'long', year: 'numeric' },
  /** "Nov" */
  shortMonth: { month: 'short' },
  /** "Mon" */
  weekday: { weekday: 'short' },
  /** "Monday, November 16, 2026" */
  full: { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** A day as text. */
export function dayText(
  number: DayNumber,
  look: keyof typeof looks,
  locale = currentLanguage(),
): string {
  return dateFormatter(looks[look], locale, 'UTC').format(utcDate(number))
}
