import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { anyone } from '@cairn/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './app-type.ts'
import { handleNotFound } from './error-handler.ts'
import { declarePolicyFor } from './policies.ts'
import { openWebFiles } from './web-files.ts'

const YEAR = 31_536_000
/** Paths that are never a screen of the web application. */
const server = /^\/(api|auth|health|live)(\/|$)/
/** These have their own sessions or none, so the viewer is unknown. */
const elsewhere = /^\/(god-mode|spaces)(?:[/?]|$)/

/** The responses the screen will request, as JSON. */
type FirstAnswers = (app: App, request: FastifyRequest) => Promise<string>

/** Serves the built web application; every other path is a screen of it. */
export async function serveWeb(app: App, root: string, firstAnswers: FirstAnswers) {
  const page = await readFile(path.join(root, 'index.html'), 'utf8')
  const web = await openWebFiles(root)
  const [start = '', end = ''] = page.split('</body>')
  const html = 'text/html; charset=utf-8'
  const pageWith = (answers: string) =>
    `${start}<script id="first-answers" type="application/json">${answers}</script></body>${end}`
  const strange = pageWith('{"answers":{}}')
  await app.register(async (files) => {
    declarePolicyFor(files, anyone)
    const assets = 'assets/'
    // One route for all of them. Built files carry their content's hash in their names.
    files.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
      const name = assets + request.params['*']
      if (!web.has(name)) return reply.callNotFound()
      reply.header('cache-control', `public, max-age=${YEAR}, immutable`)
      return web.send(name, request, reply)
    })
    // Cacheable: it contains no user data.
    files.get('/index.html', (_request, reply) =>
      reply.type(html).header('cache-control', 'no-cache').send(page),
    )
    for (const name of web.names) {
      if (name === 'index.html' || name.startsWith(assets)) continue
      files.get(`/${name}`, (request, reply) =>
        web.send(name, request, reply.header('cache-control', 'public, no-cache')),
      )
    }
  })
  app.setNotFoundHandler(async function answer(
    this: App,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const isHead = request.method === 'HEAD'
    const screen = (isHead || request.method === 'GET') && !server.test(request.url)
    if (!screen || /\.\w+$/.test(request.url.split('?')[0] ?? '')) {
      return handleNotFound.call(this, request, reply)
    }
    reply.type(html)
    if (isHead) return reply.header('cache-control', 'no-store').send()
    if (elsewhere.test(request.url)) return reply.header('cache-control', 'no-cache').send(strange)
    return reply
      .header('cache-control', 'no-store')
      .send(pageWith(await firstAnswers(app, request)))
  })
}
