import type { WorkItem } from '@cairn/contract'
import type { Page } from '@playwright/test'
import { visit } from './browser.ts'
import type { Benchmark } from './harness.ts'
import type { Stage } from './stage.ts'

const CHANGES = 1_000
const PAGE_SIZE = 100

interface Read {
  results: WorkItem[]
  next_cursor: string
}

/** Items as a list reads them, which an entry of the outbox repeats. */
async function readItems(page: Page, path: string): Promise<WorkItem[]> {
  const items: WorkItem[] = []
  let cursor = ''
  while (items.length < CHANGES) {
    const answer = await page.request.get(
      `${path}?per_page=${PAGE_SIZE}${cursor && `&cursor=${cursor}`}`,
    )
    const { results, next_cursor } = (await answer.json()) as Read
    items.push(...results)
    cursor = next_cursor
  }
  return items.slice(0, CHANGES)
}

/** Stores a change of each item, as a page does that has no network. */
const queue = (page: Page, slug: string, user_id: string, items: readonly WorkItem[]) =>
  page.evaluate(
    async ({ changed, person, scope }) => {
      const opening = indexedDB.open('cairn-outbox', 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('entries', { keyPath: 'id' })
      const database = await new Promise<IDBDatabase>((resolve) => {
        opening.onsuccess = () => resolve(opening.result)
      })
      const transaction = database.transaction('entries', 'readwrite')
      for (const [seq, item] of changed.entries()) {
        const priority = item.priority === 'high' ? 'low' : 'high'
        transaction.objectStore('entries').put({
          ...{ id: crypto.randomUUID(), seq, user_id: person, at: Date.now() },
          ...{ name: 'work-item.change', scope, about: [item.id], line: item.id },
          variables: { item, patch: { priority } },
        })
      }
      await new Promise<void>((resolve) => {
        transaction.oncomplete = () => resolve()
      })
      database.close()
    },
    { changed: items, person: user_id, scope: slug },
  )

/** Milliseconds from the return of the network until the browser has nothing left to send. */
const replay = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('cairn-outbox')
    const database = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result)
    })
    const count = () =>
      new Promise<number>((resolve) => {
        const request = database.transaction('entries').objectStore('entries').count()
        request.onsuccess = () => resolve(request.result)
      })
    const began = performance.now()
    dispatchEvent(new Event('online'))
    while ((await count()) > 0) await new Promise((resolve) => setTimeout(resolve, 20))
    const taken = performance.now() - began
    database.close()
    return taken
  })

/** Each item has the changed priority, and one change of it in its history. */
async function assertMadeOnce({ client }: Stage, items: readonly WorkItem[], since: Date) {
  const { rows } = await client.query<{ priority: string; times: number }>(
    `select w.priority, (select count(*)::int from activities a where a.work_item_id = w.id
        and a.field = 'priority' and a.created_at >= $2) as times
      from unnest($1::uuid[]) with ordinality as wanted (id, place)
      join work_items w on w.id = wanted.id order by place`,
    [items.map(({ id }) => id), since],
  )
  for (const [at, { priority, times }] of rows.entries()) {
    const expected = items[at]?.priority === 'high' ? 'low' : 'high'
    if (priority !== expected) throw new Error(`Change ${at} is lost: ${priority}.`)
    if (times !== 1) throw new Error(`Change ${at} was made ${times} times.`)
  }
}

export const outbox: Benchmark = {
  id: 'B14',
  how: 'a real Chromium with 1,000 changes of as many items waiting in its outbox: from the return of the network until the last one is confirmed; then each is compared with the database, which must have it once',
  async run(stage) {
    const opened = await stage()
    let seconds = 0
    await visit(opened, async ({ page, list }) => {
      const items = await readItems(
        page,
        `/api/workspaces/${opened.slug}/projects/${opened.projects[0]?.id}/issues/`,
      )
      await page.goto(list)
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('outbox-panel')),
      )
      // The page also caches the application after its first screen.
      await page.waitForLoadState('networkidle')
      await queue(page, opened.slug, opened.admin_id, items)
      const since = new Date()
      seconds = (await replay(page)) / 1000
      await assertMadeOnce(opened, items, since)
    })
    return [
      {
        ...{ id: 'B14', what: '1,000 queued changes replayed', floor: null },
        ...{ product: seconds, ratio: seconds, target: 5, better: 'less', unit: 's' },
      },
    ]
  },
}
