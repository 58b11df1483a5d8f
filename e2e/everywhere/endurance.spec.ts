import { accountApi, MEMBER, projectMembersApi, statesApi, workItemsApi } from '@cairn/contract'
import type { BrowserContext, Page, Request } from '@playwright/test'
import {
  changeRow,
  type Field,
  fields,
  kill,
  otherValue,
  randomOf,
  readable,
  row,
  rowsOf,
} from '../kit/random-changes.ts'
import { call, expect, test, type Visitor } from '../kit/visitors.ts'

const SEED = Number(process.env.PROPERTY_SEED ?? 1)
const TURNS = 16
/** Six tabs are slow on a busy machine. */
const OPENED_MS = 120_000
const PARAGRAPHS = 4
/** TRAIL-1 has the description; the others are changed in the list. */
const ITEMS = Array.from({ length: 20 }, (_, at) => at + 2)
/** Changed by all three; each has six of the others. */
const SHARED = ITEMS.slice(18)

type Facts = Record<Field, string>

interface Change {
  item: number
  field: string
  value: string
}

/**
 * A change made in a list. It is accepted when the server or the browser's outbox has stored it; a
 * later one may have been lost with its tab.
 */
interface Made extends Change {
  isAccepted: boolean
}

interface Word {
  paragraph: number
  text: string
  /**
   * In the browser's copy. Words not stored when the tab is killed may be lost, from the last
   * letter on.
   */
  isStored: boolean
}

const description = (page: Page) => page.getByRole('textbox', { name: 'Description' })
/** Collects the sockets of each page, so that they can be cut. */
const collectSockets = (context: BrowserContext) =>
  context.addInitScript(() => {
    const sockets = new Set<WebSocket>()
    const Native = window.WebSocket
    class Collected extends Native {
      constructor(...given: ConstructorParameters<typeof Native>) {
        super(...given)
        sockets.add(this)
      }
    }
    Object.assign(window, { WebSocket: Collected, sockets })
  })

const cutSockets = (page: Page) =>
  page.evaluate(() => {
    const { sockets } = window as unknown as { sockets: Set<WebSocket> }
    for (const socket of sockets) socket.close()
    sockets.clear()
  })

/** Resolves when all typed text is in the browser's copy: the read waits for pending writes. */
const untilStored = (page: Page) =>
  page.evaluate(async () => {
    const settled = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith('page ')) continue
      const database = await settled(indexedDB.open(name))
      await settled(database.transaction('updates').objectStore('updates').count())
      database.close()
    }
  })

/** In which paragraph of the description the caret is. */
const caretParagraph = (page: Page) =>
  description(page).evaluate((editor) =>
    [...editor.querySelectorAll('p')].findIndex((one) =>
      one.contains(document.getSelection()?.anchorNode ?? null),
    ),
  )

/** The changes in a request of a list, or of the outbox. */
function changesIn(request: Request, { numbers, states }: Project): Change[] {
  const of = (id: string, values: Record<string, string>) =>
    Object.entries(values).map(([field, value]) => ({
      item: numbers.get(id) ?? 0,
      field,
      value: readable(states, field, value),
    }))
  if (request.method() === 'PATCH') {
    return of(request.url().split('/').at(-2) ?? '', request.postDataJSON())
  }
  if (request.method() !== 'POST' || !request.url().endsWith('/revert-issues/')) return []
  const { changes } = request.postDataJSON() as {
    changes: { id: string; values: Record<string, string> }[]
  }
  return changes.flatMap(({ id, values }) => of(id, values))
}

interface Project {
  ada: Visitor
  /** Item numbers by id. */
  numbers: ReadonlyMap<string, number>
  /** State names by id. */
  states: ReadonlyMap<string, string>
}

