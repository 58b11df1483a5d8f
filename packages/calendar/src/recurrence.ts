import {
  type Day,
  type DayNumber,
  dayNumber,
  dayOfNumber,
  isDay,
  monthFirst,
  type WeekDay,
  weekDayOf,
  weekFirst,
} from './days.ts'
import { dayInZone, momentInZone } from './zones.ts'

/** How often something recurs: the part of RFC 5545's rules that names days. */
export interface Rule {
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
  /** Every so many days, weeks, months or years. */
  interval: number
  /** Weekly: on these days; empty: on that of the first day. */
  weekDays: readonly WeekDay[]
  /** Monthly: on the first to fourth or, with -1, the last of a weekday. */
  nth?: { week: number; day: WeekDay }
  /** Monthly: on this day; -1 is the last one. */
  monthDay?: number
  count?: number
  until?: Day
}

const names = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const

const MAX_INTERVAL = 999
const MAX_COUNT = 9999

const wholeNumber = (text: string, most: number) => {
  const number = /^[0-9]{1,4}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= most ? number : undefined
}

const weekDayNamed = (name: string) => {
  const index = names.indexOf(name)
  return index < 0 ? undefined : (index as WeekDay)
}

function readUntil(text: string): Day | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)(?:T\d{6}Z?)?$/.exec(text) ?? []
  const until = `${year}-${month}-${day}`
  return year && isDay(until) ? until : undefined
}

function readNth(text: string): Rule['nth'] {
  const [, week, name = ''] = /^([1-4]|-1)([A-Z]{2})$/.exec(text) ?? []
  const day = weekDayNamed(name)
  return week && day !== undefined ? { week: Number(week), day } : undefined
}

/** Undefined if the text is no rule, or says more than a `Rule` can. */
export function parseRule(text: string): Rule | undefined {
  const parts = new Map<string, string>()
  for (const part of text
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')) {
    const [key = '', value] = part.split('=')
    if (!value || parts.has(key)) return undefined
    parts.set(key, value)
  }
  const freq = frequencies.find((one) => one === parts.get('FREQ'))
  if (!freq) return undefined
  const rule: Rule = { freq, interval: 1, weekDays: [] }
  for (const [key, value] of parts) {
    if (key === 'FREQ') continue
    if (key === 'INTERVAL') {
      const interval = wholeNumber(value, MAX_INTERVAL)
      if (!interval) return undefined
      rule.interval = interval
    } else if (key === 'COUNT') {
      const count = wholeNumber(value, MAX_COUNT)
      if (!count) return undefined
      rule.count = count
    } else if (key === 'UNTIL') {
      const until = readUntil(value)
      if (!until) return undefined
      rule.until = until
    } else if (key === 'BYDAY' && freq === 'WEEKLY') {
      const days = value.split(',').map(weekDayNamed)
      if (days.some((day) => day === undefined)) return undefined
      rule.weekDays = [...new Set(days as WeekDay[])].sort((a, b) => fromMonday(a) - fromMonday(b))
    } else if (key === 'BYDAY' && freq === 'MONTHLY') {
      const nth = readNth(value)
      if (!nth) return undefined
      rule.nth = nth
    } else if (key === 'BYMONTHDAY' && freq === 'MONTHLY') {
      const day = value === '-1' ? -1 : wholeNumber(value, 31)
      if (!day) return undefined
      rule.monthDay = day
    } else return undefined
  }
  const isAmbiguous = (rule.nth && rule.monthDay) || (rule.count && rule.until)
  return isAmbiguous ? undefined : rule
}

/** The same rule always has the same text. */
export function ruleText({ freq, interval, weekDays, nth, monthDay, count, until }: Rule): string {
  return [
    `FREQ=${freq}`,
    interval > 1 && `INTERVAL=${interval}`,
    weekDays.length > 0 && `BYDAY=${weekDays.map((day) => names[day]).join(',')}`,
    nth && `BYDAY=${nth.week}${names[nth.day]}`,
    monthDay && `BYMONTHDAY=${monthDay}`,
    count && `COUNT=${count}`,
    until && `UNTIL=${until.replaceAll('-', '')}`,
  ]
    .filter(Boolean)
    .join(';')
}

