import { type Benchmark, percentile, timed } from './harness.ts'
import { httpClient } from './http-client.ts'
import type { Stage } from './stage.ts'

const TIMES = 200
const WARM_UP = 50
const SMALL = 50
const LARGE = 5_000

/** A running cycle of so many items of the largest project, and one of its items. */
async function addCycle({ client, workspace_id, projects, admin_id }: Stage, items: number) {
  const { rows } = await client.query<{ id: string }>(
    `insert into cycles (workspace_id, project_id, name, start_date, end_date, owned_by_id)
      values ($1, $2, $3, now() - interval '7 days', now() + interval '7 days', $4) returning id`,
    [workspace_id, projects[0]?.id, `${items} items`, admin_id],
  )
  const id = rows[0]?.id ?? ''
  await client.query(
    `update work_items set cycle_id = $1 where id in (
      select id from work_items where project_id = $2 and cycle_id is null and is_listed limit $3
    )`,
    [id, projects[0]?.id, items],
  )
  return id
}

/** The requests of a cycle screen: the list, the cycle, and its progress. */
const callsOf = (cycle: string) => [
  `${cycle}cycle-issues/?group_by=state_id&order_by=sort_order&per_page=50&cursor=50:0:0`,
  cycle,
  `${cycle}progress/`,
  `${cycle}user-properties/`,
  `${cycle}analytics/?type=issues`,
]

/** Alternates between both, so that a busy moment of the machine affects both alike. */
async function p95(stage: Stage, cycles: readonly string[]): Promise<number[]> {
  const client = httpClient(stage.server.origin, { cookie: stage.cookie })
  const base = `/api/workspaces/${stage.slug}/projects/${stage.projects[0]?.id}/cycles/`
  const taken: number[][] = cycles.map(() => [])
  for (let n = 0; n < TIMES + WARM_UP; n += 1) {
    for (const [index, id] of cycles.entries()) {
      const time = await timed(async () => {
        for (const path of callsOf(`${base}${id}/`)) await client.expect(200, 'GET', path)
      })
      if (n >= WARM_UP) taken[index]?.push(time)
    }
  }
  client.close()
  return taken.map((times) => percentile(times, 0.95))
}

export const openCycle: Benchmark = {
  id: 'B11',
  how: 'p95 of all a cycle’s screen asks for, of a cycle of 5,000 items against one of 50',
  async run(stage) {
    const opened = await stage()
    const cycles = [await addCycle(opened, SMALL), await addCycle(opened, LARGE)]
    await opened.client.query('analyze work_items')
    const [floor = 0, product = 0] = await p95(opened, cycles)
    const numbers = { floor, product, ratio: product / floor }
    const what = 'opening a cycle of 5,000 items ÷ of 50, p95'
    return [{ id: 'B11', what, ...numbers, target: 1.25, better: 'less', unit: 'ms' }]
  },
}
