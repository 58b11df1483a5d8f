import path from 'node:path'
import { parseArgs } from 'node:util'
import { counted, runCommand } from './command.ts'
import { readConfig } from './config.ts'
import { addDemoWorkspace, findFirstAdmin, removeDemos } from './features/demo/service.ts'
import type { Db } from './kernel/database/schema.ts'
import { openStorage } from './kernel/storage/open-storage.ts'
import { Refusal } from './refusal.ts'
import { withDatabase } from './with-database.ts'

const config = readConfig(process.env)
const say = (line: string) => process.stdout.write(`${line}\n`)

async function add(db: Db) {
  const owner = await findFirstAdmin(db)
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
