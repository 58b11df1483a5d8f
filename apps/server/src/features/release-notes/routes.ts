import { releaseNotesApi as api } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { listReleaseNotes } from './queries.ts'

export const releaseNotes: Feature = async (app) => {
  app.route({ ...api.list, handler: () => listReleaseNotes(app.db) })
}
