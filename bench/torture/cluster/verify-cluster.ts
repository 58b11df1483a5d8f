import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import type { Editor } from './editor.ts'
import type { Listener } from './listener.ts'
import type { TorturedProject } from './prepare.ts'

interface Observed {
  client: ClientBase
  place: TorturedProject
  listening: readonly Listener[]
  editing: readonly Editor[]
}

const PATIENCE_MS = 30_000

/** What browsers saw and wrote; the result must be empty. */
export async function findClusterFaults(observed: Observed): Promise<string[]> {
  return [...(await wrongEvents(observed)), ...(await lostTexts(observed))]
}

async function wrongEvents({ client, place, listening }: Observed): Promise<string[]> {
  const { rows } = await client.query<{ position: string }>(
    `select xid::text || '.' || id as position from events
      where (project_id = $1 or workspace_id is not null and project_id is null) and to_users is null
      order by xid, id`,
    [place.project_id],
  )
  const all = rows.map(({ position }) => position)
  const last = all.at(-1) ?? ''
  const end = Date.now() + PATIENCE_MS
  while (Date.now() < end && !listening.every(({ heard }) => heard.at(-1) === last)) {
    await sleep(100)
  }
  return listening.flatMap((one, n) => {
    if (one.reloads() > 0) return [`browser ${n} had to read everything again`]
    const wanted = all.slice(firstAfter(all, one.began() ?? ''))
    const heard = new Set(one.heard)
    const missed = wanted.filter((position) => !heard.has(position))
    return [
      ...(missed.length > 0 ? [`browser ${n} missed ${missed.length} events: ${missed[0]}`] : []),
      ...(heard.size < one.heard.length
        ? [`browser ${n} heard ${one.heard.length - heard.size} events twice`]
        : []),
      ...(missed.length === 0 && `${one.heard}` !== `${wanted}`
        ? [`browser ${n} heard events in another order, or others than there are`]
        : []),
    ]
  })
}

const compare = (one: string, other: string) => {
  const [a = 0n, b = 0n] = one.split('.').map(BigInt)
  const [c = 0n, d = 0n] = other.split('.').map(BigInt)
  return a === c ? b > d : a > c
}

function firstAfter(all: readonly string[], began: string): number {
  const first = all.findIndex((position) => compare(position, began))
  return first < 0 ? all.length : first
}

async function lostTexts({ client, place, editing }: Observed): Promise<string[]> {
  const written = editing.flatMap((one) => one.written)
  const end = Date.now() + PATIENCE_MS
  const stored = async () => {
    const { rows } = await client.query<{ description_html: string }>(
      'select description_html from pages where id = any ($1)',
      [place.page_ids],
    )
    return rows.map(({ description_html }) => description_html).join('')
  }
  const isThere = (text: string) => written.every((token) => text.includes(token))
  while (Date.now() < end && !(isThere(await stored()) && editing.every((one) => one.isSynced()))) {
    await sleep(200)
  }
  const text = await stored()
  const faults = written
    .filter((token) => text.split(token).length !== 2)
    .map((token) => `the paragraph ${token} is stored ${text.split(token).length - 1} times`)
  for (const [n, page] of place.page_ids.entries()) {
    const texts = editing.filter((_, m) => m % place.page_ids.length === n).map((one) => one.text())
    if (new Set(texts).size > 1) faults.push(`the editors of page ${page} see different texts`)
  }
  return faults
}