const fromMonday = (day: WeekDay) => (day + 6) % 7

/** The day of a month, which may not have it. */
function dayInMonth(first: DayNumber, rule: Rule, start: DayNumber): DayNumber | undefined {
  const next = monthFirst(first, 1)
  const { nth, monthDay } = rule
  if (nth?.week === -1) return next - 1 - ((weekDayOf(next - 1) - nth.day + 7) % 7)
  if (nth) return first + ((nth.day - weekDayOf(first) + 7) % 7) + 7 * (nth.week - 1)
  if (monthDay === -1) return next - 1
  const day = first + (monthDay ?? start - monthFirst(start) + 1) - 1
  return day < next ? day : undefined
}

function daysOfPeriod(rule: Rule, start: DayNumber, period: number): (DayNumber | undefined)[] {
  const later = period * rule.interval
  if (rule.freq === 'DAILY') return [start + later]
  if (rule.freq === 'WEEKLY') {
    const monday = weekFirst(start, 1) + 7 * later
    const days = rule.weekDays.length > 0 ? rule.weekDays : [weekDayOf(start)]
    return days.map((day) => monday + fromMonday(day))
  }
  const months = rule.freq === 'YEARLY' ? 12 * later : later
  return [dayInMonth(monthFirst(start, months), rule, start)]
}

/** A rule may have no day for years: the 29th of February. */
const MAX_EMPTY_PERIODS = 1_000
const LAST_DAY: Day = '9999-01-01'

/** The days of a rule in order; the first one may be the start itself. */
export function* daysOfRule(rule: Rule, startsOn: Day): Generator<Day, undefined> {
  const start = dayNumber(startsOn)
  const until = Math.min(dayNumber(rule.until ?? LAST_DAY), dayNumber(LAST_DAY))
  let left = rule.count ?? Number.POSITIVE_INFINITY
  for (let period = 0, empty = 0; empty < MAX_EMPTY_PERIODS; period++, empty++) {
    for (const day of daysOfPeriod(rule, start, period)) {
      if (day === undefined || day < start) continue
      if (day > until || left === 0) return
      empty = 0
      left--
      yield dayOfNumber(day)
    }
  }
}

/** The next days of a rule, from a day on that may be one of them. */
export function nextDays(rule: Rule, startsOn: Day, from: Day, limit: number): Day[] {
  const next: Day[] = []
  for (const day of daysOfRule(rule, startsOn)) {
    if (day < from) continue
    next.push(day)
    if (next.length === limit) break
  }
  return next
}

/** A rule, when it begins and at which time of its days, as `09:30`. */
export interface Repeats {
  rule: string
  starts_on: Day
  time: string
}

const momentOf = (day: Day, time: string, timeZone: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return momentInZone(day, 60 * hours + minutes, timeZone)
}

/** The next days of a rule whose time has not passed. */
export function daysAfter(
  { rule, starts_on, time }: Repeats,
  moment: number,
  { timezone, limit }: { timezone: string; limit: number },
): Day[] {
  const parsed = parseRule(rule)
  if (!parsed) return []
  const days = nextDays(parsed, starts_on, dayInZone(moment, timezone), limit + 1)
  const [first] = days
  const isPassed = first && momentOf(first, time, timezone).getTime() <= moment
  return days.slice(isPassed ? 1 : 0).slice(0, limit)
}

/** When a rule is due next: after this moment, however many times were missed before it. */
export function nextMomentOf(repeats: Repeats, moment: number, timezone: string): string | null {
  const [day] = daysAfter(repeats, moment, { timezone, limit: 1 })
  return day ? momentOf(day, repeats.time, timezone).toISOString() : null
}
