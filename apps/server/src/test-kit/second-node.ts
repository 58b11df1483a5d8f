import { emittedItem } from '#features/work-items/service.ts'
import { ACCESS_CHANNEL, createAccess } from '#kernel/auth/access.ts'
import { connect } from '#kernel/database/connect.ts'
import { listen } from '#kernel/database/listener.ts'
import { WriteWatcher } from '#kernel/database/write-watcher.ts'
import { EVENTS_CHANNEL, followEvents } from '#kernel/events/stream.ts'
import type { App } from '#kernel/http/app-type.ts'
import { createResponseCache } from '#product/response-cache.ts'
import { buildApp } from '../app.ts'
import { PATIENT_MS, type TestDatabase } from './database.ts'

/** A second instance of the server that shares only the database. */
export async function secondNode(deps: App['deps'], connection: TestDatabase['connection']) {
  const watcher = new WriteWatcher()
  const connected = connect(connection, watcher, 4, PATIENT_MS)
  const listener = listen(connection, [ACCESS_CHANNEL, EVENTS_CHANNEL])
  const stream = await followEvents(connected.db, listener, watcher, emittedItem, () => {})
  const node = await buildApp({
    ...deps,
    database: connected,
    listener,
    stream,
    access: createAccess(connected.db, listener, watcher),
    cache: createResponseCache(listener, watcher),
  })
  await node.listen({ port: 0, host: '127.0.0.1' })
  return {
    app: node,
    async stop() {
      await node.close()
      stream.stop()
      await listener.stop()
      await connected.db.destroy()
    },
  }
}
