import { sql } from 'kysely'
import { readConfig } from './config.ts'
import { addDemoWorkspace } from './features/demo/service.ts'
import { withDatabase } from './with-database.ts'

/** `npm run demo`: adds a demo workspace for the first administrator. */
await withDatabase(readConfig(process.env), async (db) => {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from instance_admins order by created_at limit 1`.execute(db)
  const owner = rows[0]?.user_id
  if (!owner) {
    process.stderr.write('Set Cairn up in the browser first: npm start\n')
    process.exitCode = 1
    return
  }
  const slug = await addDemoWorkspace(db, owner)
  process.stdout.write(`The demo workspace is there: /${slug}/\n`)
})
