import { parentPort } from 'node:worker_threads'
import { HttpError } from '#kernel/http/errors.ts'
import { type Job, joinText, mentionsIn, replaceText } from './document.ts'

/** The result or error, as far as it can be passed between threads. */
export type Answer =
  | { made: ReturnType<typeof work> }
  | { fault: { name: string; message: string; status?: number; body?: object } }

function work(job: Job) {
  const written = 'html' in job ? replaceText(job) : joinText(job)
  return written && { ...written, mentions: mentionsIn(written.description_html) }
}

function answer(job: Job): Answer {
  try {
    return { made: work(job) }
  } catch (error) {
    const { name, message } = error as Error
    const refusal = error instanceof HttpError && { status: error.status, body: error.body }
    return { fault: { name, message, ...refusal } }
  }
}

parentPort?.on('message', (job: Job) => parentPort?.postMessage(answer(job)))
