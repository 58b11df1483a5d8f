import { connect } from '../apps/server/src/kernel/database/connect.ts'
import { WriteWatcher } from '../apps/server/src/kernel/database/write-watcher.ts'
import type { Benchmark } from './harness.ts'
import { adminOf } from './plans/admin.ts'
import { lists, lookAround } from './plans/lists.ts'
import { addNewcomer } from './plans/newcomer.ts'
import { listenTo, readPlans } from './plans/read-plans.ts'
import { addTypes } from './plans/types.ts'
import { say } from './say.ts'

/** A board with fifty users shows some thousand rows; the project has many times as many. */
const MAX = 100_000

export const plans: Benchmark = {
  id: 'plans',
  how: 'every kind of list of a project of 1,000,000 items: none reads a table, or sorts or looks at a tenth of them to show a page',
  async run(_stage, million) {
    const stage = await million()
    const { db, pool } = connect(stage.connection, new WriteWatcher(), 1)
    const statements = listenTo(pool)
    let bad = 0
    try {
      const { client } = stage
      const me = adminOf(stage)
      const known = {
        ...(await lookAround(client, me)),
        newcomer: await addNewcomer(client, me),
        ...(await addTypes(db, client, me)),
      }
      for (const list of lists) {
        const { name, ms, read, faults } = await readPlans(
          { db, client, statements, known },
          list,
          MAX,
        )
        const verdict = faults.length === 0 ? 'ok' : faults.join(', ')
        say(
          `  ${name.padEnd(66)} ${ms.toFixed(1).padStart(8)} ms ${String(Math.round(read)).padStart(8)} rows  ${verdict}`,
        )
        if (faults.length > 0) bad += 1
      }
    } finally {
      await db.destroy()
    }
    const what = `of ${lists.length} lists, those that grow with the project`
    const numbers = { floor: null, product: bad, ratio: bad }
    return [{ id: 'plans', what, ...numbers, target: 0, better: 'less', unit: '' }]
  },
}
