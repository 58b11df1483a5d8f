import { workItemListsApi as api, type WorkItem, type WorkItemListQuery } from '@cairn/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { recordVisit } from '#features/recent-visits/service.ts'
import type { Member, Person, ProjectMember } from '#kernel/auth/member.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { badRequest } from '#kernel/http/errors.ts'
import { readList } from '#kernel/http/read-lists.ts'
import { withRequestAbort } from '#kernel/http/request-abort.ts'
import { cachedResponse } from './cached-response.ts'
import {
  archivedItems,
  chosenItems,
  epicsOfProject,
  itemsOfPerson,
  projectItems,
  workspaceItems,
} from './contexts.ts'
import { type Context, listItems, rawJson, readParams } from './list.ts'
import { listWithRelations, ungrouped } from './list-with-relations.ts'
import { listChanged, listGone } from './sync-queries.ts'
import { logUnreadableDates } from './unreadable-dates.ts'

/** Clients that request further pages are still there. */
function isFirstPage(query: WorkItemListQuery) {
  const { cursor } = readParams(query)
  return !cursor || cursor.endsWith(':0:0')
}

export const workItemLists: Feature = async (app) => {
  const { db } = app
  const { cache } = app.deps
  logUnreadableDates(app)

  const list = (caller: Person, query: WorkItemListQuery, context: Context) =>
    listItems(db, caller, readParams(query), context)

  const detailed = (caller: Member, query: WorkItemListQuery, context: Context) =>
    listWithRelations(db, caller, readParams(query), context)

  async function chosen(caller: Person, query: WorkItemListQuery, of: (ids: string[]) => Context) {
    const { issues = '', ...params } = readParams(query)
    const ids = issues.split(',').filter(Boolean)
    if (ids.length === 0) throw badRequest({ error: 'Issues are required' })
    const all = { ...ungrouped(params), per_page: '1000' }
    const { results } = await listItems(db, caller, all, of(ids))
    return (results as WorkItem[]).map((item) => ({ ...item, deleted_at: null }))
  }

  const recordProjectVisit = (me: ProjectMember) => {
    const { project_id } = me
    const visit = { entity_name: 'project', entity_identifier: project_id, project_id } as const
    recordVisit(db, me, visit)
  }

  async function listOfPerson(me: Member, query: WorkItemListQuery, user_id: string) {
    const params = readParams(query)
    return listItems(db, me, params, await itemsOfPerson(db, me, user_id, params))
  }

  const read = <T>(reply: FastifyReply, make: () => Promise<T>) =>
    withRequestAbort(reply, () => readList(reply.request, make))

  const cached = (
    request: FastifyRequest,
    reply: FastifyReply,
    make: (me: ProjectMember) => Promise<unknown>,
  ) => cachedResponse(cache, request, reply, make)

  app.route({
    ...api.project,
    ...rawJson,
    handler: async (request, reply) => {
      const { query, projectMember } = request
      if (isFirstPage(query)) recordProjectVisit(projectMember)
      return cached(request, reply, (me) => list(me, query, projectItems(db, me)))
    },
  })
  app.route({
    ...api.projectDetail,
    ...rawJson,
    handler: ({ projectMember: me, query }, reply) =>
      read(reply, () => detailed(me, query, projectItems(db, me))),
  })
  app.route({
    ...api.chosen,
    ...rawJson,
    handler: ({ projectMember: me, query }, reply) => {
      recordProjectVisit(me)
      return read(reply, () => chosen(me, query, (ids) => chosenItems(me, ids)))
    },
  })
  app.route({
    ...api.archived,
    ...rawJson,
    handler: (request, reply) => {
      const withSubItems = readParams(request.query).show_sub_issues !== 'false'
      return cached(request, reply, (me) =>
        list(me, request.query, archivedItems(db, me, { withSubItems })),
      )
    },
  })
  app.route({
    ...api.epics,
    ...rawJson,
    handler: (request, reply) =>
      cached(request, reply, (me) => list(me, request.query, epicsOfProject(db, me))),
  })
  app.route({
    ...api.epicsDetail,
    ...rawJson,
    handler: ({ projectMember: me, query }, reply) =>
      read(reply, () => detailed(me, query, epicsOfProject(db, me))),
  })
  app.route({
    ...api.chosenEpics,
    ...rawJson,
    handler: ({ projectMember: me, query }, reply) =>
      read(reply, () => chosen(me, query, (ids) => chosenItems(me, ids, { epics: true }))),
  })
  app.route({
    ...api.workspace,
    ...rawJson,
    handler: ({ member: me, query }, reply) =>
      read(reply, () => list(me, query, workspaceItems(db, me))),
  })
  app.route({
    ...api.workspaceDetail,
    ...rawJson,
    handler: ({ member: me, query }, reply) =>
      read(reply, () => detailed(me, query, workspaceItems(db, me))),
  })
  app.route({
    ...api.ofPerson,
    ...rawJson,
    handler: ({ member: me, query, params }, reply) =>
      read(reply, () => listOfPerson(me, query, params.user_id.toLowerCase())),
  })
  app.route({
    ...api.mine,
    ...rawJson,
    handler: ({ member: me, query }, reply) =>
      read(reply, () => listOfPerson(me, query, me.user_id)),
  })
  app.route({
    ...api.sync,
    handler: ({ projectMember: me, query }, reply) =>
      withRequestAbort(reply, () => listChanged(db, me, query)),
  })
  app.route({
    ...api.syncEpics,
    handler: ({ projectMember: me, query }, reply) =>
      withRequestAbort(reply, () => listChanged(db, me, query, { epics: true })),
  })
  app.route({
    ...api.gone,
    handler: ({ projectMember: me, query }, reply) =>
      withRequestAbort(reply, () => listGone(db, me, query.updated_at__gt)),
  })
}
