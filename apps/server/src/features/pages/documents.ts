import { Worker } from 'node:worker_threads'
import { HtmlNotValid } from '#kernel/html/limits.ts'
import { HttpError } from '#kernel/http/errors.ts'
import type { Job, Mention } from './document.ts'
import type { Answer } from './document-worker.ts'
import type { Written } from './text-queries.ts'

/**
 * The forms of a page's text are made in a thread of their own: a long page takes longer than anybody
 * else should wait, and the editor's schema, Yjs and a DOM weigh half of what an idle server may. The
 * thread starts when it is first needed and goes when it has had nothing to do for a while.
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

/** Beside this file, as it is written or as it is built. */
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

/** One after the other: what fails, fails alone. */
function run(job: Job): Promise<Made | null> {
  const turn = queue.then(() => attempt(job))
  queue = turn.catch(() => undefined)
  return turn
}

/** The text becomes that of the HTML; on what was there before, as one change. */
export async function textFromHtml(html: string, before: Uint8Array | null = null): Promise<Made> {
  const made = await run({ html, before })
  if (!made) throw new HtmlNotValid()
  return made
}

/** Everything that is in the two; null where that is what was there. */
export const joinedText = (
  before: Uint8Array | null,
  sent: Uint8Array,
  options: { keepHtml?: string } = {},
) => run({ before, sent, ...options })
