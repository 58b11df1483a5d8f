import { backupsApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { listRuns } from './queries.ts'
import { changeSettings, readSettings, startBackup } from './service.ts'

export const backups: Feature = async (app) => {
  const { db } = app
  const { secrets, config } = app.deps
  app.route({ ...api.list, handler: () => listRuns(db) })
  app.route({ ...api.create, handler: ({ person }) => startBackup(db, person.user_id) })
  app.route({ ...api.settings, handler: () => readSettings(db, config) })
  app.route({
    ...api.change,
    handler: ({ person, body }) => changeSettings(db, secrets, config, person.user_id, body),
  })
}
