import pg from 'pg'
import { type ConnectionOptions, clientOptions } from './connect.ts'

export interface Listener {
  /** False while the connection is down: then no cache can be assumed to be current. */
  readonly connected: boolean
  /** The database's process for this connection. */
  readonly process: number | undefined
  on(channel: string, callback: () => void): void
  notify(channel: string): void
  stop(): Promise<void>
}

const RETRY_MS = 500
/** A machine that is gone closes no connection: only a missing answer shows it. */
const BEAT_MS = 5_000

async function backendOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

/** For a node that cannot listen: nothing is cached, and events of other nodes wait for a poll. */
export const deafListener = (): Listener => ({
  connected: false,
  process: undefined,
  on() {},
  notify() {},
  async stop() {},
})

/**
 * The node's only LISTEN/NOTIFY connection. After a lost connection it reconnects by itself and
 * calls all callbacks, since it cannot know what it missed.
 */
export function listen(
  to: ConnectionOptions,
  channels: readonly string[],
  { name = 'cairn', beatMs = BEAT_MS } = {},
): Listener {
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
    // Not ended in order: the other side may be gone without a word.
    lost.connection.stream.destroy()
    if (!stopped) retry = setTimeout(open, RETRY_MS)
  }

  async function open() {
    // Without the pool's statement timeout: this connection waits for notifications.
    const fresh = new pg.Client({
      ...clientOptions(to),
      ...{ application_name: name, options: '-c timezone=UTC' },
    })
    client = fresh
    fresh.on('error', () => lose(fresh))
    fresh.on('end', () => lose(fresh))
    // Our own notifications are ignored: local callbacks ran right after the commit.
    fresh.on('notification', ({ channel, processId }) => {
      if (processId !== ownProcess) call(channel)
    })
    try {
      await fresh.connect()
      ownProcess = await backendOf(fresh)
      for (const channel of channels) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
      connected = true
      for (const channel of channels) call(channel)
      // Other nodes were not notified of what this node wrote meanwhile.
      void poll()
    } catch {
      lose(fresh)
    }
  }

  /** Many commits during one NOTIFY become one more NOTIFY. */
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
      // Sent once the connection is back: other nodes cache permissions until they are notified.
      asked.add(channel)
      if (client) lose(client)
    } finally {
      polling = false
    }
  }

  async function beat(asked: pg.Client) {
    const late = setTimeout(() => lose(asked), beatMs)
    await asked.query('select').catch(() => lose(asked))
    clearTimeout(late)
  }
  const beats = setInterval(() => {
    if (client && connected) void beat(client)
  }, beatMs)
  beats.unref()

  void open()
  return {
    get connected() {
      return connected
    },
    get process() {
      return connected ? ownProcess : undefined
    },
    on(channel, callback) {
      callbacks.set(channel, (callbacks.get(channel) ?? new Set()).add(callback))
    },
    notify(channel) {
      asked.add(channel)
      // The writer's response is sent first.
      setImmediate(() => void poll())
    },
    async stop() {
      stopped = true
      clearTimeout(retry)
      clearInterval(beats)
      const last = client
      client = undefined
      connected = false
      await last?.end().catch(() => {})
    },
  }
}