/** A user with two tabs: the description in one, the list in the other. */
async function openWriter(
  project: Project,
  context: BrowserContext,
  { letters, own }: { letters: string; own: readonly number[] },
) {
  const { ada } = project
  const random = randomOf(SEED * 1_000 + letters.charCodeAt(0))
  const words: Word[] = []
  const changes: Made[] = []
  await collectSockets(context)
  context.on('response', (response) => {
    if (!response.ok()) return
    for (const { item, field, value } of changesIn(response.request(), project)) {
      for (const made of changes) {
        if (made.item === item && made.field === field && made.value === value) {
          made.isAccepted = true
        }
      }
    }
  })

  async function openDesk() {
    const page = await context.newPage()
    await page.goto(`/${ada.slug}/browse/TRAIL-1/`)
    await expect(description(page)).toBeVisible({ timeout: OPENED_MS })
    return page
  }

  async function openList() {
    const page = await context.newPage()
    // All rows are rendered and in view.
    await page.setViewportSize({ width: 1440, height: 1200 })
    await page.goto(ada.list)
    await expect(row(page, 2)).toBeVisible({ timeout: OPENED_MS })
    return page
  }

  let desk = await openDesk()
  let list = await openList()

  /** Each user types different letters: the text shows who wrote what. */
  async function write({ isStored = true } = {}) {
    const number = words.length
    const text = [36, 6, 1].map((place) => letters[Math.floor(number / place) % 6]).join('')
    const word = { paragraph: random.below(PARAGRAPHS), text, isStored: false }
    words.push(word)
    // What others write moves the paragraphs: a click may hit the one above.
    await expect(async () => {
      await description(desk).locator('p').nth(word.paragraph).click()
      await desk.keyboard.press('End')
      expect(await caretParagraph(desk)).toBe(word.paragraph)
    }).toPass()
    await desk.keyboard.type(text)
    if (!isStored) return
    await untilStored(desk)
    word.isStored = true
  }

  async function change() {
    const item = random.pick(random.chance(0.3) ? SHARED : own)
    const field = random.pick(fields)
    const value =
      field === 'name'
        ? `Item ${item} by ${letters[0]}${changes.length}`
        : await otherValue(list, item, field, random.pick)
    const made: Made = { item, field, value, isAccepted: false }
    await changeRow(list, { item, field, value }, () => void changes.push(made))
    return made
  }

  /** Stored by the server, or by the browser until the network is back. */
  async function untilStoredChange(made: Made) {
    const unsynced = row(list, made.item).getByText(/^(Not synced|Conflict)$/)
    const isStored = async () => made.isAccepted || (await unsynced.count()) > 0
    await expect.poll(isStored, 'accepted or not synced').toBe(true)
    made.isAccepted = true
  }

  async function workOffline() {
    const pending = random.chance(0.5) ? await change() : undefined
    await context.setOffline(true)
    if (random.chance(0.5)) await Promise.all([desk, list].map(cutSockets))
    for (let count = random.below(3); count >= 0; count -= 1) await write()
    const made = [pending ?? [], await change()].flat()
    for (const one of made) await untilStoredChange(one)
    if (random.chance(0.3)) await killDesk(true)
    else await context.setOffline(false)
  }

  async function killDesk(isOffline = false) {
    if (random.chance(0.5)) await write({ isStored: false })
    await (random.chance(0.5) ? kill(desk) : desk.close())
    if (isOffline) await context.setOffline(false)
    desk = await openDesk()
  }

  async function killList() {
    await change()
    await (random.chance(0.5) ? kill(list) : list.close())
    list = await openList()
  }

  const turns = [
    ...[write, write, write, write],
    ...[change, change].map((make) => async () => untilStoredChange(await make())),
    () => Promise.all([cutSockets(desk), write()]),
    () => Promise.all([cutSockets(list), change().then(untilStoredChange)]),
    workOffline,
    killDesk,
    killList,
  ]

  return {
    letters,
    words,
    changes,
    isSynced: async () => (await list.getByText('Not synced').count()) === 0,
    async work() {
      for (let turn = 0; turn < TURNS; turn += 1) await random.pick(turns)()
      await write()
    },
    paragraphs: () => description(desk).locator('p').allTextContents(),
    rows: () => rowsOf(list),
  }
}

/** These letters only. */
const lettersIn = (text: string, letters: string) =>
  [...text].filter((letter) => letters.includes(letter)).join('')

/**
 * The words of one paragraph in order. Those that were not stored may be incomplete, and come later:
 * the server may process the last message of a killed tab when the next one already writes.
 */
const patternOf = (words: readonly Word[]) => {
  const upTo = (text: string): string =>
    text === '' ? '' : `(?:${text[0]}${upTo(text.slice(1))})?`
  const late: string[] = []
  const parts = words.flatMap(({ text, isStored }) => {
    if (isStored) return [...late, text]
    late.push(upTo(text))
    return []
  })
  const all = words.map(({ text }) => text).join('')
  // Each of them once.
  return new RegExp(`^(?=.{0,${all.length}}$)${[...parts, ...late].join('')}$`)
}

