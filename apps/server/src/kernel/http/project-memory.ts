import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { endWith } from '#kernel/database/cancel.ts'
import type { Listener } from '#kernel/database/listener.ts'
import type { WriteWatcher } from '#kernel/database/write-watcher.ts'
import { EVENTS_CHANNEL } from '#kernel/events/stream.ts'
import { isWorthPacking, pack, takesPacked } from './packing.ts'

/** Whatever a list of items, or one item, is made of. */
const watchedTables = [
  ...['work_items', 'work_item_assignees', 'work_item_labels', 'work_item_subscribers'],
  ...['work_item_links', 'work_item_mentions', 'work_item_types', 'work_item_relations'],
  ...['module_items', 'modules', 'cycles', 'estimate_points', 'states', 'labels', 'assets'],
  ...['projects', 'project_members', 'users'],
]

const MAX_BYTES = 16 * 1024 * 1024
/** A longer answer would push out too many others. */
const MAX_LENGTH = 1024 * 1024

/** An answer as it is sent: made, hashed and packed once for all who ask. */
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

/** An answer being made: whoever asks for the same meanwhile waits for it too. */
interface Coming {
  answer: Promise<Answer>
  waiting: number
  /** Aborted when the last of them has gone: its statements end. */
  unwanted: AbortController
}

interface Shelf {
  answers: Map<string, Answer>
  coming: Map<string, Coming>
  bytes: number
}

type Make = () => Promise<string>
type Leaving = () => AbortSignal

/** Finished answers about a project, kept until something in it changes. */
export interface ProjectMemory {
  /** `left`, asked for where somebody has to wait, is aborted when they go away. */
  answer(project_id: string, key: string, make: Make, left?: Leaving): Promise<Answer>
  /** Not cached: an answer for this request only. */
  once(make: Make, left?: Leaving): Promise<Answer>
}

function begin(make: Make): Coming {
  const unwanted = new AbortController()
  const answer = endWith(unwanted.signal, make).then((json) => new Answer(json))
  return { answer, waiting: 0, unwanted }
}

/** Without a signal somebody waits to the end. */
function waitFor(coming: Coming, left: Leaving | undefined, forget: () => void) {
  coming.waiting += 1
  left?.().addEventListener('abort', () => {
    coming.waiting -= 1
    if (coming.waiting > 0) return
    forget()
    coming.unwanted.abort()
  })
  return coming.answer
}

/**
 * The same question about an unchanged project costs no statement. A commit that touched what answers
 * are made of forgets the projects it told of, or all where it told of none; what another node wrote
 * forgets all, and while that could not be heard nothing is kept.
 */
export function createProjectMemory(listener: Listener, watcher: WriteWatcher): ProjectMemory {
  const shelves = new Map<string, Shelf>()
  let bytes = 0

  function drop(project_id: string) {
    bytes -= shelves.get(project_id)?.bytes ?? 0
    shelves.delete(project_id)
  }

  function forget(projects: ReadonlySet<string>) {
    if (projects.size > 0) return projects.forEach(drop)
    shelves.clear()
    bytes = 0
  }

  function keep(project_id: string, shelf: Shelf, key: string, answer: Answer) {
    // Made from what was read before a change: the shelf is another by now.
    if (shelves.get(project_id) !== shelf || answer.body.length > MAX_LENGTH) return
    shelf.answers.set(key, answer)
    shelf.bytes += answer.body.length
    bytes += answer.body.length
    for (const oldest of shelves.keys()) {
      if (bytes <= MAX_BYTES) return
      drop(oldest)
    }
  }

  function shelfOf(project_id: string): Shelf {
    const shelf = shelves.get(project_id) ?? { answers: new Map(), coming: new Map(), bytes: 0 }
    shelves.set(project_id, shelf)
    return shelf
  }

  watcher.on(watchedTables, (projects) => {
    forget(projects)
    listener.notify(EVENTS_CHANNEL)
  })
  listener.on(EVENTS_CHANNEL, () => forget(new Set()))

  const once = (make: Make, left?: Leaving) => waitFor(begin(make), left, () => {})

  return {
    once,
    async answer(project_id, key, make, left) {
      if (!listener.connected) return once(make, left)
      const shelf = shelfOf(project_id)
      const kept = shelf.answers.get(key)
      if (kept) return kept
      const known = shelf.coming.get(key)
      const coming = known ?? begin(make)
      const forget = () => {
        if (shelf.coming.get(key) === coming) shelf.coming.delete(key)
      }
      const awaited = waitFor(coming, left, forget)
      if (known) return awaited
      shelf.coming.set(key, coming)
      try {
        const answer = await awaited
        keep(project_id, shelf, key, answer)
        return answer
      } finally {
        forget()
      }
    },
  }
}
