import { workItemsApi as api, epicChildrenApi, epicsApi } from '@cairn/contract'
import type { Feature } from '#kernel/http/app-type.ts'
import { keyIn } from '#product/idempotency-queries.ts'
import { archiveItem, restoreItem } from './archive.ts'
import { archiveMany, changeDates, changeMany, removeMany } from './bulk.ts'
import { moveMany, moveWorkItem } from './move.ts'
import { openItem, readArchived, readByKey, readItem, readMeta, recordItemVisit } from './read.ts'
import { changeWorkItem, createWorkItem, removeWorkItem } from './service.ts'
import { addSubItems, listSubItems } from './sub-items.ts'
import { undeleteMany } from './undelete.ts'

export const workItems: Feature = async (app) => {
  const { db } = app
  const { cache } = app.deps

  for (const [kind, calls] of [
    ['issues', api],
    ['epics', epicsApi],
  ] as const) {
    const epic = kind === 'epics'
    app.route({
      ...calls.create,
      handler: ({ projectMember: me, body, headers }) =>
        createWorkItem(db, me, body, { epic, key: keyIn(headers) }),
    })
    app.route({
      ...calls.get,
      handler: async (request, reply) => {
        const { projectMember: me, params, query } = request
        if (query.expand) return readItem(db, me, params.id, { kind, expanded: query.expand })
        const item = await cache.answer(me.project_id, `${me.user_id} ${request.url}`, async () =>
          JSON.stringify(await openItem(db, me, params.id, kind)),
        )
        recordItemVisit(db, me, { ...me, id: params.id })
        return item.send(request, reply)
      },
    })
    for (const change of [calls.change, calls.replace]) {
      app.route({
        ...change,
        handler: async ({ projectMember: me, params, body }) => {
          await changeWorkItem(db, me, params.id, body, kind)
          return null
        },
      })
    }
    app.route({
      ...calls.remove,
      handler: async ({ projectMember: me, params }) => {
        await removeWorkItem(db, me, params.id, kind)
        return null
      },
    })
    app.route({
      ...calls.meta,
      handler: ({ projectMember: me, params }) => readMeta(db, me, params.id, kind),
    })
    app.route({
      ...calls.archive,
      handler: ({ projectMember: me, params }) => archiveItem(db, me, params.id, kind),
    })
    app.route({
      ...calls.restore,
      handler: async ({ projectMember: me, params }) => {
        await restoreItem(db, me, params.id, kind)
        return null
      },
    })
    app.route({
      ...calls.archived,
      handler: ({ projectMember: me, params, query }) =>
        readArchived(db, me, params.id, { kind, expanded: query.expand }),
    })
  }

  for (const [kind, calls] of [
    ['issues', api],
    ['epics', epicsApi],
    ['epics', epicChildrenApi],
  ] as const) {
    app.route({
      ...calls.children,
      handler: ({ projectMember: me, params, query }) =>
        listSubItems(db, me, params.id, { kind, ...query }),
    })
    app.route({
      ...calls.addChildren,
      handler: ({ projectMember: me, params, body }) =>
        addSubItems(db, me, params.id, { kind, ids: body.sub_issue_ids ?? [] }),
    })
  }

  app.route({
    ...api.move,
    handler: ({ projectMember: me, params, body }) =>
      moveWorkItem(db, me, params.id, body.project_id),
  })
  app.route({
    ...api.byKey,
    handler: ({ member, params, query }) => readByKey(db, member, params.key, query.expand),
  })
  app.route({
    ...api.bulkRemove,
    handler: ({ projectMember: me, body }) => removeMany(db, me, body.issue_ids ?? []),
  })
  app.route({
    ...api.bulkRestore,
    handler: ({ projectMember: me, body }) => undeleteMany(db, me, body.issue_ids ?? []),
  })
  app.route({
    ...api.bulkArchive,
    handler: ({ projectMember: me, body }) => archiveMany(db, me, body.issue_ids ?? []),
  })
  app.route({
    ...api.bulkMove,
    handler: ({ projectMember: me, body }) =>
      moveMany(db, me, body.issue_ids ?? [], body.project_id),
  })
  app.route({
    ...api.bulkChange,
    handler: ({ projectMember: me, body }) =>
      changeMany(db, me, body.issue_ids ?? [], body.properties ?? {}),
  })
  app.route({
    ...api.changeDates,
    handler: ({ projectMember: me, body }) => changeDates(db, me, body.updates),
  })
}
