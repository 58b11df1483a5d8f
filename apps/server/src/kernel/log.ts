import { type DestinationStream, type Logger, pino } from 'pino'

const secretFields = [
  ...['password', 'password_hash', 'secret', 'secret_key', 'client_secret', 'token', 'token_hash'],
  ...['access_token', 'refresh_token', 'id_token', 'csrf_token', 'api_key', 'authorization'],
  ...['cookie', 'cookies'],
]

/** Buffers log lines: writing each one separately would cost more than building the response. */
function collectLines() {
  const destination = pino.destination({ sync: true, minLength: 4096, periodicFlush: 100 })
  process.once('exit', () => destination.flushSync())
  return destination
}

/** Structured log. Bodies, cookies, queries and secret parts of URLs are never logged. */
export const createLog = (level: string, destination: DestinationStream = collectLines()): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['req.headers', ...secretFields, ...secretFields.map((name) => `*.${name}`)],
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
    destination,
  )
