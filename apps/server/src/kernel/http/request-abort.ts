import type { FastifyReply } from 'fastify'
import { endWith } from '#kernel/database/cancel.ts'

/** Aborted when the browser goes away before it has its answer. */
export function requestAbortSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}

/** Reads for as long as the browser waits. What may take long and changes nothing is read in here. */
export const withRequestAbort = <T>(reply: FastifyReply, read: () => Promise<T>): Promise<T> =>
  endWith(requestAbortSignal(reply), read)

/** Nobody is there to be answered, and nothing went wrong. */
export const hasLeft = ({ raw }: FastifyReply) => raw.destroyed && !raw.writableFinished
