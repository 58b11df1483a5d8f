import type { Endpoint, Input, Output } from '@cairn/contract'
import { takeAnswer } from './first-answers.ts'
import { t } from './i18n.ts'
import { afterCreates } from './pending-creates.ts'
import { refusalMessage } from './refusals.ts'
import { buildUrl } from './url.ts'

export class ApiError extends Error {
  /** 0: no response. */
  readonly status: number
  readonly body: unknown
  /**
   * Message for users: the server's text, or the reason of the failure. Undefined if there is none.
   */
  readonly sentence: string | undefined
  /** Shown on request: the server's text, or the id of the request in its logs. */
  readonly details: string | undefined

  constructor(status: number, body: unknown, sentence: string | undefined, details?: string) {
    super(sentence ?? `The server answered ${status}.`)
    this.name = 'ApiError'
    this.status = status
    this.body = body
    this.sentence = sentence
    this.details = details
  }
}

/** False without a response: whether the server processed the request is unknown. */
export const isAnswer = (error: unknown) => error instanceof ApiError && error.status !== 0

/** Deleted, or not visible to this user: the server does not say which. */
export const isMissing = (error: unknown) =>
  error instanceof ApiError && [400, 403, 404].includes(error.status)

interface Options {
  signal?: AbortSignal
  /** For the few calls that want the form token, too: those that set a password. */
  token?: string
  /** Idempotency key: the row is created once, however often the call is sent with this key. */
  key?: string
  /** Continues when the page is closed: for text typed a moment before. */
  keepalive?: boolean
}

type Rest<E extends Endpoint> =
  unknown extends Input<E> ? [input?: Options] : [input: Input<E> & Options]

interface Loose extends Options {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

/** The only way to call the server: typed by the contract's endpoint, throws an `ApiError`. */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input]: Rest<E>
): Promise<Output<E>> {
  const { params, query, ...rest } = (input ?? {}) as Loose
  const url = buildUrl(endpoint.url, params, query)
  const isReading = endpoint.method === 'GET'
  const known = isReading ? takeAnswer(url) : undefined
  if (known !== undefined) {
    answered.add(url)
    reportAnswer(url, known)
    return known as Output<E>
  }
  const waiting = afterCreates(url, rest.body)
  if (waiting) await waiting
  let response: Response
  try {
    response = await send(endpoint.method, url, rest)
  } catch (error) {
    // Data already read on this page is newer than cached data.
    const stored =
      isReading && error instanceof ApiError && !answered.has(url) ? await recall(url) : undefined
    if (stored === undefined) throw error
    return stored as Output<E>
  }
  const answer = await readBody(response)
  if (response.ok && isReading) {
    answered.add(url)
    reportAnswer(url, answer)
  }
  if (response.ok) return answer as Output<E>
  throw await refused(response, answer)
}

/** URLs this page has read. */
const answered = new Set<string>()
let recall: (url: string) => Promise<unknown> = async () => undefined

/** Sets the source of answers when the server cannot be reached. */
export function onUnreachable(listener: typeof recall) {
  recall = listener
}

type Answered = (url: string, answer: unknown) => void

// Responses of the first screen arrive before there is a listener; without one, they are dropped.
const MAX_PRELOADED = 60
const early: Parameters<Answered>[] = []
let reportAnswer: Answered = (url, answer) => {
  if (early.push([url, answer]) > MAX_PRELOADED) early.shift()
}

/** Listens to all responses of reads, past and future. */
export function onAnswer(listener: Answered) {
  reportAnswer = listener
  for (const one of early.splice(0)) listener(...one)
}

// Browsers allow 64 KiB for all keepalive requests.
const ROOM = 49_152
let taken = 0

/** Sends a change with keepalive, if it fits, so that it completes when the page is closed. */
async function outliving<Answer>(size: number, run: (keepalive: boolean) => Promise<Answer>) {
  const fits = taken + size <= ROOM
  if (fits) taken += size
  try {
    return await run(fits)
  } finally {
    if (fits) taken -= size
  }
}

async function send(method: string, url: string, options: Loose) {
  const text = options.body === undefined ? undefined : JSON.stringify(options.body)
  if (method === 'GET') return request(method, url, text, options)
  // A character takes three bytes at most.
  return outliving((text?.length ?? 0) * 3, (keepalive) =>
    request(method, url, text, { keepalive, ...options }),
  )
}

async function request(
  method: string,
  url: string,
  body: string | undefined,
  { signal, token, key, keepalive }: Loose,
) {
  try {
    return await fetch(url, {
      method,
      signal,
      keepalive,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { 'x-csrftoken': token }),
        ...(key && { 'idempotency-key': key }),
      },
      body,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, null, t(navigator.onLine ? 'errors.unreachable' : 'errors.offline'))
  }
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return null
  const text = await response.text()
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return text
  }
}

const isStorageFull = (body: unknown) =>
  typeof body === 'object' &&
  body !== null &&
  'error_code' in body &&
  body.error_code === 'WORKSPACE_STORAGE_FULL'

async function refused({ status, headers }: Response, body: unknown): Promise<ApiError> {
  const { sentence, said } = isStorageFull(body)
    ? { sentence: t('errors.storage_full') }
    : await refusalMessage(body, status)
  if (sentence || status < 500) return new ApiError(status, body, sentence, said)
  if (status >= 502 && status <= 504) return new ApiError(status, body, t('errors.unavailable'))
  const id = headers.get('x-request-id')
  const details = id ? t('errors.request', { id }) : undefined
  return new ApiError(status, body, t('errors.something_wrong'), details)
}
