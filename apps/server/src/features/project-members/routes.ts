import { projectMembersApi as api } from '@cairn/contract'
import { linkOrigin } from '#features/instance/service.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import {
  changeProperties,
  readProperties,
  resetDisplay,
  saveDisplay,
  saveSettings,
} from './properties.ts'
import {
  addMembers,
  changeMember,
  leaveProject,
  readMember,
  readOwn,
  removeMember,
} from './service.ts'

export const projectMembers: Feature = async (app) => {
  const { db } = app
  const { config } = app.deps
  app.route({
    ...api.add,
    handler: async (request) => {
      const origin = await linkOrigin(db, config, request)
      return addMembers(db, request.projectMember, request.body, origin)
    },
  })
  app.route({
    ...api.get,
    handler: ({ projectMember, params }) => readMember(db, projectMember, params.id),
  })
  app.route({ ...api.me, handler: ({ projectMember }) => readOwn(db, projectMember) })
  app.route({
    ...api.change,
    handler: ({ projectMember, params, body }) => changeMember(db, projectMember, params.id, body),
  })
  app.route({
    ...api.saveSettings,
    handler: ({ projectMember, body }) => saveSettings(db, projectMember, body),
  })
  app.route({
    ...api.properties,
    handler: ({ projectMember }) => readProperties(db, projectMember),
  })
  app.route({
    ...api.changeProperties,
    handler: ({ projectMember, body }) => changeProperties(db, projectMember, body),
  })
  app.route({
    ...api.resetDisplay,
    handler: ({ projectMember }) => resetDisplay(db, projectMember),
  })
  app.route({
    ...api.saveDisplay,
    handler: ({ projectMember, body }) => saveDisplay(db, projectMember, body),
  })
  app.route({
    ...api.epicProperties,
    handler: ({ projectMember }) => readProperties(db, projectMember, { ofEpics: true }),
  })
  app.route({
    ...api.changeEpicProperties,
    handler: ({ projectMember, body }) =>
      changeProperties(db, projectMember, body, { ofEpics: true }),
  })
  app.route({
    ...api.remove,
    handler: ({ projectMember, params }) => removeMember(db, projectMember, params.id),
  })
  app.route({ ...api.leave, handler: ({ projectMember }) => leaveProject(db, projectMember) })
}
