import {
  workItemListsApi as api,
  type WorkItem,
  type WorkItemListQuery,
  type WorkItemWithRelations,
} from '@cairn/contract'
import type { Params } from '@cairn/work-item-query'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { recordVisit } from '#features/recent-visits/service.ts'
import type { Member, Person, ProjectMember } from '#kernel/auth/member.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { badRequest } from '#kernel/http/errors.ts'
import { untilLeft } from '#kernel/http/whoever-left.ts'
import {
  archivedItems,
  chosenItems,
  epicsOfProject,
  itemsOfPerson,
  projectItems,
  workspaceItems,
} from './contexts.ts'
import { asTheyAre, type Context, listItems, readParams } from './list.ts'
import { addRelations } from './relations.ts'
import { rememberedAnswer } from './remembered-answer.ts'
import { listChanged, listGone } from './sync.ts'
import { logUnreadableDates } from './unreadable-dates.ts'

/** Lists with relations are never grouped. */
const ungrouped = ({ group_by, sub_group_by, ...params }: Params): Params => params

/** Who reads on is still there. */
function isFirstPage(query: WorkItemListQuery) {
  const { cursor } = readParams(query)
  return !cursor || cursor.endsWith(':0:0')
}

export const workItemLists: Feature = async (app) => {
  const { db } = app
  const { memory } = app.deps
  logUnreadableDates(app)

  const list = (caller: Person, query: WorkItemListQuery, context: Context) =>
    listItems(db, caller, readParams(query), context)

  async function detailed(caller: Member, query: WorkItemListQuery, context: Context) {
    const params = readParams(query)
    const page = await listItems<WorkItem>(db, caller, ungrouped(params), context)
    const results = await addRelations(db, caller, page.results as WorkItem[], params.expand)
    return { ...page, results: results as WorkItemWithRelations[] }
  }

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

  const remembered = (
    request: FastifyRequest,
    reply: FastifyReply,
    make: (me: ProjectMember) => Promise<unknown>,
  ) => rememberedAnswer(memory, request, reply, make)

  app.route({
    ...api.project,
    ...asTheyAre,
    handler: async (request, reply) => {
      const { query, projectMember } = request
      if (isFirstPage(query)) recordProjectVisit(projectMember)
      return remembered(request, reply, (me) => list(me, query, projectItems(db, me)))
    },
  })
  app.route({
    ...api.projectDetail,
    ...asTheyAre,
    handler: ({ projectMember: me, query }, reply) =>
      untilLeft(reply, () => detailed(me, query, projectItems(db, me))),
  })
  app.route({
    ...api.chosen,
    ...asTheyAre,
    handler: ({ projectMember: me, query }, reply) => {
      recordProjectVisit(me)
      return untilLeft(reply, () => chosen(me, query, (ids) => chosenItems(me, ids)))
    },
  })
  app.route({
    ...api.archived,
    ...asTheyAre,
    handler: (request, reply) => {
      const withSubItems = readParams(request.query).show_sub_issues !== 'false'
      return remembered(request, reply, (me) =>
        list(me, request.query, archivedItems(db, me, { withSubItems })),
      )
    },
  })
  app.route({
    ...api.epics,
    ...asTheyAre,
    handler: (request, reply) =>
      remembered(request, reply, (me) => list(me, request.query, epicsOfProject(db, me))),
  })
  app.route({
    ...api.epicsDetail,
    ...asTheyAre,
    handler: ({ projectMember: me, query }, reply) =>
      untilLeft(reply, () => detailed(me, query, epicsOfProject(db, me))),
  })
  app.route({
    ...api.chosenEpics,
    ...asTheyAre,
    handler: ({ projectMember: me, query }, reply) =>
      untilLeft(reply, () => chosen(me, query, (ids) => chosenItems(me, ids, { epics: true }))),
  })
  app.route({
    ...api.workspace,
    ...asTheyAre,
    handler: ({ member: me, query }, reply) =>
      untilLeft(reply, () => list(me, { ...query, group_by: '' }, workspaceItems(db, me))),
  })
  app.route({
    ...api.workspaceDetail,
    ...asTheyAre,
    handler: ({ member: me, query }, reply) =>
      untilLeft(reply, () => detailed(me, query, workspaceItems(db, me))),
  })
  app.route({
    ...api.ofPerson,
    ...asTheyAre,
    handler: ({ member: me, query, params }, reply) =>
      untilLeft(reply, () => listOfPerson(me, query, params.user_id.toLowerCase())),
  })
  app.route({
    ...api.mine,
    ...asTheyAre,
    handler: ({ member: me, query }, reply) =>
      untilLeft(reply, () => listOfPerson(me, query, me.user_id)),
  })
  app.route({
    ...api.sync,
    handler: ({ projectMember: me, query }, reply) =>
      untilLeft(reply, () => listChanged(db, me, query)),
  })
  app.route({
    ...api.syncEpics,
    handler: ({ projectMember: me, query }, reply) =>
      untilLeft(reply, () => listChanged(db, me, query, { epics: true })),
  })
  app.route({
    ...api.gone,
    handler: ({ projectMember: me, query }, reply) =>
      untilLeft(reply, () => listGone(db, me, query.updated_at__gt)),
  })
}
