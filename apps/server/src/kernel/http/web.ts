import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { anyone } from '@cairn/contract'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './app-type.ts'
import { handleNotFound } from './error-handler.ts'
import { firstAnswers } from './first-answers.ts'
import { declarePolicyFor } from './policies.ts'

const YEAR = 31_536_000
/** Made at build time; chosen by what a browser accepts. */
const packed = /\.(br|gz)$/
/** Paths that are never a screen of the web application. */
const server = /^\/(api|auth|health|live)(\/|$)/
/** Has sessions of its own, or none: nothing is known of who looks. */
const elsewhere = /^\/(god-mode|spaces)(?:[/?]|$)/

/** Serves the built web application; every other path is a screen of it. */
export async function serveWeb(app: App, root: string) {
  const page = await readFile(path.join(root, 'index.html'), 'utf8')
  const [start = '', end = ''] = page.split('</body>')
  const html = 'text/html; charset=utf-8'
  const pageWith = (answers: string) =>
    `${start}<script id="first-answers" type="application/json">${answers}</script></body>${end}`
  const strange = pageWith('{"answers":{}}')
  await app.register(async (files) => {
    declarePolicyFor(files, anyone)
    const assets = path.join(root, 'assets')
    // One route for all of them.
    await files.register(fastifyStatic, {
      root: assets,
      prefix: '/assets/',
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        // Built files carry their content's hash in their names; the others may change.
        const hashed = file.startsWith(assets)
        const value = hashed ? `public, max-age=${YEAR}, immutable` : 'public, no-cache'
        reply.header('cache-control', value)
      },
    })
    // For keeping: it holds nothing of anybody.
    files.get('/index.html', (_request, reply) =>
      reply.type(html).header('cache-control', 'no-cache').send(page),
    )
    for (const file of await readdir(root, { withFileTypes: true, recursive: true })) {
      if (!file.isFile() || packed.test(file.name) || file.name.startsWith('.')) continue
      if (file.name === 'index.html' || file.parentPath === assets) continue
      const name = path.relative(root, path.join(file.parentPath, file.name)).replaceAll('\\', '/')
      files.get(`/${name}`, (_request, reply) => reply.sendFile(name, root))
    }
  })
  app.setNotFoundHandler(async function answer(
    this: App,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const screen = request.method === 'GET' && !server.test(request.url)
    if (!screen || /\.\w+$/.test(request.url.split('?')[0] ?? '')) {
      return handleNotFound.call(this, request, reply)
    }
    reply.type(html)
    if (elsewhere.test(request.url)) return reply.header('cache-control', 'no-cache').send(strange)
    return reply
      .header('cache-control', 'no-store')
      .send(pageWith(await firstAnswers(app, request)))
  })
}
