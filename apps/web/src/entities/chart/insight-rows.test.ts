import { expect, it } from 'vitest'
import { readInsight, seriesOf } from './insight-rows.ts'

const asItIs = (_axis: string, _key: string, name: string) => name
const row = (key: string, count = 1, cells = {}) => ({ key, name: key, count, ...cells })
const keysOf = (rows: readonly { key: string }[]) => rows.map(({ key }) => key)

it.each([
  ['PRIORITY', ['none', 'low', 'urgent'], ['urgent', 'low', 'none']],
  ['STATE_GROUPS', ['completed', 'backlog'], ['backlog', 'completed']],
  ['START_DATE', ['None', '2026-10-01', '2026-09-30'], ['2026-09-30', '2026-10-01', 'None']],
  ['ESTIMATE_POINTS', ['none', '13', '5'], ['5', '13', 'none']],
  ['LABELS', ['none', 'wet', 'dry'], ['wet', 'dry', 'none']],
] as const)('%s is read in its order', (axis, keys, ordered) => {
  const chart = { data: keys.map((key) => row(key)), schema: {} }
  expect(keysOf(readInsight(chart, axis, null, asItIs).rows)).toEqual(ordered)
})

it('says zero where a row holds nothing of a group', () => {
  const chart = {
    data: [row('high', 2, { wet: 2 }), row('low', 1, { none: 1 })],
    schema: { none: 'None', wet: 'Wet' },
  }
  const { rows, groups } = readInsight(chart, 'PRIORITY', 'LABELS', asItIs)
  expect(groups).toEqual([
    { key: 'wet', name: 'Wet' },
    { key: 'none', name: 'None' },
  ])
  expect(rows.map(({ cells }) => cells)).toEqual([
    { wet: 2, none: 0 },
    { wet: 0, none: 1 },
  ])
})

it('counts groups that are called what every object has', () => {
  const chart = { data: [row('high', 1, { valueOf: 1 })], schema: { constructor: '', valueOf: '' } }
  const { rows } = readInsight(chart, 'PRIORITY', 'LABELS', asItIs)
  expect(rows.map(({ cells }) => cells)).toEqual([{ constructor: 0, valueOf: 1 }])
})

it('adds the smallest up where there are more than eight', () => {
  const keys = Array.from({ length: 11 }, (_, n) => `g${n}`)
  const cells = Object.fromEntries(keys.map((key, n) => [key, n]))
  const groups = keys.map((key) => ({ key, name: key }))
  const rows = [{ key: 'x', name: 'x', count: 1, cells }]
  const series = seriesOf(rows, groups, (_, n) => `c${n}`, 'Others')
  expect(keysOf(series)).toEqual(['g4', 'g5', 'g6', 'g7', 'g8', 'g9', 'g10', 'others'])
  expect(series.at(-1)?.of).toEqual(['g0', 'g1', 'g2', 'g3'])
  expect(seriesOf(rows, groups.slice(0, 8), (_, n) => `c${n}`, 'Others')).toHaveLength(8)
})
