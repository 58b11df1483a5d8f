import { setImmediate } from 'node:timers/promises'
import { workItemsApi as api, workItemListsApi as lists } from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addItem } from '#features/work-items/test-kit/items.ts'
import { connect } from '#kernel/database/connect.ts'
import { type Migrations, migrate } from '#kernel/database/migrate.ts'
import { WriteWatcher } from '#kernel/database/write-watcher.ts'
import { migrations } from '#migrations/index.ts'
import { type Answer, Client } from '#test/client.ts'
import { atEndOfFile } from '#test/end-of-file.ts'
import { secondNode } from '#test/second-node.ts'
import { testServer } from '#test/server.ts'

const { app, database, projectOf } = await testServer()
// Not the test server itself: it compares cached responses with fresh ones, which fails while other
// nodes write.
const nodes = [
  await secondNode(app.deps, database.connection),
  await secondNode(app.deps, database.connection),
]
for (const { stop } of nodes) atEndOfFile(stop)

/** Changes a newer version could make: both change what a list's statements return. */
const changes = [
  sql`alter table work_items add column added_by_upgrade text not null default 'x'`,
  sql`alter table work_items alter sequence_id type bigint`,
  sql`alter table states alter "group" type varchar(30)`,
]
const toleratedSince = Object.keys(migrations).at(-1) ?? ''
const newer: Migrations = Object.fromEntries(
  changes.map((change, n) => [
    `900${n}_test`,
    { toleratedSince, up: async (db) => void (await change.execute(db)) },
  ]),
)

/** Another process, which migrates at its start like every node. */
async function upgrade(count: number) {
  const { db } = connect(database.connection, new WriteWatcher(), 1)
  const known = Object.fromEntries(Object.entries(newer).slice(0, count))
  await migrate(db, { ...migrations, ...known })
  await db.destroy()
}

// @cap:operations.upgrade-keeps-data
it('answers every request while another node brings the database up to a newer version', {
  timeout: 120_000,
}, async () => {
  const { ada } = await projectOf('ada')
  const clients = nodes.map((node) => new Client(node.app, ada.user_id, ada.cookies, ada.place))
  const { id } = await addItem(ada, 'busy')
  let n = 0
  const requests: ((client: Client) => Promise<Answer>)[] = [
    (client) => client.attempt(lists.project, { query: { order_by: '-created_at' } }),
    (client) => client.attempt(lists.project, { query: { group_by: 'state_id' } }),
    (client) => client.attempt(api.get, { params: { id } }),
    (client) => client.attempt(api.create, { body: { name: `item ${++n}` } }),
    (client) => client.attempt(api.change, { params: { id }, body: { name: `name ${++n}` } }),
    // With labels a change is a transaction of several statements.
    (client) =>
      client.attempt(api.change, { params: { id }, body: { name: `n ${++n}`, label_ids: [] } }),
  ]

  const answers: Answer[] = []
  let isOver = false
  const loops = clients.flatMap((client) =>
    requests.map(async (ask) => {
      while (!isOver) {
        answers.push(await ask(client))
        // A cached answer needs no I/O: let the other clients run.
        await setImmediate()
      }
    }),
  )
  const more = async () => {
    const before = answers.length
    await expect.poll(() => answers.length, { timeout: 60_000 }).toBeGreaterThan(before + 120)
  }
  try {
    // Enough requests to prepare every statement, also after each migration.
    await more()
    for (const [step] of changes.entries()) {
      await upgrade(step + 1)
      await more()
    }
  } finally {
    isOver = true
    await Promise.all(loops)
  }
  const failed = answers.filter(({ status }) => status >= 400)
  expect(failed).toEqual([])
})
