import { addDays, isDay } from '@cairn/calendar'
import type { DateTest, DayRange } from './list-query.ts'

const relative = /^(\d{1,6})_(weeks|months)$/

/** `2_weeks;after;fromnow`: a week is seven days, a month thirty. */
function readRelative(token: string, today: string): DayRange | undefined {
  const [amount = '', side, direction] = token.split(';')
  const parts = relative.exec(amount)
  if (!parts || side === undefined || direction === undefined) return undefined
  const days = Number(parts[1]) * (parts[2] === 'weeks' ? 7 : 30)
  const day = addDays(today, direction === 'fromnow' ? days : -days)
  if (!day) return undefined
  return side === 'after' ? { from: day } : { to: day }
}

/**
 * A key's date tokens. One absolute `;after` and one `;before` form a range together; every other
 * token stands alone, and any of them is enough. What cannot be read is left out, and said.
 */
export function readDateTokens(
  value: string,
  today: string,
  onUnreadable: (token: string) => void = () => {},
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
      const range = readRelative(token, today)
      if (range) ranges.push(range)
      else onUnreadable(token)
    }
  }
  if (after || before) ranges.push({ ...(after && { from: after }), ...(before && { to: before }) })
  return ranges.length > 0 || none ? { ranges, none } : undefined
}
