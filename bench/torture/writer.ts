import { setTimeout as sleep } from 'node:timers/promises'
import { randomToken } from '../../apps/server/src/kernel/auth/tokens.ts'
import { httpClient } from '../http-client.ts'
import { oneOf } from '../places.ts'

/** One work item as known to its writer. */
export interface Known {
  id: string
  sequence_id: number
  /** All acknowledged names, the first from the creation. */
  names: string[]
  /** Names sent after the last acknowledged one, with unknown outcome. */
  uncertain: string[]
}

export interface Writer {
  known: Known[]
  acknowledged(): number
  failed: number
  done: Promise<void>
}

interface Target {
  origin: string
  cookie: string
  /** The URL of the project's work items. */
  path: string
}

/** Creates and renames after each response; after an error it tries something new. */
export function startWriter(place: Target, isOver: () => boolean, pauseMs = 0): Writer {
  const http = httpClient(place.origin, { cookie: place.cookie })
  const known: Known[] = []

  async function create(): Promise<void> {
    const name = randomToken(24)
    const body = await http.expect(201, 'POST', place.path, { name })
    const { id, sequence_id } = JSON.parse(String(body))
    known.push({ id, sequence_id, names: [name], uncertain: [] })
  }

  async function rename(item: Known): Promise<void> {
    const name = randomToken(24)
    item.uncertain.push(name)
    await http.expect(204, 'PATCH', `${place.path}${item.id}/`, { name })
    item.names.push(name)
    item.uncertain = []
  }

  async function write(): Promise<void> {
    while (!isOver()) {
      try {
        await (known.length === 0 || Math.random() < 0.4 ? create() : rename(oneOf(known)))
        if (pauseMs > 0) await sleep(pauseMs * Math.random())
      } catch {
        writer.failed += 1
        await sleep(50)
      }
    }
    http.close()
  }

  const writer: Writer = {
    known,
    failed: 0,
    acknowledged: () => known.reduce((sum, { names }) => sum + names.length, 0),
    done: Promise.resolve(),
  }
  writer.done = write()
  return writer
}
