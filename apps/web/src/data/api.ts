import type { Endpoint, Input, Output } from '@cairn/contract'
import { sentenceIn } from './error-sentence.ts'
import { takeAnswer } from './first-answers.ts'
import { t } from './i18n.ts'
import { afterCreates } from './pending-creates.ts'
import { buildUrl } from './url.ts'

export class ApiError extends Error {
  /** 0: no answer came. */
  readonly status: number
  readonly body: unknown
  /** For people: what the server said, or why it could not. Undefined where it said nothing. */
  readonly sentence: string | undefined

  constructor(status: number, body: unknown, sentence: string | undefined) {
    super(sentence ?? `The server answered ${status}.`)
    this.name = 'ApiError'
    this.status = status
    this.body = body
    this.sentence = sentence
  }
}

/** False where nothing came back: whether the server did it is not known. */
export const isAnswer = (error: unknown) => error instanceof ApiError && error.status !== 0

interface Options {
  signal?: AbortSignal
  /** For the few calls that want the form token, too: those that set a password. */
  token?: string
  /** What is made by this call is made once, however often it is sent with this key. */
  key?: string
  /** Goes on when the page is left: for what was typed a moment before. */
  keepalive?: boolean
}

type Rest<E extends Endpoint> =
  unknown extends Input<E> ? [input?: Options] : [input: Input<E> & Options]

interface Loose extends Options {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

/** The one way to the server: typed by the contract's endpoint, fails with an `ApiError`. */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input]: Rest<E>
): Promise<Output<E>> {
  const { params, query, ...rest } = (input ?? {}) as Loose
  const url = buildUrl(endpoint.url, params, query)
  const isReading = endpoint.method === 'GET'
  const known = isReading ? takeAnswer(url) : undefined
  if (known !== undefined) {
    reportAnswer(url, known)
    return known as Output<E>
  }
  const waiting = afterCreates(url, rest.body)
  if (waiting) await waiting
  const response = await send(endpoint.method, url, rest)
  const answer = await readBody(response)
  if (response.ok && isReading) reportAnswer(url, answer)
  if (response.ok) return answer as Output<E>
  throw new ApiError(response.status, answer, sentenceFor(response.status, answer))
}

type Answered = (url: string, answer: unknown) => void

// Those of the first screen come before anybody listens; where nobody ever does, they are let go.
const MAX_PRELOADED = 60
const early: Parameters<Answered>[] = []
let reportAnswer: Answered = (url, answer) => {
  if (early.push([url, answer]) > MAX_PRELOADED) early.shift()
}

/** Hears every answer there was, and will be, to what was read. */
export function onAnswer(listener: Answered) {
  reportAnswer = listener
  for (const one of early.splice(0)) listener(...one)
}

// Browsers allow 64 KiB for everything that outlives its page.
const ROOM = 49_152
let taken = 0

/** A change is finished also when the page is left meanwhile, where there is room for it. */
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

function sentenceFor(status: number, body: unknown): string | undefined {
  if (isStorageFull(body)) return t('errors.storage_full')
  const said = sentenceIn(body)
  if (status === 502 || status === 503 || status === 504) return said ?? t('errors.unavailable')
  return said
}
