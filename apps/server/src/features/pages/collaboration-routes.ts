import { collaborationApi as api } from '@cairn/contract'
import type { RawData, WebSocket } from 'ws'
import { sessionToken } from '#kernel/auth/sessions.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { badRequest, HttpError } from '#kernel/http/errors.ts'
import type { Collaboration, Reader } from './collaboration.ts'
import { textFromHtml } from './documents.ts'

const bytesOf = (data: RawData): Uint8Array =>
  Array.isArray(data) ? Buffer.concat(data) : new Uint8Array(data)

/** What is sent while the rest is still being loaded waits its turn. */
async function serve(
  socket: WebSocket,
  open: () => Promise<Collaboration>,
  accept: (collaboration: Collaboration) => Reader,
) {
  const early: Uint8Array[] = []
  let take: Reader['handleMessage'] = (data) => {
    early.push(data)
  }
  let close: Reader['handleClose'] = () => {}
  let closed = false
  socket.on('message', (data) => take(bytesOf(data)))
  socket.on('close', (code, reason) => {
    closed = true
    close({ code, reason: String(reason) })
  })
  socket.on('error', () => socket.terminate())
  const collaboration = await open()
  if (closed) return
  const reader = accept(collaboration)
  close = reader.handleClose.bind(reader)
  take = reader.handleMessage.bind(reader)
  for (const data of early) take(data)
}

export const collaboration: Feature = async (app) => {
  // Yjs and what speaks it are loaded when the first page is opened.
  let running: Promise<Collaboration> | undefined
  function open() {
    running ??= import('./collaboration.ts').then(({ openCollaboration }) => openCollaboration(app))
    return running
  }

  app.route({ ...api.health, handler: async () => ({ status: 'OK' }) })

  app.route({
    ...api.collaborate,
    handler: async () => {
      throw new HttpError(426, { error: 'This address speaks WebSocket only.' })
    },
    wsHandler: (socket, request) => {
      const accept = (collaboration: Collaboration) =>
        collaboration.accept(socket, request.url, sessionToken(request, 'app'))
      serve(socket, open, accept).catch((error) => {
        request.log.error({ err: error }, 'pages cannot be written together')
        socket.close(1011, 'try again')
      })
    },
  })

  app.route({
    ...api.convert,
    handler: async ({ body: { description_html, variant } }) => {
      if (description_html === undefined || !variant) {
        throw badRequest({ message: 'Missing required fields' })
      }
      const { description, description_binary } = await textFromHtml(description_html)
      return {
        description: JSON.parse(description),
        description_binary: description_binary.toString('base64'),
      }
    },
  })

  app.addHook('preClose', async () => {
    const started = await running
    await started?.stop()
  })
}
