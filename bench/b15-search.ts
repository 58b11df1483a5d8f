import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../apps/server/src/features/demo/random.ts'
import { startBareServer } from './bare-server.ts'
import { copyRows } from './generator/copy.ts'
import { makeParagraphs, makeTitle } from './generator/words.ts'
import { type Benchmark, type Line, percentile, timed } from './harness.ts'
import { httpClient } from './http-client.ts'
import { oneOf, someItems } from './places.ts'
import { say } from './say.ts'
import { million as millionItems, openStage, type Stage } from './stage.ts'

const TIMES = 300
const WARM_UP = 100
const SMALL = 10_000
const PAGES = 10_000
/** Maximum results of one search over all kinds. */
const SHOWN = 10

/** Common and rare words, two and three, misspelled, with another ending, and without a match. */
const questions = [
  ...['login form', 'release', 'sidebar', 'stale invoice template', 'nightly backups'],
  ...['flaky test fixture', 'keybord shortcuts', 'safari', 'translated', 'load balancer guests'],
  ...['webhook', 'upgrade permission', 'oversized image uplaod', 'nobody knows', 'timezone'],
]

/** Pages beside the items, half of their words in the text. */
async function addPages({ client, workspace_id, admin_id, projects }: Stage) {
  const random = createRandom(13)
  const made = Array.from({ length: PAGES }, () => {
    const text = Array.from({ length: 8 }, () => makeParagraphs(random)).flat()
    return [crypto.randomUUID(), workspace_id, admin_id, makeTitle(random), text.join('\n')]
  })
  const columns = ['id', 'workspace_id', 'owned_by', 'name', 'description_stripped']
  await copyRows(client, 'pages', columns, made)
  await copyRows(
    client,
    'project_pages',
    ['page_id', 'project_id', 'workspace_id'],
    made.map(([id = '']) => [id, projects[0]?.id ?? '', workspace_id]),
  )
}

/** The generator bypasses the triggers: everything is indexed as in an upgrade. */
async function untilIndexed({ client, server, slug, projects, cookie }: Stage) {
  await client.query('truncate search_backlog')
  await client.query('update search_progress set is_backlog_listed = false')
  const api = httpClient(server.origin, { cookie })
  const labels = `/api/workspaces/${slug}/projects/${projects[0]?.id}/issue-labels/`
  // Any write wakes the job.
  await api.expect(201, 'POST', labels, { name: 'Search' })
  api.close()
  const began = Date.now()
  for (;;) {
    const { rows } = await client.query<{ done: boolean }>(
      `select is_backlog_listed and not exists (select from search_backlog) as done
        from search_progress`,
    )
    if (rows[0]?.done) break
    await sleep(1_000)
  }
  await client.query('vacuum analyze search_documents')
  await client.query('vacuum analyze search_words')
  say(`  indexed in ${Math.round((Date.now() - began) / 1000)} s`)
}

const addressOf = ({ slug }: Stage, n: number) =>
  `/api/workspaces/${slug}/full-text-search/?search=${encodeURIComponent(questions[n % questions.length] ?? '')}`

/** p95 of each; run in turn, so that load on the machine affects all alike. */
async function p95<N extends string>(
  works: Record<N, (n: number) => Promise<unknown>>,
): Promise<Record<N, number>> {
  const names = Object.keys(works) as N[]
  const taken = new Map<N, number[]>(names.map((name) => [name, []]))
  for (let n = 0; n < TIMES + WARM_UP; n += 1) {
    for (const name of names) {
      const time = await timed(() => works[name](n))
      if (n >= WARM_UP) taken.get(name)?.push(time)
    }
  }
  const of = (name: N) => [name, percentile(taken.get(name) ?? [], 0.95)] as const
  return Object.fromEntries(names.map(of)) as Record<N, number>
}

async function prepare(stage: Stage): Promise<Stage> {
  await addPages(stage)
  await untilIndexed(stage)
  return stage
}

async function measure(many: Stage, few: Stage): Promise<Line[]> {
  const places = await someItems(many)
  const [large, small] = [many, few].map(({ server, cookie }) =>
    httpClient(server.origin, { cookie }),
  ) as [ReturnType<typeof httpClient>, ReturnType<typeof httpClient>]
  const body = String(await large.expect(200, 'GET', addressOf(many, 0)))
  const bareServer = await startBareServer({ body, type: 'application/json' })
  const bare = httpClient(bareServer.origin, { cookie: many.cookie })
  const text = 'select * from work_items where id = any($1)'
  const some = () => Array.from({ length: SHOWN }, () => oneOf(places).id)
  const times = await p95({
    select: () => many.client.query({ name: 'b15', text, values: [some()] }),
    bare: () => bare.expect(200, 'GET', '/'),
    few: (n) => small.expect(200, 'GET', addressOf(few, n)),
    many: (n) => large.expect(200, 'GET', addressOf(many, n)),
  })
  for (const client of [large, small, bare]) client.close()
  bareServer.stop()
  const floor = times.select + times.bare
  const found = `${(millionItems.items + PAGES).toLocaleString('en')} items and pages`
  const common = { id: 'B15', product: times.many, better: 'less', unit: 'ms' } as const
  return [
    {
      ...common,
      what: `search of ${found} ÷ its rows by primary key, p95`,
      ...{ floor, ratio: times.many / floor, target: 10 },
    },
    {
      ...common,
      what: `the same ÷ at ${SMALL.toLocaleString('en')} items, p95`,
      ...{ floor: times.few, ratio: times.many / times.few, target: 2 },
    },
  ]
}

export const search: Benchmark = {
  id: 'B15',
  how: 'p95 of full-text searches over 1,000,000 items and 10,000 pages, against a select of as many rows by primary key plus a bare HTTP answer of the same body, and against the same searches over 10,000 items',
  async run(_stage, million) {
    const many = await prepare(await million())
    const few = await openStage({ ...millionItems, items: SMALL })
    try {
      return await measure(many, await prepare(few))
    } finally {
      await few.close()
    }
  },
}
