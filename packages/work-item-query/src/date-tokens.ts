import { addDays, dayNumber, dayOfNumber, isDay, weekFirst } from '@cairn/calendar'
import { lookup } from '@cairn/contract'
import type { DateTest, DayRange } from './list-query.ts'

const relative = /^(\d{1,6})_(days|weeks|months)$/
const unitDays = new Map([
  ['days', 1],
  ['weeks', 7],
  ['months', 30],
])

/**
 * `2_weeks;after;fromnow`: a week is seven days, a month thirty. `within` is the range from today
 * to that day, both included.
 */
function readRelative(token: string, today: string): DayRange | undefined {
  const [amount = '', side, direction] = token.split(';')
  const parts = relative.exec(amount)
  if (!parts || side === undefined || direction === undefined) return undefined
  const days = Number(parts[1]) * (unitDays.get(parts[2] ?? '') ?? 0)
  const isAhead = direction === 'fromnow'
  const day = addDays(today, isAhead ? days : -days)
  if (!day) return undefined
  if (side === 'within') return isAhead ? { from: today, to: day } : { from: day, to: today }
  return side === 'after' ? { from: day } : { to: day }
}

const MONDAY = 1

/** Words for days; a week begins with Monday for everyone, so that a shared list is the same to all. */
const words: Record<string, (today: string) => DayRange | undefined> = {
  today: (today) => ({ from: today, to: today }),
  this_week: (today) => {
    const first = weekFirst(dayNumber(today), MONDAY)
    return { from: dayOfNumber(first), to: dayOfNumber(first + 6) }
  },
}

/** Items due today are not overdue: overdue means due yesterday or earlier and still open. */
function readOverdue(today: string): DayRange | undefined {
  const to = addDays(today, -1)
  return to ? { to, isOpen: true } : undefined
}

interface TokenReading {
  /** For due dates, which can be overdue. */
  isDue?: boolean
  onUnreadable?: ((token: string) => void) | undefined
}

/**
 * The date tokens of a key. One absolute `;after` and one `;before` form a range together; every
 * other token is separate, and any match is enough. Invalid tokens are left out and reported.
 */
export function readDateTokens(
  value: string,
  today: string,
  { isDue = false, onUnreadable = () => {} }: TokenReading = {},
): DateTest<DayRange> | undefined {
  const ranges: DayRange[] = []
  let none = false
  let after: string | undefined
  let before: string | undefined
  for (const token of value.split(',').map((part) => part.trim())) {
    const [day = '', side] = token.split(';')
    if (token === 'None') none = true
    else if (isDay(day) && side === undefined) ranges.push({ from: day, to: day })
    else if (isDay(day) && side === 'after') after = after && after < day ? after : day
    else if (isDay(day)) before = before && before > day ? before : day
    else {
      const isOverdue = isDue && token === 'overdue'
      const word = lookup(words, token)?.(today)
      const range = isOverdue ? readOverdue(today) : (word ?? readRelative(token, today))
      if (range) ranges.push(range)
      else onUnreadable(token)
    }
  }
  if (after || before) ranges.push({ ...(after && { from: after }), ...(before && { to: before }) })
  return ranges.length > 0 || none ? { ranges, none } : undefined
}
