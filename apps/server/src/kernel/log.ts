import { type Logger, pino } from 'pino'

/** Many lines are written at once: each on its own would cost an answer more than its making. */
function collectLines() {
  const destination = pino.destination({ sync: true, minLength: 4096, periodicFlush: 100 })
  process.once('exit', () => destination.flushSync())
  return destination
}

/** Structured lines. Bodies, cookies and addresses with a query are never written. */
export const createLog = (level: string): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['req.headers', 'password', 'token', 'secret', '*.password', '*.token', '*.secret'],
      serializers: {
        err: (error: Error & { code?: string }) => ({
          type: error.name,
          message: error.message,
          code: error.code,
          stack: error.stack,
        }),
        req: () => undefined,
        res: () => undefined,
      },
    },
    collectLines(),
  )
