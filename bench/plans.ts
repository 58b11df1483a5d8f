import path from 'node:path'
import { connect } from '../apps/server/src/kernel/database/connect.ts'
import { WriteWatcher } from '../apps/server/src/kernel/database/write-watcher.ts'
import type { Benchmark } from './harness.ts'
import { adminOf } from './plans/admin.ts'
import { lists, lookAround } from './plans/lists.ts'
import { listenTo, readPlans } from './plans/read-plans.ts'
import { say } from './say.ts'
import { openStage } from './stage.ts'

const ITEMS = 1_000_000
/** A board of fifty people shows some thousand rows; the project has many times as many. */
const MOST = 100_000

export const plans: Benchmark = {
  id: 'plans',
  how: 'every kind of list of a project of 1,000,000 items: none reads a table, or sorts or looks at a tenth of them to show a page',
  async run() {
    const stage = await openStage({ items: ITEMS, projects: 1, embedded: true })
    const host = path.join(stage.dataDir, 'postgres/socket')
    const to = { host, port: 5432, user: 'cairn', database: 'cairn' }
    const { db, pool } = connect(to, new WriteWatcher(), 1)
    const statements = listenTo(pool)
    let bad = 0
    try {
      const { client } = stage
      const known = await lookAround(client, adminOf(stage))
      for (const list of lists) {
        const { name, ms, read, faults } = await readPlans(
          { db, client, statements, known },
          list,
          MOST,
        )
        const verdict = faults.length === 0 ? 'ok' : faults.join(', ')
        say(
          `  ${name.padEnd(66)} ${ms.toFixed(1).padStart(8)} ms ${String(Math.round(read)).padStart(8)} rows  ${verdict}`,
        )
        if (faults.length > 0) bad += 1
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
