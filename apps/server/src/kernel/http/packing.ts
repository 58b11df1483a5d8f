import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import type { App } from './app-type.ts'

const zip = promisify<string | Buffer, { level: number }, Buffer>(gzip)

/** Quick, and nearly as small: an answer is packed while somebody waits for it. */
export const pack = (answer: string | Buffer) => zip(answer, { level: 4 })

/** Below this an answer fits into one packet of the network anyway. */
const WORTH_IT = 1024

export const isWorthPacking = (answer: string | Buffer) => Buffer.byteLength(answer) >= WORTH_IT

export const takesPacked = ({ headers }: FastifyRequest) =>
  /\bgzip\b/.test(String(headers['accept-encoding']))

const isText = /^(text\/|application\/(json|xml|javascript)|image\/svg)/

/**
 * Packs what is text and sent at once. Files are packed when they are built, and what streams is no
 * text, or read by a program.
 */
export function packAnswers(app: App) {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (!isWhole || !isWorthPacking(payload)) return done(null, payload)
    if (!isText.test(String(reply.getHeader('content-type')))) return done(null, payload)
    reply.header('vary', 'accept-encoding')
    if (reply.hasHeader('content-encoding') || !takesPacked(request)) return done(null, payload)
    pack(payload).then((packed) => {
      reply.header('content-encoding', 'gzip').removeHeader('content-length')
      done(null, packed)
    }, done)
  })
}
