import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import * as Y from 'yjs'
import type { Editor } from './editor.ts'
import type { Chapter, Listener } from './listener.ts'
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
  const isComplete = ({ chapters }: Listener) => {
    const { began, heard } = chapters.at(-1) ?? { began: '', heard: [] }
    return (heard.at(-1) ?? began) === last
  }
  while (Date.now() < end && !listening.every(isComplete)) await sleep(100)
  return listening.flatMap(({ chapters }, n) =>
    chapters
      .flatMap((chapter, at) => wrongIn(chapter, all, at === chapters.length - 1))
      .map((fault) => `browser ${n} ${fault}`),
  )
}

/** A browser is told to read everything again only if it heard what a failover lost. */
function wrongIn({ began, heard }: Chapter, all: readonly string[], isLast: boolean): string[] {
  const stored = new Set(all)
  const unknown = heard.filter((position) => !stored.has(position))
  if (unknown.length === 0 && !isLast) return ['had to read everything again for no reason']
  if (unknown.length > 0 && isLast) return [`heard ${unknown.length} others: ${unknown[0]}`]

  const start = firstAfter(all, began)
  const known = heard.filter((position) => stored.has(position))
  // What came after the lost ones is read again with everything else.
  const wanted = all.slice(start, isLast ? undefined : start + known.length)
  const distinct = new Set(known)
  const missed = wanted.filter((position) => !distinct.has(position))
  const twice = known.length - distinct.size
  return [
    ...(missed.length > 0 ? [`missed ${missed.length} events: ${missed[0]}`] : []),
    ...(twice > 0 ? [`heard ${twice} events twice`] : []),
    ...(missed.length === 0 && `${known}` !== `${wanted}` ? ['heard events in another order'] : []),
  ]
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

function textOf(state: Uint8Array): string {
  const document = new Y.Doc()
  Y.applyUpdate(document, state)
  return document.getXmlFragment('default').toString()
}

async function lostTexts({ client, place, editing }: Observed): Promise<string[]> {
  const written = editing.flatMap((one) => one.written)
  const end = Date.now() + PATIENCE_MS
  // Not their HTML, which ends at some 7,500 paragraphs.
  const stored = async () => {
    const { rows } = await client.query<{ description_binary: Buffer }>(
      'select description_binary from pages where id = any ($1)',
      [place.page_ids],
    )
    return rows.map(({ description_binary }) => textOf(description_binary)).join('')
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
