import { stickiesV1 as api } from '@cairn/contract/v1'
import { changeSticky, removeSticky } from '#features/stickies/service.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { addNote, readNote, readStickies } from './service.ts'

export const stickies: Feature = async (app) => {
  const { db } = app
  app.route({ ...api.list, handler: ({ member, query }) => readStickies(db, member, query) })
  app.route({ ...api.create, handler: ({ member, body }) => addNote(db, member, body) })
  app.route({
    ...api.get,
    handler: ({ member, params, query }) => readNote(db, member, params.sticky_id, query),
  })
  app.route({
    ...api.change,
    handler: ({ member, params, body }) => changeSticky(db, member, params.sticky_id, body),
  })
  app.route({
    ...api.remove,
    handler: ({ member, params }) => removeSticky(db, member, params.sticky_id),
  })
}
