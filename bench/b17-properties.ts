import { randomUUID } from 'node:crypto'
import { type PropertyKind, propertyField } from '@cairn/contract'
import { propertyOf } from './generator/properties.ts'
import { type Benchmark, type Line, percentile, timed } from './harness.ts'
import { httpClient } from './http-client.ts'
import { million as millionItems, openStage, type Scene, type Stage } from './stage.ts'

const SMALL = 10_000
const TIMES = 60
const WARM_UP = 20
const ADDED = 20
const WRITERS = 4

const withProperties: Scene = { ...millionItems, properties: 20 }

const keyOf = (stage: Stage, kind: PropertyKind) => propertyField(propertyOf(stage, kind))

/** Pages of fifty; every row has the values of its properties. */
const readings: readonly (readonly [
  what: string,
  query: (stage: Stage) => Record<string, string>,
])[] = [
  ['list with properties', () => ({ order_by: '-created_at' })],
  [
    'filtered by an option',
    (stage) => {
      const { id, option_ids } = propertyOf(stage, 'option')
      return { order_by: '-created_at', pql: `[option:${id}] = "${option_ids[0]}"` }
    },
  ],
  [
    'filtered by three properties',
    (stage) => {
      const [option, number] = [propertyOf(stage, 'option'), propertyOf(stage, 'number')]
      const tests = [
        `[option:${option.id}] in ("${option.option_ids.slice(0, 2).join('", "')}")`,
        `[number:${number.id}] >= 500`,
        `[boolean:${propertyOf(stage, 'boolean').id}] = true`,
      ]
      return { order_by: '-created_at', pql: tests.join(' and ') }
    },
  ],
  ...(['number', 'date', 'text', 'option'] as const).flatMap(
    (kind) =>
      [
        [`table sorted by a ${kind}`, (stage: Stage) => ({ order_by: keyOf(stage, kind) })],
        [`the same, descending`, (stage: Stage) => ({ order_by: `-${keyOf(stage, kind)}` })],
      ] as const,
  ),
  [
    'board grouped by an option',
    (stage) => ({ group_by: keyOf(stage, 'option'), order_by: 'sort_order' }),
  ],
  [
    'board grouped by a person, newest first',
    (stage) => ({ group_by: keyOf(stage, 'person'), order_by: '-created_at' }),
  ],
]

function addressOf({ slug, projects }: Stage, query: Record<string, string>, n: number): string {
  // Not asked for before: no answer is cached.
  const params = new URLSearchParams({ per_page: '50', cursor: '50:0:0', ...query, n: `${n}` })
  return `/api/workspaces/${slug}/projects/${projects[0]?.id}/issues/?${params}`
}

/** Alternates between both, so that a busy moment of the machine affects both alike. */
async function flatness(many: Stage, few: Stage): Promise<Line[]> {
  const clients = [few, many].map((stage) => ({
    stage,
    client: httpClient(stage.server.origin, { cookie: stage.cookie }),
  }))
  const lines: Line[] = []
  for (const [what, query] of readings) {
    const taken: number[][] = [[], []]
    for (let n = 0; n < WARM_UP + TIMES; n += 1) {
      for (const [index, { stage, client }] of clients.entries()) {
        const address = addressOf(stage, query(stage), n)
        const time = await timed(() => client.expect(200, 'GET', address))
        if (n >= WARM_UP) taken[index]?.push(time)
      }
    }
    const [floor = 0, product = 0] = taken.map((times) => percentile(times, 0.5))
    const numbers = { floor, product, ratio: product / floor, target: 1.25 }
    lines.push({ id: 'B17', what, ...numbers, better: 'less', unit: 'ms' })
  }
  for (const { client } of clients) client.close()
  return lines
}

/** The longest time a property took to be added, which bounds every lock it takes. */
async function adding({ slug, server, cookie, client, projects }: Stage): Promise<Line[]> {
  const project_id = projects[0]?.id
  const { rows } = await client.query<{ id: string }>(
    'select id from work_items where project_id = $1 and is_listed limit 400',
    [project_id],
  )
  const found = await client.query<{ id: string }>(
    'select type_id as id from work_items where project_id = $1 and type_id is not null limit 1',
    [project_id],
  )
  const headers = { cookie, origin: server.origin }
  let isOver = false
  const writing = Array.from({ length: WRITERS }, async (_, writer) => {
    const browser = httpClient(server.origin, headers)
    const waits: number[] = []
    for (let n = writer; !isOver; n += WRITERS) {
      const address = `/api/workspaces/${slug}/projects/${project_id}/issues/${rows[n % rows.length]?.id}/`
      const body = { priority: n % 8 < 4 ? 'high' : 'low' }
      waits.push(await timed(() => browser.expect(204, 'PATCH', address, body)))
    }
    browser.close()
    return waits
  })
  const admin = httpClient(server.origin, headers)
  const added: number[] = []
  for (let n = 0; n < ADDED; n += 1) {
    const address = `/api/workspaces/${slug}/issue-types/${found.rows[0]?.id}/properties/`
    const body = { id: randomUUID(), name: `Added ${randomUUID()}`, kind: 'number' }
    added.push(await timed(() => admin.expect(201, 'POST', address, body)))
  }
  isOver = true
  const waits = (await Promise.all(writing)).flat()
  admin.close()
  const what = `adding a property under ${WRITERS} writers, the longest of ${ADDED}`
  const product = Math.max(...added)
  const floor = percentile(waits, 0.95)
  return [
    { id: 'B17', what, floor, product, ratio: product, target: 100, better: 'less', unit: 'ms' },
  ]
}

const measureProperties = async (many: Stage, few: Stage): Promise<Line[]> => [
  ...(await flatness(many, few)),
  ...(await adding(many)),
]

export const properties: Benchmark = {
  id: 'B17',
  how: 'median of lists, tables and boards of a project of 1,000,000 items with 20 properties that show, filter, sort and group by them, none of them cached, against the same at 10,000 items; and the longest request that adds a property while others write, which bounds its locks (beside it, the p95 of the writers)',
  async run() {
    const many = await openStage(withProperties)
    try {
      const few = await openStage({ ...withProperties, items: SMALL })
      try {
        return await measureProperties(many, few)
      } finally {
        await few.close()
      }
    } finally {
      await many.close()
    }
  },
}