test('three people write one description and change twenty items, through cut networks and killed tabs', async ({
  ada,
}) => {
  test.setTimeout(600_000)
  const { slug, project_id } = ada
  const { request } = ada.context
  const params = { slug, project_id }
  const paragraph = '<p>0</p>'
  const { id } = await ada.addItem('Ford', { description_html: paragraph.repeat(PARAGRAPHS) })
  const numbers = new Map<string, number>()
  for (const item of ITEMS) {
    numbers.set((await ada.addItem(`Item ${item}`, { priority: 'low' })).id, item)
  }
  const listed = await call(request, statesApi.list, { params })
  const states = new Map(listed.map((state) => [state.id, state.name]))
  const contexts = [ada.context]
  for (const name of ['Bob', 'Cleo']) {
    const { context } = await ada.addColleague(MEMBER, name)
    const { id: member_id } = await call(context.request, accountApi.me, {})
    const members = [{ member_id, role: MEMBER }]
    await call(request, projectMembersApi.add, { params, body: { members } })
    contexts.push(context)
  }
  for (const context of contexts) {
    await call(context.request, projectMembersApi.changeProperties, {
      params,
      body: { display_filters: { layout: 'list', order_by: 'created_at' } },
    })
  }

  const writers = await Promise.all(
    contexts.map((context, at) =>
      openWriter({ ada, numbers, states }, context, {
        letters: ['abcdef', 'ghijkl', 'mnopqr'][at] ?? '',
        own: ITEMS.slice(at * 6, at * 6 + 6),
      }),
    ),
  )
  const [one, two, three] = writers
  if (!one || !two || !three) throw new Error('Three of them.')
  const ofSeed = `PROPERTY_SEED=${SEED}`

  await test.step('they work', async () => {
    await Promise.all(writers.map(({ work }) => work()))
  })

  const described = async () => {
    const item = await call(request, workItemsApi.get, { params: { ...params, id } })
    return item.description_html.split('</p>').map((part) => part.replace(/<[^>]*>/g, ''))
  }

  await test.step('every word is there once, in all browsers and in the server', async () => {
    for (const { words, letters } of writers) {
      for (let at = 0; at < PARAGRAPHS; at += 1) {
        const pattern = patternOf(words.filter(({ paragraph: to }) => to === at))
        await expect
          .poll(async () => lettersIn((await described())[at] ?? '', letters), {
            message: `${ofSeed}, paragraph ${at}`,
            timeout: 60_000,
          })
          .toMatch(pattern)
      }
    }
    const text = (await described()).slice(0, PARAGRAPHS)
    for (const { paragraphs } of writers) {
      await expect.poll(paragraphs, ofSeed).toEqual(text)
    }
  })

  await test.step('every accepted change is there, and shown alike', async () => {
    for (const { isSynced } of writers) await expect.poll(isSynced, ofSeed).toBe(true)
    const stored = new Map<number, Facts>()
    for (const [item_id, item] of numbers) {
      const found = await call(request, workItemsApi.get, { params: { ...params, id: item_id } })
      const { name, priority, state_id } = found
      stored.set(item, {
        name,
        priority: readable(states, 'priority', priority),
        state_id: readable(states, 'state_id', state_id),
      })
    }
    for (const [item, facts] of stored) {
      for (const field of fields) {
        const made = writers
          .flatMap(({ changes }) => changes)
          .filter((change) => change.item === item && change.field === field)
        const last = SHARED.includes(item) ? 0 : made.findLastIndex(({ isAccepted }) => isAccepted)
        const possible = made.slice(Math.max(last, 0)).map(({ value }) => value)
        // None was accepted: the server may have one of them or not.
        if (made.every(({ isAccepted }) => !isAccepted)) possible.push(first(item)[field])
        expect(possible, `${ofSeed}: ${field} of TRAIL-${item}`).toContain(facts[field])
      }
    }
    const rows = [...stored].map(([item, { name, priority, state_id }]) => [
      `TRAIL-${item} ${name}`,
      priority,
      state_id,
    ])
    for (const shown of writers) {
      await expect
        .poll(async () => (await shown.rows()).filter(([name]) => name !== 'TRAIL-1 Ford'), ofSeed)
        .toEqual(rows)
    }
  })
})

const first = (item: number): Facts => ({
  name: `Item ${item}`,
  priority: 'Low',
  state_id: 'Backlog',
})
