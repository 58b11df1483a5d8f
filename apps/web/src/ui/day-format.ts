import { type DayNumber, utcDate } from './day-number.ts'
import { spokenLanguage } from './spoken-language.ts'

// A formatter is dear to make and cheap to use.
const formatters = new Map<string, Intl.DateTimeFormat>()

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

/** A day in words. */
export function dayText(
  number: DayNumber,
  look: keyof typeof looks,
  locale = spokenLanguage(),
): string {
  const key = `${locale} ${look}`
  let formatter = formatters.get(key)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(locale, { ...looks[look], timeZone: 'UTC' })
    formatters.set(key, formatter)
  }
  return formatter.format(utcDate(number))
}
