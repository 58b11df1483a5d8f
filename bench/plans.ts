import path from 'node:path'
import type { Params } from '@cairn/work-item-query'
import type pg from 'pg'
import {
  archivedItems,
  projectItems,
  workspaceItems,
} from '../apps/server/src/features/work-items/contexts.ts'
import { type Context, listItems } from '../apps/server/src/features/work-items/list.ts'
import type { ProjectMember } from '../apps/server/src/kernel/auth/member.ts'
import { connect } from '../apps/server/src/kernel/database/connect.ts'
import type { Db } from '../apps/server/src/kernel/database/schema.ts'
import { WriteWatcher } from '../apps/server/src/kernel/database/write-watcher.ts'
import type { Benchmark } from './harness.ts'
import { say } from './say.ts'
import { openStage, type Stage } from './stage.ts'

/** More than a page could need; a project has many times as many. */
const MANY = 4_000

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Plan[]
}

const rowsOf = (plan: Plan) => plan['Actual Rows'] * plan['Actual Loops']

/** What in a plan grows with the project instead of with the page. */
function faultsOf(plan: Plan): string[] {
  const below = plan.Plans ?? []
  const faults = below.flatMap(faultsOf)
  const kind = plan['Node Type']
  if (kind === 'Seq Scan' && plan['Relation Name'] === 'work_items') faults.push('reads the table')
  const sorted = kind === 'Sort' ? below.reduce((sum, one) => sum + rowsOf(one), 0) : 0
  return sorted > MANY ? [...faults, `sorts ${Math.round(sorted)} rows`] : faults
}

const orders = ['created_at', 'updated_at', 'sort_order', 'sequence_id', 'name', 'priority']
const dates = ['start_date', 'target_date', 'completed_at']
const groups = ['state_id', 'priority', 'state__group', 'cycle_id', 'project_id']

const ordered = [...orders, ...dates].flatMap((key) => [{ order_by: key }, { order_by: `-${key}` }])
const boards = groups.flatMap((group_by) => [
  { group_by, order_by: 'sort_order' },
  { group_by, order_by: '-created_at' },
])
const others = [
  { group_by: 'state_id', sub_group_by: 'priority', order_by: 'sort_order' },
  { state_group: 'started', order_by: 'sort_order' },
  { priority: 'urgent,high' },
  { cursor: '50:20:0' },
]

interface List {
  name: string
  params: Params
  of: (db: Db, member: ProjectMember) => Context
}

const lists: List[] = [
  ...[...ordered, ...boards, ...others].map((params) => ({
    name: `project ${new URLSearchParams(params as Record<string, string>)}`,
    params: params as Params,
    of: projectItems,
  })),
  { name: 'workspace', params: {}, of: workspaceItems },
  {
    name: 'archived',
    params: {},
    of: (db, member) => archivedItems(db, member, { withSubItems: true }),
  },
]

const adminOf = ({ workspace_id, slug, projects, admin_id, email }: Stage): ProjectMember => ({
  ...{ user_id: admin_id, email, is_instance_admin: true, user_timezone: 'UTC' },
  ...{ workspace_id, slug, workspace_role: 20 },
  ...{ project_id: projects[0]?.id ?? '', identifier: 'X', project_role: 20, sees_only_own: false },
})

/** The statements a work sends, with their values. */
function listenTo(pool: pg.Pool) {
  const heard: { text: string; values: unknown[] }[] = []
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...all: unknown[]) => unknown
    Object.assign(client, {
      query(asked: { text?: string; values?: unknown[] }, ...rest: unknown[]) {
        if (asked.text) heard.push({ text: asked.text, values: asked.values ?? [] })
        return query(asked, ...rest)
      },
    })
  })
  return { take: () => heard.splice(0) }
}

export const plans: Benchmark = {
  id: 'plans',
  how: 'the statements of every common list of a project of 20,000 among 50,000 items: none reads the table or sorts the project to show a page (lists ordered by names of labels, people, cycles or modules are left out: those sort)',
  async run() {
    const stage = await openStage({ items: 50_000, embedded: true })
    const host = path.join(stage.dataDir, 'postgres/socket')
    const to = { host, port: 5432, user: 'cairn', database: 'cairn' }
    const { db, pool } = connect(to, new WriteWatcher(), 1)
    const statements = listenTo(pool)
    let bad = 0
    try {
      await stage.client.query('vacuum analyze')
      for (const { name, params, of } of lists) {
        const page = { per_page: '50', cursor: '50:0:0', ...params }
        await listItems(db, adminOf(stage), page, of(db, adminOf(stage)))
        for (const { text, values } of statements.take()) {
          // A count without kept numbers reads what it counts.
          if (!/\blimit\b/.test(text)) continue
          const { rows } = await stage.client.query(
            `explain (analyze, format json) ${text}`,
            values,
          )
          const faults = faultsOf(rows[0]['QUERY PLAN'][0].Plan)
          if (faults.length > 0) say(`  ${name}: ${[...new Set(faults)].join(', ')}`)
          if (faults.length > 0) bad += 1
        }
      }
    } finally {
      await db.destroy()
      await stage.close()
    }
    const what = `of ${lists.length} lists, those that grow with the project`
    const numbers = { floor: null, product: bad, ratio: bad }
    return [{ id: 'plans', what, ...numbers, target: 0, better: 'less', unit: '' }]
  },
}
