import { type Logger, pino } from 'pino'

/** Structured lines. Bodies, cookies and addresses with a query are never written. */
export const createLog = (level: string): Logger =>
  pino({
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
  })
