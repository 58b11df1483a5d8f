import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { endWith } from '#kernel/database/cancel.ts'
import type { Listener } from '#kernel/database/listener.ts'
import type { WriteWatcher } from '#kernel/database/write-watcher.ts'
import { EVENTS_CHANNEL } from '#kernel/events/stream.ts'
import { isWorthPacking, pack, takesPacked } from '#kernel/http/packing.ts'

declare module '#kernel/http/app-type.ts' {
  interface Deps {
    cache: ResponseCache
  }
}

/** The tables that lists of items and single items are read from. */
const watchedTables = [
  ...['work_items', 'work_item_assignees', 'work_item_labels', 'work_item_subscribers'],
  ...['work_item_links', 'work_item_mentions', 'work_item_types', 'work_item_relations'],
  ...['module_items', 'modules', 'cycles', 'estimate_points', 'states', 'labels', 'assets'],
  ...['projects', 'project_members', 'users'],
]

const MAX_BYTES = 16 * 1024 * 1024
/** A longer response would evict too many others. */
const MAX_LENGTH = 1024 * 1024

/** A response ready to send: built, hashed and compressed once for all requests. */
class Answer {
  readonly body: Buffer
  readonly etag: string
  #packed: Promise<Buffer> | undefined

  constructor(json: string) {
    this.body = Buffer.from(json)
    this.etag = `W/"${createHash('sha1').update(this.body).digest('base64')}"`
  }

  async send(request: FastifyRequest, reply: FastifyReply) {
    reply.header('etag', this.etag).type('application/json; charset=utf-8')
    if (!isWorthPacking(this.body) || !takesPacked(request)) return reply.send(this.body)
    this.#packed ??= pack(this.body)
    reply.header('vary', 'accept-encoding').header('content-encoding', 'gzip')
    return reply.send(await this.#packed)
  }
}

/** A response being built: other requests for it wait for it too. */
interface Pending {
  answer: Promise<Answer>
  waiting: number
  /** Aborted when the last waiting request is gone, with its statements. */
  unwanted: AbortController
}

interface Bucket {
  answers: Map<string, Answer>
  pending: Map<string, Pending>
  bytes: number
}

type Make = () => Promise<string>
type AbortSource = () => AbortSignal

/** Responses about a project, cached until something in it changes. */
export interface ResponseCache {
  /** `left` is called if the request has to wait; its signal aborts when the client disconnects. */
  answer(project_id: string, key: string, make: Make, left?: AbortSource): Promise<Answer>
  /** Not cached: an answer for this request only. */
  once(make: Make, left?: AbortSource): Promise<Answer>
}

function begin(make: Make): Pending {
  const unwanted = new AbortController()
  const answer = endWith(unwanted.signal, make).then((json) => new Answer(json))
  return { answer, waiting: 0, unwanted }
}

/** Without a signal the request waits to the end. */
function waitFor(pending: Pending, left: AbortSource | undefined, forget: () => void) {
  pending.waiting += 1
  left?.().addEventListener('abort', () => {
    pending.waiting -= 1
    if (pending.waiting > 0) return
    forget()
    pending.unwanted.abort()
  })
  return pending.answer
}

/**
 * A repeated request about an unchanged project runs no statement. A commit that changed a watched
 * table clears the projects of its events, or all if it emitted none; writes of another node clear
 * all, and while these cannot be received nothing is cached.
 */
export function createResponseCache(listener: Listener, watcher: WriteWatcher): ResponseCache {
  const buckets = new Map<string, Bucket>()
  let bytes = 0

  function drop(project_id: string) {
    bytes -= buckets.get(project_id)?.bytes ?? 0
    buckets.delete(project_id)
  }

  function forget(projects: ReadonlySet<string>) {
    if (projects.size > 0) return projects.forEach(drop)
    buckets.clear()
    bytes = 0
  }

  function cache(project_id: string, bucket: Bucket, key: string, answer: Answer) {
    // Built from data read before a change: the bucket was replaced meanwhile.
    if (buckets.get(project_id) !== bucket || answer.body.length > MAX_LENGTH) return
    bucket.answers.set(key, answer)
    bucket.bytes += answer.body.length
    bytes += answer.body.length
    for (const oldest of buckets.keys()) {
      if (bytes <= MAX_BYTES) return
      drop(oldest)
    }
  }

  function bucketOf(project_id: string): Bucket {
    const bucket = buckets.get(project_id) ?? { answers: new Map(), pending: new Map(), bytes: 0 }
    buckets.set(project_id, bucket)
    return bucket
  }

  watcher.on(watchedTables, (projects) => {
    forget(projects)
    listener.notify(EVENTS_CHANNEL)
  })
  listener.on(EVENTS_CHANNEL, () => forget(new Set()))

  const once = (make: Make, left?: AbortSource) => waitFor(begin(make), left, () => {})

  return {
    once,
    async answer(project_id, key, make, left) {
      if (!listener.connected) return once(make, left)
      const bucket = bucketOf(project_id)
      const cached = bucket.answers.get(key)
      if (cached) return cached
      const known = bucket.pending.get(key)
      const pending = known ?? begin(make)
      const forget = () => {
        if (bucket.pending.get(key) === pending) bucket.pending.delete(key)
      }
      const awaited = waitFor(pending, left, forget)
      if (known) return awaited
      bucket.pending.set(key, pending)
      try {
        const answer = await awaited
        cache(project_id, bucket, key, answer)
        return answer
      } finally {
        forget()
      }
    },
  }
}
