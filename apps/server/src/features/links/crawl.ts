import type { Db } from '#kernel/database/schema.ts'
import type { Egress } from '#kernel/egress/egress.ts'
import { EgressFailed, EgressRefused } from '#kernel/egress/errors.ts'
import { emit } from '#kernel/events/outbox.ts'
import { readHead } from './page-head.ts'
import { type Crawl, claimCrawl, finishCrawl, lockLink, saveMetadata } from './queries.ts'

const MAX_BYTES = 1_000_000
const MAX_ICON_BYTES = 100_000
// Limits a run, so that a node that shuts down need not process the whole queue first.
const MAX_PER_RUN = 100

/** A chain icon, for pages without an icon. */
const linkIcon = `data:image/svg+xml;base64,${Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="#60646c" stroke-width="2" stroke-linecap="round"><path d="M9 17H7A5 5 0 0 1 7 7h2M15 7h2a5 5 0 0 1 0 10h-2M8 12h8"/></svg>',
).toString('base64')}`

interface Metadata {
  title: string | null
  favicon: string
  url: string
  favicon_url: string | null
}

type Answer = Awaited<ReturnType<Egress['fetch']>>

/** Undefined if there is no response, or the request is not allowed. */
async function ask(egress: Egress, ...call: Parameters<Egress['fetch']>) {
  try {
    const answer = await egress.fetch(...call)
    return answer.status === 200 ? answer : undefined
  } catch (error) {
    if (error instanceof EgressFailed || error instanceof EgressRefused) return undefined
    throw error
  }
}

const typeOf = ({ headers }: Answer) =>
  String(headers['content-type'] ?? '')
    .split(';')[0]
    ?.trim()
    .toLowerCase() ?? ''

async function findIcon(egress: Egress, page: Answer, named: string | null) {
  const address = URL.parse(named ?? '/favicon.ico', page.url)
  if (!address) return undefined
  if (named) return address.href
  const there = await ask(egress, address.href, { method: 'HEAD', timeoutMs: 2000 })
  return there && address.href
}

/** Stores the icon's bytes, so that the other site gets no request from users who open the item. */
async function readIcon(egress: Egress, url: string) {
  if (url.startsWith('data:image/')) return url.length <= MAX_ICON_BYTES ? url : undefined
  const icon = await ask(egress, url, { timeoutMs: 1000, maxBytes: MAX_ICON_BYTES })
  if (!icon || !/^image\/[\w.+-]+$/.test(typeOf(icon))) return undefined
  return `data:${typeOf(icon)};base64,${icon.body.toString('base64')}`
}

export async function lookAt(egress: Egress, url: string): Promise<Metadata> {
  const nothing = { title: null, favicon: linkIcon, url, favicon_url: null }
  const accept = { accept: 'text/html,application/xhtml+xml' }
  const page = await ask(egress, url, { timeoutMs: 1000, maxBytes: MAX_BYTES, headers: accept })
  if (!page || !/html/.test(typeOf(page))) return nothing
  const { title, icon } = readHead(page.body.toString('utf8'))
  const favicon_url = (await findIcon(egress, page, icon)) ?? null
  const favicon = favicon_url ? await readIcon(egress, favicon_url) : undefined
  return { title, favicon: favicon ?? linkIcon, url, favicon_url: favicon ? favicon_url : null }
}

const save = (db: Db, crawl: Crawl, metadata: Metadata) =>
  db.transaction().execute(async (tx) => {
    await lockLink(tx, crawl.link_id)
    const finished = await finishCrawl(tx, crawl)
    if (finished.rows.length === 0) return
    const saved = await saveMetadata(tx, crawl.link_id, metadata)
    if (!saved) return
    const { author_id, ...link } = saved
    const { workspace: workspace_id, project: project_id } = link
    await emit(tx, { type: 'link.saved', link }, { workspace_id, project_id, author_id })
  })

/** The job: reads the pages behind new links. It can run on every node at any time. */
export async function crawlLinks(db: Db, egress: Egress): Promise<void> {
  for (let count = 0; count < MAX_PER_RUN; count++) {
    const crawl = await claimCrawl(db)
    if (!crawl) break
    await save(db, crawl, await lookAt(egress, crawl.url))
  }
}
