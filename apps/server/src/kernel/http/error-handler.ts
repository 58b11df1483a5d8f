import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { OutcomeUnknown } from '#kernel/database/outcome-unknown.ts'
import { RetryableFailure } from '#kernel/database/retryable.ts'
import { HtmlNotValid } from '#kernel/html/limits.ts'
import { StorageAway, StorageNotWritable, StorageRefuses } from '#kernel/storage/storage.ts'
import type { App } from './app-type.ts'
import { HttpError, idTaken, isDatabaseAway, isDiskFull, isTooSlow } from './errors.ts'
import { methodsOf } from './policies.ts'
import { hasLeft } from './request-abort.ts'
import { fieldErrors } from './validation.ts'

interface Answer {
  status: number
  body: object
  headers?: Record<string, string>
}

/** The single place where an error becomes a response, and where a bug is logged, once. */
export function handleError(
  error: FastifyError | HttpError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { status, body, headers = {} } = answerTo(error, request)
  if (hasLeft(reply)) request.log.info('given up by whoever asked')
  else if (error instanceof StorageAway) request.log.warn({ err: error }, 'the bucket is away')
  else if (error instanceof RetryableFailure) request.log.warn({ err: error }, 'rolled back')
  else if (isTooSlow(error)) request.log.warn({ err: error }, 'a statement took too long')
  else if (status === 503) request.log.warn({ reason: error.message }, 'the database is away')
  else if (status >= 500) request.log.error({ err: error }, 'request failed')
  return reply.code(status).headers(headers).type('application/json').send(JSON.stringify(body))
}

function answerTo(error: FastifyError | HttpError, request: FastifyRequest): Answer {
  if (error instanceof HttpError) return error
  if (error.validation) return validationAnswer(error, request)
  if (error instanceof HtmlNotValid) return { status: 400, body: { error: error.message } }
  if (error instanceof StorageNotWritable) return { status: 500, body: { error: error.message } }
  if (error instanceof StorageRefuses) return { status: 502, body: { error: error.message } }
  if (error instanceof StorageAway) {
    return { status: 503, body: { error: error.message }, headers: { 'retry-after': '2' } }
  }
  if (error instanceof OutcomeUnknown) {
    const sentence =
      'The database went away before it answered. It is not known whether the change was made: look before you try again.'
    return { status: 503, body: { error: sentence } }
  }
  if (error instanceof RetryableFailure) {
    const sentence = 'Another change came in between. Nothing was changed; try again.'
    return { status: 503, body: { error: sentence }, headers: { 'retry-after': '1' } }
  }
  if (isDatabaseAway(error)) {
    const sentence = 'The database is not reachable right now. Nothing was changed; try again soon.'
    return { status: 503, body: { error: sentence }, headers: { 'retry-after': '2' } }
  }
  if (isDiskFull(error)) {
    const sentence = 'The server has no disk space left. Nothing was changed; tell its operator.'
    return { status: 507, body: { error: sentence } }
  }
  if (isTooSlow(error)) return tooSlowAnswer(request)
  return knownFastifyAnswer(error, request) ?? idTaken(error) ?? databaseAnswer(error) ?? unexpected
}

/** A read asked for too much, a write waited for others. */
function tooSlowAnswer({ method }: FastifyRequest): Answer {
  if (method === 'GET' || method === 'HEAD') {
    return { status: 400, body: { error: 'This takes too long to find. Ask for less.' } }
  }
  const sentence = 'Other changes took too long. Nothing was changed; try again.'
  return { status: 503, body: { error: sentence }, headers: { 'retry-after': '2' } }
}

const unexpected: Answer = {
  status: 500,
  body: { error: 'Something went wrong please try again later' },
}

function validationAnswer(error: FastifyError, request: FastifyRequest): Answer {
  // A path segment that must be an id but is not makes an unknown path.
  if (error.validationContext === 'params') {
    return { status: 404, body: { error: 'Page not found.' } }
  }
  const first = error.validation?.[0]
  const input = error.validationContext === 'querystring' ? request.query : request.body
  return { status: 400, body: first ? fieldErrors(first, input) : { error: error.message } }
}

function knownFastifyAnswer(
  { code, statusCode, message }: FastifyError,
  request: FastifyRequest,
): Answer | undefined {
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    const type = request.headers['content-type'] ?? ''
    return { status: 415, body: { detail: `Unsupported media type "${type}" in request.` } }
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return { status: 413, body: { error: 'The request is too large.' } }
  }
  if (code?.startsWith('FST_ERR_CTP') || (statusCode === 400 && /JSON/i.test(message))) {
    return { status: 400, body: { detail: `JSON parse error - ${message}` } }
  }
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    return { status: statusCode, body: { error: message } }
  }
  return undefined
}

/** Constraints not handled by a service, and values PostgreSQL cannot read (a NUL in a text). */
function databaseAnswer({ code }: FastifyError): Answer | undefined {
  if (code?.startsWith('23')) return { status: 400, body: { error: 'The payload is not valid' } }
  if (code?.startsWith('22')) return { status: 400, body: { error: 'Please provide valid detail' } }
  return undefined
}

/** Unknown path, or a known path with a method it does not have. */
export function handleNotFound(this: App, request: FastifyRequest, reply: FastifyReply) {
  const path = request.url.split('?')[0] ?? ''
  const known = methodsOf(this, path)
  if (known.length > 0 && !known.includes(request.method)) {
    return reply.code(405).send({ detail: `Method "${request.method}" not allowed.` })
  }
  return reply.code(404).send({ error: 'Page not found.' })
}
