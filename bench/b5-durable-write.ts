import { randomToken } from '../apps/server/src/kernel/auth/tokens.ts'
import { type Benchmark, interleave, type Line, middleRound } from './harness.ts'
import { leanClient } from './lean-client.ts'
import { oneOf, someItems } from './places.ts'
import type { Stage } from './stage.ts'

/** After its answer the server reads the event and wakes the other nodes. */
const restMs = 5
const nextName = () => `Renamed to ${randomToken(20)}`

async function change(stage: Stage): Promise<Line> {
  const { client, cookie, server } = stage
  const places = await someItems(stage)
  const product = await leanClient(server.origin, cookie)
  const text = 'update work_items set name = $2, updated_at = now() where id = $1'
  const rounds = await interleave(
    {
      floor: () => client.query({ name: 'b5', text, values: [oneOf(places).id, nextName()] }),
      product: () => product.expect(204, 'PATCH', oneOf(places).path, { name: nextName() }),
    },
    { restMs },
  )
  product.close()
  const what = 'durable write, p50'
  return { id: 'B5', what, ...middleRound(rounds), target: 2, better: 'less', unit: 'ms' }
}

/** Numbers no project reaches, so that the product's go on without gaps. */
const BEYOND = 1_000_000_000

async function create(stage: Stage): Promise<Line> {
  const { client, cookie, server, slug, workspace_id, projects } = stage
  const project = projects[0]!
  const state_id = project.states[0]?.id
  const product = await leanClient(server.origin, cookie)
  const path = `/api/workspaces/${slug}/projects/${project.id}/issues/`
  const text = `insert into work_items (workspace_id, project_id, state_id, sequence_id, name)
    values ($1, $2, $3, $4, $5)`
  let number = BEYOND
  const rounds = await interleave(
    {
      floor: () => {
        number += 1
        const values = [workspace_id, project.id, state_id, number, nextName()]
        return client.query({ name: 'b5-create', text, values })
      },
      product: () => product.expect(201, 'POST', path, { name: nextName(), state_id }),
    },
    { restMs, times: 200, warmUp: 300 },
  )
  product.close()
  await client.query('delete from work_items where sequence_id > $1', [BEYOND])
  const what = 'durable create, p50'
  return { id: 'B5', what, ...middleRound(rounds), target: 4, better: 'less', unit: 'ms' }
}

export const durableWrite: Benchmark = {
  id: 'B5',
  how: 'PATCH of a name and POST of an item over HTTP (row, activity, event, flushed to disk), against a prepared UPDATE or INSERT with its commit; no HTTP in the floor',
  async run(stage) {
    const opened = await stage()
    return [await change(opened), await create(opened)]
  },
}
