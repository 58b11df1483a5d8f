import { type Benchmark, type Line, timed } from './harness.ts'
import { httpClient } from './http-client.ts'
import { openStage, type Stage } from './stage.ts'

const ITEMS = 100_000
const CHANGED = 10_000

interface Action {
  what: string
  method: 'POST' | 'DELETE'
  path: string
  body: object
}

/** Every kind of bulk change of the same items, in an order in which each changes something. */
function actionsOf({ projects: [project] }: Stage, issue_ids: readonly string[]): Action[] {
  if (!project) throw new Error('There is no project.')
  const changes: Record<string, object> = {
    priority: { priority: 'urgent' },
    dates: { start_date: '2026-03-01', target_date: '2026-04-01' },
    assignees: { assignee_ids: project.assignable.slice(0, 2).map(({ id }) => id) },
    labels: { label_ids: project.labels.slice(0, 2).map(({ id }) => id) },
    // The last of its group: it has hardly any items yet.
    state: { state_id: project.states.findLast(({ group }) => group === 'cancelled')?.id },
  }
  const changing = Object.entries(changes).map(([what, properties]) => ({
    what: `${what} of 10,000 items`,
    method: 'POST' as const,
    path: 'bulk-operation-issues/',
    body: { issue_ids, properties },
  }))
  const archiving = { what: 'archiving 10,000 items', path: 'bulk-archive-issues/' }
  return [...changing, { ...archiving, method: 'POST', body: { issue_ids } }]
}

const deletion = (issue_ids: readonly string[]): Action => ({
  what: 'deleting 10,000 items',
  method: 'DELETE',
  path: 'bulk-delete-issues/',
  body: { issue_ids },
})

async function newestItems({ client, projects }: Stage, offset: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from work_items where project_id = $1 and is_listed
      order by created_at desc, id desc limit $2 offset $3`,
    [projects[0]?.id, CHANGED, offset],
  )
  return rows.map(({ id }) => id)
}

/** Background work left by a change would be measured with the next one. */
const markAllNotified = ({ client }: Stage) =>
  client.query('update activities set is_notified = true where not is_notified')

async function measure(stage: Stage, ids: readonly string[], action: Action): Promise<Line> {
  const { client, cookie, server, slug, projects } = stage
  const product = httpClient(server.origin, { cookie })
  const address = `/api/workspaces/${slug}/projects/${projects[0]?.id}/${action.path}`
  const text = 'update work_items set updated_at = now() where id = any($1::uuid[])'
  const floor = await timed(() => client.query({ name: 'b12', text, values: [ids] }))
  const taken = await timed(() => product.expect(200, action.method, address, action.body))
  product.close()
  await markAllNotified(stage)
  const numbers = { floor: floor / 1000, product: taken / 1000, ratio: taken / 1000 }
  return { id: 'B12', what: action.what, ...numbers, target: 3, better: 'less', unit: 's' }
}

export const bulk: Benchmark = {
  id: 'B12',
  how: 'seconds for one bulk change of 10,000 items of a project of 100,000, in one transaction; beside it a raw UPDATE of the same rows',
  async run() {
    const stage = await openStage({ items: ITEMS, projects: 1 })
    try {
      const [ids, others] = [await newestItems(stage, 0), await newestItems(stage, CHANGED)]
      const lines: Line[] = []
      for (const action of actionsOf(stage, ids)) lines.push(await measure(stage, ids, action))
      return [...lines, await measure(stage, others, deletion(others))]
    } finally {
      await stage.close()
    }
  },
}
