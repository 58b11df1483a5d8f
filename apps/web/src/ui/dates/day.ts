import type { Day } from '@cairn/calendar'
import { currentLanguage } from '#data/i18n.ts'
import { dateFormatter } from './date-formatter.ts'

export function parseDay(day: Day | null | undefined): Date | undefined {
  const parts = day?.match(/^(\d{4})-(\d{2})-(\d{2})/)
  if (!parts) return undefined
  const [, year, month, date] = parts.map(Number)
  const parsed = new Date(year ?? 0, (month ?? 1) - 1, date)
  return parsed.getMonth() === (month ?? 0) - 1 ? parsed : undefined
}

export function toDay(date: Date): Day {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

const looks = {
  /** "Nov 14" */
  monthDay: { month: 'short', day: '2-digit' },
  /** "Nov 14, 2026" */
  whole: { month: 'short', day: '2-digit', year: 'numeric' },
  /** "Nov 9 – 27, 2026": no leading zeros, which are for alignment in columns. */
  range: { month: 'short', day: 'numeric', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** "Nov 14" in the current year, "Nov 14, 2027" in others; empty without a date. */
export function shortDate(
  day: Day | null | undefined,
  today = new Date(),
  locale = currentLanguage(),
) {
  const date = parseDay(day)
  if (!date) return ''
  const isThisYear = date.getFullYear() === today.getFullYear()
  return dateFormatter(looks[isThisYear ? 'monthDay' : 'whole'], locale).format(date)
}

/** "Nov 14, 2026" */
export function longDate(day: Day | null | undefined, locale = currentLanguage()) {
  const date = parseDay(day)
  return date ? dateFormatter(looks.whole, locale).format(date) : ''
}

/** "Nov 9 – 27, 2026"; month and year are not repeated if they are the same. */
export function rangeText(start: Day | null, end: Day | null, locale = currentLanguage()) {
  const from = parseDay(start)
  const to = parseDay(end)
  if (!from || !to || start === end) return longDate(start ?? end, locale)
  return dateFormatter(looks.range, locale)
    .formatRange(from, to)
    .replace(/\s*–\s*/, ' – ')
}
