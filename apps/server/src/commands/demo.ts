import path from 'node:path'
import { type Call, counted, optionsGiven, say } from '../command.ts'
import { readConfig } from '../config.ts'
import { addDemoWorkspace, findFirstAdmin, removeDemos } from '../features/demo/service.ts'
import { openStorage } from '../kernel/storage/open-storage.ts'
import { Refusal } from '../refusal.ts'
import { withDatabase } from '../with-database.ts'

/** Creates a demo workspace for the first administrator; `--remove` removes all of them. */
export async function demo({ args, spell }: Call): Promise<void> {
  const { remove } = optionsGiven(args, { remove: { type: 'boolean', default: false } })
  const config = readConfig(process.env)
  await withDatabase(config, async (db) => {
    if (remove) {
      const folder = path.join(config.dataDir, 'files')
      // No URLs are signed here.
      const storage = await openStorage(config.bucket, { folder, secret: '' })
      const removed = await removeDemos(db, storage, { all: true })
      return say(`${counted(removed, 'demo workspace')} removed, without a trace.`)
    }
    const owner = await findFirstAdmin(db)
    if (!owner) throw new Refusal(`Set Cairn up in the browser first: ${spell('start')}`)
    say(`The demo workspace is there: /${await addDemoWorkspace(db, owner)}/`)
  })
}
