import { isDay } from '@cairn/calendar'
import type { DayOrder } from '@cairn/contract'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const monthOf = (word: string) => {
  const index = months.indexOf(word.slice(0, 3).toLowerCase())
  return index >= 0 && /^[a-z]{3,9}\.?$/i.test(word) ? index + 1 : undefined
}

/** Two-digit years are in this century. */
const yearOf = (figures: string) => (figures.length === 2 ? `20${figures}` : figures)

function toDay(year: string, month: number | undefined, day: string): string | undefined {
  const text = `${yearOf(year)}-${String(month ?? 0).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(text) ? text : undefined
}

/** A time after the day is ignored. */
const time = String.raw`(?:[T ,]+\d{1,2}:\d{2}.*)?$`
const iso = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${time}`)
const dayMonthName = new RegExp(
  String.raw`^(?:[a-z]{3,9},? )?(\d{1,2})[ /.-]{1,2}([a-z]{3,9}\.?)[ /.,-]{1,2}(\d{4}|\d{2})${time}`,
  'i',
)
const monthNameDay = new RegExp(
  String.raw`^(?:[a-z]{3,9},? )?([a-z]{3,9}\.?) (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})${time}`,
  'i',
)
const figures = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})${time}`)

/** The day in a cell; `'ambiguous'` if the digits can be read two ways and no order is given. */
export function readDay(text: string, order: DayOrder | null | undefined) {
  const [, isoYear = '', isoMonth, isoDay = ''] = iso.exec(text) ?? []
  if (isoYear) return toDay(isoYear, Number(isoMonth), isoDay)
  const [, firstDay = '', name = '', firstYear = ''] = dayMonthName.exec(text) ?? []
  if (firstDay) return toDay(firstYear, monthOf(name), firstDay)
  const [, word = '', nextDay = '', nextYear = ''] = monthNameDay.exec(text) ?? []
  if (word) return toDay(nextYear, monthOf(word), nextDay)
  const [, one = '', other = '', year = ''] = figures.exec(text) ?? []
  if (!one) return undefined
  const dayFirst = toDay(year, Number(other), one)
  const monthFirst = toDay(year, Number(one), other)
  if (order) return order === 'day_first' ? dayFirst : monthFirst
  if (dayFirst && monthFirst && dayFirst !== monthFirst) return 'ambiguous'
  return dayFirst ?? monthFirst
}
