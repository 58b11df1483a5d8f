import type pg from 'pg'

/** Whoever asked may go away. Found by its parameters: all that Kysely hands through of a statement. */
const askers = new WeakMap<readonly unknown[], AbortSignal>()

export const endWith = (signal: AbortSignal, parameters: readonly unknown[]) =>
  void askers.set(parameters, signal)

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
  parameters: readonly unknown[],
  cancel: () => Promise<void>,
  run: () => Promise<T>,
): Promise<T> {
  const signal = askers.get(parameters)
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
