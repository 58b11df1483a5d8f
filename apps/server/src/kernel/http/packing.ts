import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import type { App } from './app-type.ts'

const zip = promisify<string | Buffer, { level: number }, Buffer>(gzip)

/** Fast and nearly as small: responses are compressed while the client waits. */
export const pack = (answer: string | Buffer) => zip(answer, { level: 4 })

/** A smaller response fits into one network packet anyway. */
const WORTH_IT = 1024

export const isWorthPacking = (answer: string | Buffer) => Buffer.byteLength(answer) >= WORTH_IT

export const takesPacked = ({ headers }: FastifyRequest) =>
  /\bgzip\b/.test(String(headers['accept-encoding']))

const isText = /^(text\/|application\/(json|xml|javascript)|image\/svg)/

/**
 * Compresses text responses sent whole. Files are compressed at build time, and streams are not
 * text or are read by programs.
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
