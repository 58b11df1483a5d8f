import { epicRelationsApi, relationsApi } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { createRelations, listRelations, openEpic, removeRelation } from './service.ts'

export const relations: Feature = async (app) => {
  const { db } = app
  for (const api of [relationsApi, epicRelationsApi]) {
    // The epics route finds only epics; the items route finds both.
    const find = async (me: ProjectMember, id: string) => {
      if (api === epicRelationsApi) await openEpic(db, me, id)
      return id
    }
    app.route({
      ...api.list,
      handler: async ({ projectMember: me, params }) =>
        listRelations(db, me, await find(me, params.id)),
    })
    app.route({
      ...api.create,
      handler: async ({ projectMember: me, params, body }) =>
        createRelations(db, me, await find(me, params.id), body),
    })
    app.route({
      ...api.remove,
      handler: async ({ projectMember: me, params, body }) => {
        await removeRelation(db, me, await find(me, params.id), body)
        return null
      },
    })
  }
}
