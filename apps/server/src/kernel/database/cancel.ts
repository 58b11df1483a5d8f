import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** The signal of the request that waits for the result, and may be aborted. */
const asker = new AsyncLocalStorage<AbortSignal>()

/** Runs reads whose statements are canceled, in the database too, when the signal fires. */
export const endWith = <T>(signal: AbortSignal, read: () => Promise<T>): Promise<T> =>
  asker.run(signal, read)

export const currentSignal = (): AbortSignal | undefined => asker.getStore()

/** Asks the database to cancel the statement of one of its processes. */
export type Cancel = (pid: number) => Promise<void>

/**
 * Serialized, over a separate connection: those of the pool may all be busy with what is to be
 * canceled, and a thousand aborted requests must not open a thousand.
 */
export function createCancel(connect: () => pg.Client): Cancel {
  let last = Promise.resolve()
  async function cancel(pid: number) {
    const client = connect()
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select pg_cancel_backend($1)', [pid])
    } finally {
      await client.end()
    }
  }
  return (pid) => {
    // What cannot be canceled ends by itself, at the latest by its timeout.
    last = last.then(() => cancel(pid)).catch(() => {})
    return last
  }
}

/** Runs a statement, and cancels it if its request is aborted. */
export async function whileAwaited<T>(
  cancel: () => Promise<void>,
  run: () => Promise<T>,
): Promise<T> {
  const signal = asker.getStore()
  if (!signal) return run()
  signal.throwIfAborted()
  let cancelling: Promise<void> | undefined
  const handleAbort = () => {
    cancelling = cancel()
  }
  signal.addEventListener('abort', handleAbort, { once: true })
  try {
    return await run()
  } finally {
    signal.removeEventListener('abort', handleAbort)
    // Until it has arrived, it could cancel the connection's next statement.
    await cancelling
  }
}
