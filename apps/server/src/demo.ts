import path from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { counted, runCommand } from './command.ts'
import { readConfig } from './config.ts'
import { addDemoWorkspace, removeDemos } from './features/demo/service.ts'
import type { Db } from './kernel/database/schema.ts'
import { openStorage } from './kernel/storage/open-storage.ts'
import { Refusal } from './refusal.ts'
import { withDatabase } from './with-database.ts'

const config = readConfig(process.env)
const say = (line: string) => process.stdout.write(`${line}\n`)

async function add(db: Db) {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from instance_admins order by created_at limit 1`.execute(db)
  const owner = rows[0]?.user_id
  if (!owner) throw new Refusal('Set Cairn up in the browser first: npm start')
  say(`The demo workspace is there: /${await addDemoWorkspace(db, owner)}/`)
}

async function remove(db: Db) {
  const folder = path.join(config.dataDir, 'files')
  // Nothing is signed here.
  const storage = await openStorage(config.bucket, { folder, secret: '' })
  const removed = await removeDemos(db, storage, { all: true })
  say(`${counted(removed, 'demo workspace')} removed, without a trace.`)
}

/** `npm run demo`: a demo workspace for the first administrator; with `-- --remove` all of them go. */
await runCommand(async () => {
  const { values } = parseArgs({ options: { remove: { type: 'boolean', default: false } } })
  await withDatabase(config, values.remove ? remove : add)
})
