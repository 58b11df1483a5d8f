import {
  accountApi,
  historyApi,
  MEMBER,
  projectMembersApi,
  statesApi,
  type WorkItem,
  workItemListsApi,
} from '@cairn/contract'
import type { BrowserContext, Page } from '@playwright/test'
import { cachingBrowser, hasAnswers, hasFiles, outboxStarted } from '../kit/offline.ts'
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

test.use({ localCache: true })

const SEED = Number(process.env.PROPERTY_SEED ?? 1)
/** Together 200 changes: one long test would be at its limit on a busy machine. */
const seeds = [SEED, SEED + 1]
/** By each of the two. */
const CHANGES = 50
const KILLED_EVERY = 16
const ITEMS = 9
const items = Array.from({ length: ITEMS }, (_, at) => at + 1)

interface Change {
  item: number
  field: Field
  value: string
}

/** What this browser has not sent, or what waits for a decision: item ids with the field. */
const storedIn = (page: Page) =>
  page.evaluate(async () => {
    const settled = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve) => {
        request.onsuccess = () => resolve(request.result)
      })
    const database = await settled(indexedDB.open('cairn-outbox', 1))
    const entries: { about: string[]; conflict?: { field: string } }[] = await settled(
      database.transaction('entries').objectStore('entries').getAll(),
    )
    database.close()
    const conflicts = entries.flatMap(({ about, conflict }) =>
      conflict ? [`${about[0]} ${conflict.field}`] : [],
    )
    return { waiting: entries.length - conflicts.length, conflicts }
  })

async function openWriter(ada: Visitor, context: BrowserContext, name: string, seed: number) {
  const random = randomOf(seed * 1_000 + name.charCodeAt(0))
  const made: Change[] = []
  async function openList() {
    const page = await context.newPage()
    // All rows are rendered and in view.
    await page.setViewportSize({ width: 1440, height: 1200 })
    await page.goto(ada.list)
    await expect(row(page, ITEMS)).toBeVisible()
    return page
  }
  let page = await openList()
  // Loads what the changes need.
  await row(page, 1).focus()
  for (const key of ['p', 's']) {
    await page.keyboard.press(key)
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await expect(row(page, 1)).toBeFocused()
  }
  await outboxStarted(page)
  await expect.poll(() => hasAnswers(page, '/users/me/', '/projects/', '/states/')).toBe(true)
  await hasFiles(page)

  async function change() {
    const [item, field] = [random.pick(items), random.pick(fields)]
    const value =
      field === 'name' ? `${name} ${made.length}` : await otherValue(page, item, field, random.pick)
    await changeRow(page, { item, field, value })
    made.push({ item, field, value })
  }
  const untilStored = () =>
    expect.poll(async () => (await storedIn(page)).waiting).toBe(made.length)

  return {
    name,
    context,
    page: () => page,
    /** The last value this user chose for each field. */
    wanted: () => [...new Map(made.map((one) => [`${one.item} ${one.field}`, one])).values()],
    async work() {
      for (let turn = 1; turn <= CHANGES; turn += 1) {
        await change()
        if (turn % KILLED_EVERY !== 0) continue
        await untilStored()
        await (random.chance(0.5) ? kill(page) : page.close())
        page = await openList()
        await expect(row(page, made.at(-1)?.item ?? 1).getByText('Not synced')).toBeVisible()
      }
      await untilStored()
    },
    /** Decides every conflict; a decision may meet a newer change, which is asked about again. */
    async decide() {
      const panel = page.getByRole('dialog', { name: 'Waiting to sync' })
      const choices = panel.getByRole('button', { name: /^(Keep theirs|Use mine)$/ })
      const left = async () => (await storedIn(page)).conflicts.length
      if ((await left()) === 0) return
      await page.getByRole('button', { name: 'Review changes' }).click()
      while ((await left()) > 0) {
        const before = await left()
        const choice = random.pick(['Keep theirs', 'Use mine'])
        await choices.filter({ hasText: choice }).first().click()
        await expect
          .poll(async () => {
            const { waiting, conflicts } = await storedIn(page)
            return waiting === 0 && (choice === 'Use mine' || conflicts.length < before)
          })
          .toBe(true)
      }
      await expect(panel).toContainText('Everything is synced.')
      await panel.getByRole('button', { name: 'Close' }).click()
    },
  }
}

