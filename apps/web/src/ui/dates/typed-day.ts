import { addDays, addMonths, type Day, dayNumber, isDay, weekDayOf } from '@cairn/calendar'

/** The words of a language for days; `|` separates synonyms. */
export interface DayWords {
  today: string
  tomorrow: string
  yesterday: string
  in: string
  days: string
  weeks: string
  months: string
}

interface Reading {
  words: DayWords
  today: Day
  locale: string
}

const names = (locale: string, form: Intl.DateTimeFormatOptions, dates: Date[]) =>
  dates.map((date) => new Intl.DateTimeFormat(locale, form).format(date).toLowerCase())

// 2023 began on a Sunday.
const weekdays = (locale: string) =>
  names(
    locale,
    { weekday: 'long' },
    Array.from({ length: 7 }, (_, n) => new Date(2023, 0, 1 + n)),
  )
const months = (locale: string) =>
  names(
    locale,
    { month: 'long' },
    Array.from({ length: 12 }, (_, n) => new Date(2023, n, 1)),
  )

/** Three letters of a name are enough. */
const known = (all: string[], typed: string) =>
  typed.length < 3 ? -1 : all.findIndex((name) => name.startsWith(typed))

const means = (words: string, typed: string) => words.split('|').includes(typed)

function dayOf(year: number, month: number, date: number): Day | undefined {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${String(year).padStart(4, '0')}-${two(month)}-${two(date)}`
  return isDay(day) ? day : undefined
}

/** Without a year, the next such date. */
function nextOf(today: Day, month: number, date: number): Day | undefined {
  const year = Number(today.slice(0, 4))
  const candidates = [year, year + 1].map((each) => dayOf(each, month, date))
  return candidates.find((day) => day !== undefined && day >= today)
}

const after = (today: Day, days: number) => addDays(today, days) ?? today

function readWord(typed: string, { words, today, locale }: Reading): Day | undefined {
  if (means(words.today, typed)) return today
  if (means(words.tomorrow, typed)) return after(today, 1)
  if (means(words.yesterday, typed)) return after(today, -1)
  const weekday = known(weekdays(locale), typed)
  if (weekday < 0) return undefined
  const now = weekDayOf(dayNumber(today))
  return after(today, (weekday - now + 7) % 7 || 7)
}

function readSpan(typed: string, { words, today }: Reading): Day | undefined {
  const [, before = '', number = '', unit = ''] =
    /^(\p{L}+ )?(\d{1,3}) ?(\p{L}+)$/u.exec(typed) ?? []
  if (before && !means(words.in, before.trim())) return undefined
  const count = Number(number)
  if (means(words.days, unit)) return after(today, count)
  if (means(words.weeks, unit)) return after(today, count * 7)
  if (means(words.months, unit)) return addMonths(today, count)
  return undefined
}

function readNamed(typed: string, { today, locale }: Reading): Day | undefined {
  const parts =
    /^(?<date>\d{1,2})\.? (?<name>\p{L}+)\.?,?(?: (?<year>\d{4}))?$/u.exec(typed) ??
    /^(?<name>\p{L}+)\.? (?<date>\d{1,2})(?:st|nd|rd|th)?,?(?: (?<year>\d{4}))?$/u.exec(typed)
  const { date = '', name = '', year } = parts?.groups ?? {}
  const month = known(months(locale), name) + 1
  if (month === 0) return undefined
  return year ? dayOf(Number(year), month, Number(date)) : nextOf(today, month, Number(date))
}

function readNumbers(typed: string, { today }: Reading): Day | undefined {
  const [, y, m, d] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed) ?? []
  if (y) return dayOf(Number(y), Number(m), Number(d))
  const [, date, month, year] = /^(\d{1,2})\.(\d{1,2})\.?(\d{4})?$/.exec(typed) ?? []
  if (!date) return undefined
  return year
    ? dayOf(Number(year), Number(month), Number(date))
    : nextOf(today, Number(month), Number(date))
}

/** The day meant by "tomorrow", "fri", "in 2 weeks", "3 dec", "24.12." or "2026-12-24". */
export function readTypedDay(text: string, reading: Reading): Day | undefined {
  const typed = text.trim().toLowerCase().replace(/\s+/g, ' ')
  for (const read of [readWord, readSpan, readNumbers, readNamed]) {
    const day = read(typed, reading)
    if (day) return day
  }
  return undefined
}
