import type { FastifyReply } from 'fastify'
import { endWith } from '#kernel/database/cancel.ts'

/** Aborted when the client disconnects before it has its response. */
export function requestAbortSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}

/**
 * Reads for as long as the client is connected. For reads that may take long and change nothing.
 */
export const withRequestAbort = <T>(reply: FastifyReply, read: () => Promise<T>): Promise<T> =>
  endWith(requestAbortSignal(reply), read)

/** The client has disconnected; this is no error. */
export const hasLeft = ({ raw }: FastifyReply) => raw.destroyed && !raw.writableFinished
