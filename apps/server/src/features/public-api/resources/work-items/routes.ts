import { issuesV1, workItemsV1 } from '@cairn/contract/v1'
import { archivedItems, restoreItem, workspaceItems } from '#features/work-items/service.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { withRequestAbort } from '#kernel/http/request-abort.ts'
import { countWorkItems, listWorkItems, searchFurther, searchWorkItems } from './lists.ts'
import {
  addItem,
  deleteItem,
  editItem,
  putAway,
  putItem,
  readItem,
  readItemByKey,
  readItems,
} from './service.ts'

export const workItems: Feature = async (app) => {
  const { db } = app
  for (const api of [workItemsV1, issuesV1]) {
    app.route({
      ...api.list,
      handler: ({ projectMember: me, query }, reply) =>
        withRequestAbort(reply, () => readItems(db, me, query)),
    })
    app.route({
      ...api.create,
      handler: ({ projectMember: me, body }) => addItem(db, me, body),
    })
    app.route({
      ...api.upsert,
      handler: async ({ projectMember: me, body }, reply) => {
        const { item, isNew } = await putItem(db, me, body)
        reply.code(isNew ? 201 : 200)
        return item
      },
    })
    app.route({
      ...api.get,
      handler: ({ projectMember: me, params, query }) => readItem(db, me, params.issue_id, query),
    })
    app.route({
      ...api.change,
      handler: ({ projectMember: me, params, body }) => editItem(db, me, params.issue_id, body),
    })
    app.route({
      ...api.remove,
      handler: ({ projectMember: me, params }) => deleteItem(db, me, params.issue_id),
    })
    app.route({
      ...api.archive,
      handler: ({ projectMember: me, params }) => putAway(db, me, params.issue_id),
    })
    app.route({
      ...api.unarchive,
      handler: ({ projectMember: me, params }) => restoreItem(db, me, params.issue_id, 'issues'),
    })
    app.route({
      ...api.archived,
      handler: ({ projectMember: me, query }, reply) =>
        withRequestAbort(reply, () =>
          listWorkItems(db, me, query, archivedItems(db, me, { withSubItems: true })),
        ),
    })
    app.route({
      ...api.across,
      handler: ({ member, query }, reply) =>
        withRequestAbort(reply, () => listWorkItems(db, member, query, workspaceItems(db, member))),
    })
    app.route({
      ...api.byKey,
      handler: ({ member, params, query }) => readItemByKey(db, member, params.key, query),
    })
    app.route({
      ...api.search,
      handler: ({ member, query }, reply) =>
        withRequestAbort(reply, () => searchWorkItems(db, member, query)),
    })
    app.route({
      ...api.count,
      handler: ({ member, query }, reply) =>
        withRequestAbort(reply, () => countWorkItems(db, member, query)),
    })
    app.route({
      ...api.advancedSearch,
      handler: ({ member, body }, reply) =>
        withRequestAbort(reply, () => searchFurther(db, member, body)),
    })
  }
}
