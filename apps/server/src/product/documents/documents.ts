import { Worker } from 'node:worker_threads'
import { HtmlNotValid } from '#kernel/html/limits.ts'
import { HttpError } from '#kernel/http/errors.ts'
import type { Job, Mention, Written } from './document.ts'
import type { Answer } from './document-worker.ts'

/**
 * Texts are converted in a worker thread: a long one would delay other requests, and the editor's
 * schema, Yjs and a DOM take half the memory of an idle server. The thread starts on demand and
 * stops after being idle for a while.
 */
const IDLE_MS = 60_000
const MAX_MS = 20_000
const MAX_MEGABYTES = 512

export type Made = Written & { mentions: Mention[] }

let thread: Worker | undefined
let idle: NodeJS.Timeout | undefined
let queue: Promise<unknown> = Promise.resolve()

function drop(worker: Worker) {
  if (thread === worker) thread = undefined
  void worker.terminate()
}

/** Next to this file, as source or as built. */
const work = import.meta.url.endsWith('.ts') ? './document-worker.ts' : './document-worker.cjs'

function start(): Worker {
  return new Worker(new URL(work, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
  })
}

function faultOf(fault: Extract<Answer, { fault: object }>['fault']): Error {
  if (fault.status) return new HttpError(fault.status, fault.body ?? {})
  return fault.name === 'HtmlNotValid' ? new HtmlNotValid() : new Error(fault.message)
}

function attempt(job: Job): Promise<Made | null> {
  thread ??= start()
  const worker = thread
  clearTimeout(idle)
  worker.ref()
  return new Promise((resolve, reject) => {
    function end() {
      clearTimeout(limit)
      worker.off('message', hear).off('error', fail)
      worker.unref()
      idle = setTimeout(() => drop(worker), IDLE_MS).unref()
    }
    function hear(answer: Answer) {
      end()
      if ('fault' in answer) return reject(faultOf(answer.fault))
      const { made } = answer
      // A Buffer arrives as plain bytes.
      resolve(made && { ...made, description_binary: Buffer.from(made.description_binary) })
    }
    function fail(error: NodeJS.ErrnoException) {
      end()
      drop(worker)
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new HtmlNotValid() : error)
    }
    const limit = setTimeout(() => {
      end()
      drop(worker)
      reject(new HtmlNotValid())
    }, MAX_MS)
    worker.on('message', hear).on('error', fail)
    worker.postMessage(job)
  })
}

/** One job at a time: a failure does not affect the others. */
function run(job: Job): Promise<Made | null> {
  const turn = queue.then(() => attempt(job))
  queue = turn.catch(() => undefined)
  return turn
}

/** Converts HTML to a text; applied to `before` as one change. */
export async function textFromHtml(html: string, before: Uint8Array | null = null): Promise<Made> {
  const made = await run({ html, before })
  if (!made) throw new HtmlNotValid()
  return made
}

/** Merges the two; null if nothing changed. */
export const joinedText = (
  before: Uint8Array | null,
  sent: Uint8Array,
  options: { storedHtml?: string } = {},
) => run({ before, sent, ...options })
