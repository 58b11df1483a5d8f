/** A day as the server writes it: `2026-11-14`. No time and no zone, so none can shift it. */
export type Day = string

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

// A formatter is dear to make and cheap to use.
const formatters = new Map<string, Intl.DateTimeFormat>()

function monthDay(date: Date, locale = 'en-US') {
  let formatter = formatters.get(locale)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(locale, { month: 'short', day: '2-digit' })
    formatters.set(locale, formatter)
  }
  return formatter.format(date)
}

/** "Nov 14" in the current year, "Nov 14, 2027" in others; nothing for no date. */
export function shortDate(day: Day | null | undefined, today = new Date(), locale?: string) {
  const date = parseDay(day)
  if (!date) return ''
  return date.getFullYear() === today.getFullYear() ? monthDay(date, locale) : longDate(day, locale)
}

/** "Nov 14, 2026" */
export function longDate(day: Day | null | undefined, locale?: string) {
  const date = parseDay(day)
  return date ? `${monthDay(date, locale)}, ${date.getFullYear()}` : ''
}

/** "Nov 09 - 27, 2026", saying month and year once where they are the same. */
export function rangeText(start: Day | null, end: Day | null, locale?: string) {
  const from = parseDay(start)
  const to = parseDay(end)
  if (!from || !to || start === end) return longDate(start ?? end, locale)
  if (from.getFullYear() !== to.getFullYear())
    return `${longDate(start, locale)} - ${longDate(end, locale)}`
  if (from.getMonth() !== to.getMonth())
    return `${monthDay(from, locale)} - ${monthDay(to, locale)}, ${to.getFullYear()}`
  return `${monthDay(from, locale)} - ${String(to.getDate()).padStart(2, '0')}, ${to.getFullYear()}`
}
