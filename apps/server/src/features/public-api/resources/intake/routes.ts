import { inboxV1, intakeV1 } from '@cairn/contract/v1'
import type { App, Feature } from '#kernel/http/app-type.ts'
import { addEntry, deleteEntry, editEntry, readEntries, readEntry } from './service.ts'

function serve(app: App, api: typeof intakeV1 | typeof inboxV1) {
  const { db } = app
  app.route({
    ...api.list,
    handler: ({ projectMember, query }) => readEntries(db, projectMember, query),
  })
  app.route({
    ...api.create,
    handler: ({ projectMember, body }) => addEntry(db, projectMember, body),
  })
  app.route({
    ...api.get,
    handler: ({ projectMember, params, query }) =>
      readEntry(db, projectMember, params.issue_id, query),
  })
  app.route({
    ...api.change,
    handler: ({ projectMember, params, body }) =>
      editEntry(db, projectMember, params.issue_id, body),
  })
  app.route({
    ...api.decide,
    handler: ({ projectMember, params, body }) =>
      editEntry(db, projectMember, params.issue_id, body),
  })
  app.route({
    ...api.remove,
    handler: ({ projectMember, params }) => deleteEntry(db, projectMember, params.issue_id),
  })
}

/** Served under both names. */
export const intake: Feature = async (app) => {
  serve(app, intakeV1)
  serve(app, inboxV1)
}
