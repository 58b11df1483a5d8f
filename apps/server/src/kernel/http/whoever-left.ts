import type { FastifyReply } from 'fastify'

/** Aborted when the browser goes away before it has its answer. */
export function untilLeft({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}

/** Nobody is there to be answered, and nothing went wrong. */
export const hasLeft = ({ raw }: FastifyReply) => raw.destroyed && !raw.writableFinished
