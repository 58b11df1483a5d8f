import type { BackgroundOf } from '#kernel/jobs/background.ts'
import { makeExports, removeOldExports } from './service.ts'

/** Runs at once on the node that got the request; by schedule if that node stopped before. */
export const exportsBackground: BackgroundOf = ({ db, storage, log }) => {
  const makeAll = () => makeExports(db, storage, log)
  return {
    schedules: [
      { name: 'make-exports', cron: '* * * * *', run: makeAll },
      { name: 'remove-old-exports', cron: '30 1 * * *', run: () => removeOldExports(db, storage) },
    ],
    onInsert: [{ name: 'make-exports', tables: ['exports'], run: makeAll }],
  }
}
