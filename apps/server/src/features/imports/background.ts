import type { BackgroundOf } from '#kernel/jobs/background.ts'
import { removeOldImports, runImports } from './service.ts'

/** Runs at once on the node that got the request; by schedule if that node stopped before. */
export const importsBackground: BackgroundOf = ({ db, storage, log }) => {
  const runAll = () => runImports(db, storage, log)
  return {
    schedules: [
      { name: 'run-imports', cron: '* * * * *', run: runAll },
      { name: 'remove-old-imports', cron: '35 1 * * *', run: () => removeOldImports(db, storage) },
    ],
    onInsert: [{ name: 'run-imports', tables: ['import_runs'], run: runAll }],
  }
}