for (const seed of seeds) {
  test(`two people make 100 changes without a network, through killed tabs: each is made or asked about, seed ${seed}`, async ({
    ada,
  }) => {
    test.setTimeout(600_000)
    const { slug, project_id } = ada
    const { request } = ada.context
    const params = { slug, project_id }
    await ada.arrange({ layout: 'list', order_by: 'created_at' })
    const ids: string[] = []
    for (const item of items) {
      ids.push((await ada.addItem(`Item ${item}`, { priority: 'low' })).id)
    }
    const listed = await call(request, statesApi.list, { params })
    const states = new Map(listed.map((state) => [state.id, state.name]))
    const maya = await ada.addColleague(MEMBER, 'Maya')
    const { id: member_id } = await call(maya.context.request, accountApi.me, {})
    const members = [{ member_id, role: MEMBER }]
    await call(request, projectMembersApi.add, { params, body: { members } })
    await call(maya.context.request, projectMembersApi.changeProperties, {
      params,
      body: { display_filters: { layout: 'list', order_by: 'created_at' } },
    })
    const [one, other] = [
      await openWriter(ada, await cachingBrowser(ada), 'Ada', seed),
      await openWriter(ada, await cachingBrowser(maya), 'Maya', seed),
    ]
    const writers = [one, other]
    const ofSeed = `PROPERTY_SEED=${seed}`

    const read = async () => {
      const { results } = await call(request, workItemListsApi.project, { params, query: {} })
      return new Map((results as WorkItem[]).map((item) => [item.sequence_id, item]))
    }
    const shownOf = (item: WorkItem, field: Field) => readable(states, field, item[field])

    await test.step('both work without a network', async () => {
      for (const { context } of writers) await context.setOffline(true)
      await Promise.all(writers.map(({ work }) => work()))
      for (const { page } of writers) {
        await expect(page().locator('#main > [role=status]')).toContainText(
          `You're offline. ${CHANGES} changes will sync`,
        )
      }
      for (const item of (await read()).values()) expect(item.name).toMatch(/^Item/)
    })

    await test.step('the network is back: every change is made, or asked about', async () => {
      await Promise.all(writers.map(({ context }) => context.setOffline(false)))
      for (const { page } of writers) {
        await expect
          .poll(async () => (await storedIn(page())).waiting, { message: ofSeed, timeout: 120_000 })
          .toBe(0)
      }
      const stored = await read()
      for (const { name, page, wanted } of writers) {
        const { conflicts } = await storedIn(page())
        for (const { item, field, value } of wanted()) {
          const found = stored.get(item)
          if (!found) throw new Error(`TRAIL-${item} is missing.`)
          if (shownOf(found, field) === value) continue
          const label = `${ofSeed}: ${name} set ${field} of TRAIL-${item} to ${value}`
          if (conflicts.includes(`${found.id} ${field}`)) continue
          // Made, and changed again by the other one.
          const history = await call(request, historyApi.list, {
            params: { ...params, id: found.id },
            query: {},
          })
          expect(
            history.map((entry) => 'new_value' in entry && entry.new_value?.toLowerCase()),
            label,
          ).toContain(value.toLowerCase())
        }
      }
    })

    await test.step('after their decisions both show what the server has', async () => {
      for (const { decide } of writers) await decide()
      const stored = await read()
      const rows = items.map((number) => {
        const item = stored.get(number)
        if (!item) throw new Error(`TRAIL-${number} is missing.`)
        return [
          `TRAIL-${number} ${item.name}`,
          ...['priority', 'state_id'].map((field) => shownOf(item, field as Field)),
        ]
      })
      for (const { page } of writers) {
        await expect.poll(() => rowsOf(page()), ofSeed).toEqual(rows)
        await expect(page().locator('#main > [role=status]')).toHaveText('')
      }
    })
    for (const { context } of writers) await context.close()
  })
}
