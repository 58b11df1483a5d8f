import pg from 'pg'
import { type ConnectionOptions, clientOptions } from './connect.ts'

export interface Listener {
  /** False while the connection is down: then nothing may be believed to be up to date. */
  readonly connected: boolean
  on(channel: string, callback: () => void): void
  notify(channel: string): void
  stop(): Promise<void>
}

const RETRY_MS = 500

async function backendOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

/**
 * The node's one ear on LISTEN/NOTIFY. After a lost connection it comes back by itself and calls
 * everyone, since it cannot know what it missed.
 */
export function listen(to: ConnectionOptions, channels: readonly string[]): Listener {
  const callbacks = new Map<string, Set<() => void>>()
  let client: pg.Client | undefined
  let ownProcess: number | undefined
  let connected = false
  let stopped = false
  let retry: NodeJS.Timeout | undefined
  const asked = new Set<string>()
  let polling = false

  const call = (channel: string) => {
    for (const callback of callbacks.get(channel) ?? []) callback()
  }

  function lose(lost: pg.Client) {
    if (client !== lost) return
    client = undefined
    connected = false
    lost.end().catch(() => {})
    if (!stopped) retry = setTimeout(open, RETRY_MS)
  }

  async function open() {
    // Without the pool's statement timeout: this connection waits by profession.
    const fresh = new pg.Client({ ...clientOptions(to), options: '-c timezone=UTC' })
    client = fresh
    fresh.on('error', () => lose(fresh))
    fresh.on('end', () => lose(fresh))
    // Our own we know already: whoever wrote here was told right after the commit.
    fresh.on('notification', ({ channel, processId }) => {
      if (processId !== ownProcess) call(channel)
    })
    try {
      await fresh.connect()
      ownProcess = await backendOf(fresh)
      for (const channel of channels) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
      connected = true
      for (const channel of channels) call(channel)
      // What this node wrote meanwhile the others have not heard of.
      void poll()
    } catch {
      lose(fresh)
    }
  }

  /** Many commits while one NOTIFY is under way become one more NOTIFY. */
  async function poll() {
    if (polling || !client || !connected) return
    polling = true
    let channel = ''
    try {
      while (asked.size > 0 && client) {
        channel = [...asked][0] ?? ''
        asked.delete(channel)
        await client.query(`notify ${pg.escapeIdentifier(channel)}`)
      }
    } catch {
      // Said once the connection is back: other nodes remember rights until they hear of it.
      asked.add(channel)
      if (client) lose(client)
    } finally {
      polling = false
    }
  }

  void open()
  return {
    get connected() {
      return connected
    },
    on(channel, callback) {
      callbacks.set(channel, (callbacks.get(channel) ?? new Set()).add(callback))
    },
    notify(channel) {
      asked.add(channel)
      // Whoever wrote is answered first.
      setImmediate(() => void poll())
    },
    async stop() {
      stopped = true
      clearTimeout(retry)
      const last = client
      client = undefined
      connected = false
      await last?.end().catch(() => {})
    },
  }
}
