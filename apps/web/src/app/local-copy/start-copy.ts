import type { LiveEvent, Page, WorkItem, WorkItemResults } from '@cairn/contract'
import { listenLive } from '#data/live-listeners.ts'
import {
  type ItemNews,
  type ItemQuestion,
  type ListQuestion,
  type LocalCopy,
  setLocalCopy,
} from '#data/local-copy.ts'
import { queryClient } from '#data/query-client.ts'
import type { LoadedItems } from '#entities/work-item-list/grouped-items.ts'
import { projectOf } from '#entities/work-item-list/list-context.ts'
import { listsIn } from '#entities/work-item-list/use-work-item-list.ts'
import { readStored } from '#ui/platform/stored.ts'
import { askersIn, foundOf, ownSlugs } from './askers.ts'
import { CopyClient } from './copy-client.ts'
import { standForOwner } from './copy-owner.ts'
import { note, warn } from './note.ts'
import type { CopyRequest, News } from './protocol.ts'
import { SWITCH } from './switch.ts'

const BUDGET_MS = 2_000

interface Running {
  copy: LocalCopy
  post: (slug: string, request: CopyRequest) => void
  stop: () => void
  /** Resolves once a database is open; rejects if none can be. */
  ready: Promise<void>
}

let running: Running | undefined
let person: string | undefined
/** What is open on the screen, also for a worker that starts later. */
let opened: { slug: string; project_id: string | undefined } | undefined

const isSupported = () =>
  'locks' in navigator && 'storage' in navigator && 'getDirectory' in navigator.storage

/** Events about items, or about what they are named and sorted by. */
const ours =
  /^(work_item|state|label|module|cycle|estimate|project_member|workspace_member|project)\./

function readAgain(slug: string, project_id: string) {
  void queryClient.invalidateQueries({
    queryKey: listsIn(slug),
    predicate: ({ state }) => {
      const list = state.data as LoadedItems | undefined
      return list !== undefined && projectOf(list.shape.context) === project_id
    },
  })
}

async function ask(client: CopyClient, { slug, ...question }: ListQuestion, anyway = false) {
  const asker = askersIn(slug)?.[question.project_id]
  if (!asker) return undefined
  const begun = performance.now()
  const request: CopyRequest = { kind: 'list', question, asker, anyway }
  const answer = await client.ask<Page<WorkItemResults>>({ slug, request })
  const took = Math.round(performance.now() - begun)
  note('list', answer ? 'from the cache' : 'from the server', `${took} ms`, question.params)
  return answer
}

async function find(client: CopyClient, { slug, project_id, text }: ItemQuestion) {
  const asker = askersIn(slug)?.[project_id]
  if (!asker) return undefined
  const request: CopyRequest = { kind: 'find', project_id, text, asker }
  const items = await client.ask<WorkItem[]>({ slug, request })
  return items?.map((item) => ({ item, found: foundOf(slug, item) }))
}

function begin(user_id: string): Running {
  const ready = Promise.withResolvers<void>()
  const client = new CopyClient(user_id, hear)
  const post = (slug: string, request: CopyRequest) => void client.post({ slug, request })

  function hear(news: News) {
    note(...Object.values(news))
    if (news.kind === 'failed') {
      warn(news.message)
      ready.reject(new Error(news.message))
    }
    // Another page may have opened it long ago: then this is its first message here.
    if (news.kind === 'ready' || news.kind === 'status') ready.resolve()
    if (news.kind === 'changed') readAgain(news.slug, news.project_id)
    // A new worker does not know what is open.
    if (news.kind === 'here' && opened) enter(opened.slug, opened.project_id)
  }

  const stepBack = standForOwner()
  const deafen = listenLive({
    onEvent: (event: LiveEvent) => {
      if (ours.test(event.type)) post('', { kind: 'hear', event })
    },
    onGap: () => undefined,
    onMissed: () => post('', { kind: 'missed' }),
  })
  return {
    post,
    copy: {
      ask: (question, anyway) => ask(client, question, anyway),
      find: (question) => find(client, question),
      notify: (slug, news) => post(slug, requestOf(news)),
    },
    stop: () => {
      for (const end of [stepBack, deafen, () => client.close()]) end()
    },
    ready: ready.promise,
  }
}

const requestOf = (news: ItemNews): CopyRequest =>
  news.kind === 'event' ? { kind: 'hear', event: news.event } : news

/** Starts or resumes the copy. Undefined if none is possible or wanted. */
export async function startCopy(
  user_id: string,
  patience = BUDGET_MS,
): Promise<LocalCopy | undefined> {
  person = user_id
  if (!readStored(SWITCH, true) || !isSupported()) return undefined
  running ??= begin(user_id)
  const { copy, ready } = running
  setLocalCopy(copy)
  if (opened) enter(opened.slug, opened.project_id)
  const late = new Promise<false>((resolve) => setTimeout(resolve, patience, false))
  const isReady = await Promise.race([ready.then(() => true), late]).catch(() => false)
  return isReady ? copy : undefined
}

// Turned on or off in another page.
addEventListener('storage', ({ key, newValue }) => {
  if (key !== SWITCH) return
  if (newValue === 'false') stopCopy()
  else if (person) void startCopy(person)
})

export function stopCopy() {
  running?.stop()
  running = undefined
  setLocalCopy(undefined)
}

/** Syncs a project, and drops all projects this user is no longer in. */
export function enter(slug: string, project_id: string | undefined) {
  opened = { slug, project_id }
  const [askers, slugs] = [askersIn(slug), ownSlugs()]
  if (!running || !askers || !slugs) return
  running.post(slug, { kind: 'joined', askers, slugs })
  const asker = project_id && askers[project_id]
  if (asker) running.post(slug, { kind: 'open', project_id, asker })
}
