import { FeedRefused, feedOf, WorkItemCopy } from '@cairn/work-item-query/copy'
import { COPIES } from '#data/copy-files.ts'
import {
  type OpenedDatabase,
  openDatabase,
  removeDatabases,
  removeOthers,
} from './open-database.ts'
import { type Letter, NEWS, type News, type Reply, repliesTo } from './protocol.ts'

/** The copies of this browser's workspaces: one worker has them open for all pages. */
interface Opened {
  user_id: string
  database: OpenedDatabase
  copy: WorkItemCopy
}

const letters = new BroadcastChannel(COPIES)
const news = new BroadcastChannel(NEWS)
const copies = new Map<string, Promise<Opened>>()
let isOver = false

const post = (message: News) => news.postMessage(message)

async function get(url: string): Promise<unknown> {
  const response = await fetch(url, { headers: { accept: 'application/json' } }).catch(() => {
    throw new FeedRefused(0)
  })
  if (!response.ok) throw new FeedRefused(response.status)
  return response.json()
}

async function open({ slug, user_id }: Letter): Promise<Opened> {
  const database = await openDatabase(slug, user_id)
  const copy = new WorkItemCopy(database, feedOf(get, slug), user_id, {
    onChanged: (project_id) => post({ kind: 'changed', slug, project_id }),
    onStatus: (project_id, status) => post({ kind: 'status', slug, project_id, status }),
  })
  post({ kind: 'ready', slug })
  return { user_id, database, copy }
}

async function openedFor(letter: Letter): Promise<Opened> {
  const { slug, user_id } = letter
  const known = await copies.get(slug)
  if (known?.user_id === user_id) return known
  known?.database.close()
  const opening = open(letter)
  copies.set(slug, opening)
  opening.catch((error: unknown) => {
    isOver = true
    post({ kind: 'failed', message: `Failed to initialize database worker: ${error}` })
  })
  return opening
}

async function forget() {
  isOver = true
  for (const opened of copies.values()) (await opened.catch(() => undefined))?.database.close()
  copies.clear()
  await removeDatabases()
}

/** Removes the copies of workspaces the user has left. */
async function retainOnly(slugs: readonly string[]) {
  for (const [slug, opened] of copies) {
    if (slugs.includes(slug)) continue
    copies.delete(slug)
    ;(await opened).database.close()
  }
  await removeOthers(slugs)
}

const everywhere = (act: (copy: WorkItemCopy) => Promise<void>) =>
  Promise.all([...copies.values()].map(async (opened) => act((await opened).copy)))

async function fulfil(letter: Letter): Promise<unknown> {
  const { request } = letter
  // Events are of any workspace.
  if (request.kind === 'hear') return everywhere((copy) => copy.hear(request.event))
  if (request.kind === 'missed') return everywhere((copy) => copy.missEvents())
  if (request.kind === 'forget') return forget()
  const { copy } = await openedFor(letter)
  if (request.kind === 'list') return copy.answer(request.question, request.asker, request.anyway)
  if (request.kind === 'find') return copy.find(request.project_id, request.text, request.asker)
  if (request.kind === 'open') return copy.open(request.project_id, request.asker)
  if (request.kind === 'joined') {
    copy.retainOnly(request.askers)
    return retainOnly(request.slugs)
  }
  if (request.kind === 'change') return copy.change(request.id, request.patch)
  return copy[request.kind](request.id)
}

letters.onmessage = async ({ data }: MessageEvent<Letter>) => {
  if (isOver && data.request.kind !== 'forget') return
  const { tab, number } = data
  const answer = await fulfil(data).catch(() => undefined)
  if (data.request.kind !== 'list' && data.request.kind !== 'find') return
  const replies = new BroadcastChannel(repliesTo(tab))
  replies.postMessage({ number, answer } satisfies Reply)
  replies.close()
}

post({ kind: 'here' })
