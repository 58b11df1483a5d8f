import { lookup } from '@cairn/contract'
import type { Comparison, Expression, Value } from '@cairn/work-item-query/language'
import { NONE } from './grouped-items.ts'
import { anyOf, type Compared, compare, placed, text } from './query-parts.ts'

const today = (shift?: string): Value => ({
  ...{ kind: 'word', value: 'today', ...placed },
  ...(shift && { shift }),
})
const call = (name: string): Value => ({ kind: 'call', name, values: [], ...placed })

const relative = /^(\d+)_(days|weeks|months);(after|before|within);(fromnow|ago)$/
const unitDays: Record<string, number> = { days: 1, weeks: 7, months: 30 }

/** The condition of one date token; pairs of after and before are read together. */
function ofToken(field: Compared, token: string): Expression | undefined {
  // Only what has a due date can be overdue.
  if (token === 'overdue') {
    if (field !== 'due') return undefined
    return { call: { kind: 'call', name: 'isOverdue', values: [], ...placed } }
  }
  if (token === 'today') return compare(field, { test: '=', value: today() })
  if (token === 'this_week') {
    return compare(field, { test: 'between', from: call('startOfWeek'), to: call('endOfWeek') })
  }
  const [, count = '0', unit = '', side, way] = relative.exec(token) ?? []
  if (side) {
    const days = Number(count) * (lookup(unitDays, unit) ?? 0)
    const day = days === 0 ? today() : today(`${way === 'ago' ? '-' : '+'}${days}d`)
    if (side === 'within') {
      const [from, to] = way === 'ago' ? [day, today()] : [today(), day]
      return compare(field, { test: 'between', from, to })
    }
    return compare(field, { test: side === 'after' ? '>=' : '<=', value: day })
  }
  const [day = '', end] = token.split(';')
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const test = end === 'after' ? '>=' : end === 'before' ? '<=' : '='
  return compare(field, { test, value: text(day) })
}

/** The days of a filter. */
export function ofDates(field: Compared, values: readonly string[]): Expression | undefined {
  const ends = values.filter((value) => /^\d{4}-.*;(after|before)$/.test(value)).sort()
  const from = ends.find((value) => value.endsWith(';after'))
  const to = ends.findLast((value) => value.endsWith(';before'))
  const isRange = from !== undefined && to !== undefined
  const rest = values.filter((value) => value !== NONE && !(isRange && ends.includes(value)))
  const [first, last] = [text((from ?? '').slice(0, 10)), text((to ?? '').slice(0, 10))]
  return anyOf([
    ...(values.includes(NONE) ? [compare(field, { test: 'empty' })] : []),
    ...(isRange ? [compare(field, { test: 'between', from: first, to: last })] : []),
    ...rest.flatMap((value) => ofToken(field, value) ?? []),
  ])
}

const isToday = (value: Value) =>
  value.kind === 'word' && value.value === 'today' && value.shift === undefined
const shiftOf = (value: Value) =>
  value.kind === 'word' && value.value === 'today' ? value.shift : undefined
const dayOf = (value: Value) =>
  value.kind === 'text' && /^\d{4}-\d{2}-\d{2}$/.test(value.value) ? value.value : undefined

/** The preset for so many days. */
const amounts: Record<string, string> = {
  7: '1_weeks',
  14: '2_weeks',
  30: '1_months',
  60: '2_months',
}

/** The opposite of `ofDates`, if a filter can say it. */
export function dateTokens(comparison: Comparison): string[] | undefined {
  if (comparison.test === 'empty') return [NONE]
  if (comparison.test === 'between') {
    const { from, to } = comparison
    const [first, last] = [dayOf(from), dayOf(to)]
    if (first && last) return [`${first};after`, `${last};before`]
    const isWeek =
      from.kind === 'call' &&
      from.name === 'startOfWeek' &&
      to.kind === 'call' &&
      to.name === 'endOfWeek'
    if (isWeek) return ['this_week']
    const [, ahead] = /^\+(\d+)d$/.exec(shiftOf(to) ?? '') ?? []
    if (isToday(from) && ahead) return [`${ahead}_days;within;fromnow`]
    const [, ago] = /^-(\d+)d$/.exec(shiftOf(from) ?? '') ?? []
    return isToday(to) && ago ? [`${ago}_days;within;ago`] : undefined
  }
  if (comparison.test === 'in') return undefined
  const { test, value } = comparison
  const day = dayOf(value)
  if (test === '=') return day ? [day] : isToday(value) ? ['today'] : undefined
  if (test !== '>=' && test !== '<=') return undefined
  if (day) return [`${day};${test === '>=' ? 'after' : 'before'}`]
  const [, sign, days = ''] = /^([+-])(\d+)d$/.exec(shiftOf(value) ?? '') ?? []
  const amount = lookup(amounts, days)
  const isPreset = test === '>=' && sign === '+' && amount !== undefined
  return isPreset ? [`${amount};after;fromnow`] : undefined
}
