import { collaborationApi as api, documentsApi } from '@cairn/contract'
import type { RawData, WebSocket } from 'ws'
import { intakeDocuments } from '#features/intake/service.ts'
import { pageDocuments } from '#features/pages/service.ts'
import { readBinary, workItemDocuments } from '#features/work-items/service.ts'
import { sessionToken } from '#kernel/auth/sessions.ts'
import type { Feature } from '#kernel/http/app-type.ts'
import { badRequest, forbidden, HttpError, notFound } from '#kernel/http/errors.ts'
import type { Collaboration, Reader } from '#product/documents/collaboration.ts'
import { textFromHtml } from '#product/documents/documents.ts'
import type { DocumentKinds } from '#product/documents/kind.ts'
import { openDocuments } from '#product/documents/open-documents.ts'

const kinds: DocumentKinds = new Map([
  ['project_page', pageDocuments],
  ['work_item', workItemDocuments],
  ['intake_item', intakeDocuments],
])

const bytesOf = (data: RawData): Uint8Array =>
  Array.isArray(data) ? Buffer.concat(data) : new Uint8Array(data)

/** Messages received while the rest is still loading are queued. */
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
  // Yjs and its protocol are loaded when the first page is opened.
  let running: Promise<Collaboration> | undefined
  function open() {
    running ??= import('#product/documents/collaboration.ts').then(({ openCollaboration }) =>
      openCollaboration(app, kinds),
    )
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

  const descriptions = [
    [workItemDocuments, documentsApi.work_item],
    [intakeDocuments, documentsApi.intake_item],
  ] as const
  for (const [kind, calls] of descriptions) {
    app.route({
      ...calls.get,
      handler: async ({ projectMember: me, params }, reply) => {
        if (!(await kind.findRight(app.db, me, params.id))) throw notFound()
        const state = await kind.read(app.db, me, params.id)
        return reply.type('application/octet-stream').send(state ?? Buffer.alloc(0))
      },
    })
    app.route({
      ...calls.change,
      handler: async ({ projectMember: me, params, body }) => {
        const right = await kind.findRight(app.db, me, params.id)
        if (!right) throw notFound()
        if (!right.write) throw forbidden()
        const sent = readBinary(body.description_binary)
        if (!sent) throw badRequest({ error: 'No binary data provided' })
        const stored = await kind.store(app.db, me, params.id, sent, [me.user_id])
        if (!stored) throw notFound()
        await openDocuments(app.db).refresh(kind.prefix + params.id)
        return null
      },
    })
  }

  app.addHook('preClose', async () => {
    const started = await running
    await started?.stop()
  })
}
