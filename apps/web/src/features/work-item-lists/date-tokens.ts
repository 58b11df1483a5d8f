import { type Day, parseDay, toDay } from '#ui/day.ts'

const relative = /^(\d{1,6})_(weeks|months);(after|before);(\w+)$/

function daysFrom(today: Day, days: number): Day {
  const date = parseDay(today) ?? new Date()
  date.setDate(date.getDate() + days)
  return toDay(date)
}

interface Span {
  from?: Day
  to?: Day
}

function readRelative(token: string, today: Day): Span | undefined {
  const [, amount, unit, side, direction] = relative.exec(token) ?? []
  if (!amount) return undefined
  const days = Number(amount) * (unit === 'weeks' ? 7 : 30)
  const day = daysFrom(today, direction === 'fromnow' ? days : -days)
  return side === 'after' ? { from: day } : { to: day }
}

/**
 * Whether a day meets a date filter, as the server decides it: an absolute `;after` and `;before` form
 * one range, every other token stands alone, and any of them is enough.
 */
export function meetsDates(value: string, day: Day | null, today: Day): boolean {
  const tokens = value.split(',')
  const spans: Span[] = []
  const range: Span = {}
  for (const token of tokens) {
    const [first = '', side] = token.split(';')
    if (!parseDay(first))
      spans.push(...[readRelative(token, today)].filter((one) => one !== undefined))
    else if (side === undefined) spans.push({ from: first, to: first })
    else if (side === 'after') range.from = first
    else range.to = first
  }
  if (range.from || range.to) spans.push(range)
  if (day === null) return tokens.includes('None')
  return spans.some(({ from, to }) => (!from || day >= from) && (!to || day <= to))
}
