import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** Whoever waits for what is being read, and may go away. */
const asker = new AsyncLocalStorage<AbortSignal>()

/** Reads something whose statements end, on the database too, when the signal is given. */
export const endWith = <T>(signal: AbortSignal, read: () => Promise<T>): Promise<T> =>
  asker.run(signal, read)

export const currentSignal = (): AbortSignal | undefined => asker.getStore()

/** Asks the database to end what one of its processes is at. */
export type Cancel = (pid: number) => Promise<void>

/**
 * One after the other, over a connection of its own: those of the pool may all be busy with what is to
 * be ended, and a thousand who leave at once must not take a thousand.
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
    // What cannot be ended ends by itself, at the latest by its timeout.
    last = last.then(() => cancel(pid)).catch(() => {})
    return last
  }
}

/** Runs a statement, and ends it where whoever asked no longer waits. */
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
    // Until it arrived, the connection's next statement could be the one that is ended.
    await cancelling
  }
}
