import { readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { metricsApi as api } from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { root } from '#config'
import { testServer } from '#test/server.ts'

const METRICS_TOKEN = 'a token of sixteen or more'
const { app } = await testServer({ environment: { METRICS_TOKEN, DATA_DIR: os.tmpdir() } })
// Its answer is counted, so that the next one has a sample of everything.
const read = () =>
  app.inject({ url: api.read.url, headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
await read()
const { body: metrics } = await read()

const monitoring = path.join(root, 'docs/monitoring')
const readRules = (name: string) => readFileSync(path.join(monitoring, name), 'utf8')
const namesIn = (text: string) => [...new Set(text.match(/\bcairn_\w+/g))].toSorted()

interface Panel {
  id: number
  type: string
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string }[]
}
const dashboard = JSON.parse(readRules('grafana-dashboard.json')) as { panels: Panel[] }

/** With `_bucket`, `_sum` and `_count` of histograms. */
const printed = new Set(
  metrics
    .split('\n')
    .filter((line) => line.startsWith('cairn_'))
    .flatMap((line) => namesIn(line)),
)
// Nothing is in trouble here.
printed.add(/^# TYPE (cairn_jobs_in_trouble) gauge$/m.exec(metrics)?.[1] ?? '')

describe.each(['grafana-dashboard.json', 'alerts.yaml'])('%s', (file) => {
  // @cap:operations.logs-and-metrics
  it.each(namesIn(readRules(file)))('uses %s, which Cairn prints', (name) => {
    expect([...printed]).toContain(name)
  })
})

it('shows every metric in the dashboard', () => {
  const shown = namesIn(readRules('grafana-dashboard.json'))
  const families = [...metrics.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name)
  // Since the start of a node: one slow response would hide all later ones.
  const left = families.filter((name) => !shown.some((one) => one.startsWith(name)))
  expect(left).toEqual(['cairn_http_slowest_seconds'])
})

it('has panels that do not overlap, each with a query', () => {
  const { panels } = dashboard
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  const empty = panels.filter(({ type, targets = [] }) => type !== 'row' && targets.length === 0)
  expect(empty).toEqual([])
})
