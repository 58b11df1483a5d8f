/** A response other than success. Thrown anywhere; the error handler sends it unchanged. */
export class HttpError extends Error {
  readonly status: number
  readonly body: object
  readonly headers: Record<string, string>
  /** The unique index that refused it, if any. */
  readonly index: string | undefined

  constructor(
    status: number,
    body: object,
    headers: Record<string, string> = {},
    index: string | undefined = undefined,
  ) {
    super(`${status} ${JSON.stringify(body)}`)
    this.status = status
    this.body = body
    this.headers = headers
    this.index = index
  }
}

export const badRequest = (body: object) => new HttpError(400, body)
export const conflict = (body: object) => new HttpError(409, body)

export const unauthenticated = () =>
  new HttpError(401, { detail: 'Authentication credentials were not provided.' })

const plainRefusal = { error: "You don't have the required permissions." }

export const forbidden = (body: object = plainRefusal) => new HttpError(403, body)

/** A refusal without a reason besides the role. */
export const isPlainRefusal = (error: unknown) =>
  error instanceof HttpError && error.body === plainRefusal

/** The contract's error for the administration area and for API clients differs. */
const closedGate = { detail: 'You do not have permission to perform this action.' }

export const gateClosed = () => forbidden(closedGate)

export const isGateClosed = (error: unknown) =>
  error instanceof HttpError && error.body === closedGate

export const tokenNotValid = () => forbidden({ detail: 'Given API token is not valid' })

const plainlyMissing = { error: 'The required object does not exist.' }

export const notFound = (body: object = plainlyMissing) => new HttpError(404, body)

/** A missing row without further details. */
export const isPlainlyMissing = (error: unknown) =>
  error instanceof HttpError && error.body === plainlyMissing

export const pageNotFound = () => notFound({ error: 'Page not found.' })

interface DatabaseFault {
  code?: string
  constraint?: string
  detail?: string
}

/**
 * The response to a create with a chosen id that is taken: it is the same whether the caller may
 * see the other row or not.
 */
export function idTaken(error: unknown): HttpError | undefined {
  const { code, constraint = '', detail = '' } = error as DatabaseFault
  const isTaken = code === '23505' && constraint.endsWith('_pkey') && detail.includes('(id)=(')
  return isTaken ? conflict({ error: 'The id is already in use' }) : undefined
}

/**
 * Turns the violation of one unique index into the contract's error; everything else is rethrown.
 */
export const duplicate =
  (index: string, answer: HttpError) =>
  (error: unknown): never => {
    const { code, constraint } = error as DatabaseFault
    if (code !== '23505' || constraint !== index) throw error
    throw new HttpError(answer.status, answer.body, answer.headers, index)
  }

const connectionFaults = new Set([
  '25006', // read-only: a replica, or a primary that was replaced
  '53200', // no memory, or no room for more locks
  '53300', // no connection left
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // cannot connect now
  '08000',
  '08003',
  '08006',
])
const connectionSentences =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|server closed the connection|the database system is/i

/** The database is unavailable, as opposed to: the statement was wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '' } = error as DatabaseFault
  return connectionFaults.has(code) || connectionSentences.test(error.message)
}

/** PostgreSQL ended a statement that took longer than `statement_timeout`. */
export const isTooSlow = (error: unknown): boolean =>
  (error as DatabaseFault | undefined)?.code === '57014'

/** 53100 is the database's "disk full". */
export const isDiskFull = (error: unknown): boolean =>
  ['53100', 'ENOSPC'].includes((error as DatabaseFault | undefined)?.code ?? '')
