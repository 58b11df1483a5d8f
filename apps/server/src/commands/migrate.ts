import { type Call, counted, optionsGiven, say } from '../command.ts'
import { readConfig } from '../config.ts'
import { withDatabase } from '../with-database.ts'

/** Brings the database up to this version without a start, and says what was done. */
export async function migrate({ args }: Call): Promise<void> {
  optionsGiven(args, {})
  await withDatabase(readConfig(process.env), async (_db, done) => {
    if (done.length === 0) return say('The database is up to date.')
    for (const name of done) say(name)
    say(`The database is up to date after ${counted(done.length, 'migration')}.`)
  })
}
