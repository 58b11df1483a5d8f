import {
  accountApi,
  attachmentsApi,
  commentsApi,
  type Draft,
  draftsApi,
  historyApi,
  labelsApi,
  linksApi,
  MEMBER,
  projectMembersApi,
  relationsApi,
  type Sticky,
  stickiesApi,
  type WorkItem,
  workItemListsApi,
  workItemsApi,
} from '@cairn/contract'
import type { Locator, Page } from '@playwright/test'
import { settledBox } from '../kit/drag.ts'
import { multiply } from '../kit/many-items.ts'
import {
  cachingBrowser,
  copyIsReady,
  hasAnswers,
  hasFiles,
  listenToCopy,
  outboxStarted,
} from '../kit/offline.ts'
import { addRowOf, call, dialogOf, expect, test, type Visitor } from '../kit/visitors.ts'

test.use({ localCache: true })

const at = ({ slug, project_id }: Visitor) => ({ slug, project_id })
const row = (page: Page, name: string) => page.getByRole('group', { name })
const strip = (page: Page) => page.locator('#main > [role=status]')
const priorityOf = (page: Page, item: string, priority: string) =>
  row(page, item).getByRole('button', { name: `Priority: ${priority}` })

async function pick(page: Page, item: string, from: string, to: string) {
  await priorityOf(page, item, from).click()
  await page.getByRole('option', { name: to }).click()
  await expect(priorityOf(page, item, to)).toBeVisible()
}

/** The project's items on the server, oldest first. */
async function itemsOf(ada: Visitor): Promise<WorkItem[]> {
  const params = at(ada)
  const { results } = await call(ada.context.request, workItemListsApi.project, {
    params,
    query: {},
  })
  return (results as WorkItem[]).toSorted((one, other) => one.sequence_id - other.sequence_id)
}

/** Another project member. */
async function addMaya(ada: Visitor) {
  const maya = await ada.addColleague(MEMBER, 'Maya')
  const { id } = await call(maya.context.request, accountApi.me, {})
  await call(ada.context.request, projectMembersApi.add, {
    params: at(ada),
    body: { members: [{ member_id: id, role: MEMBER }] },
  })
  return { ...maya, id }
}

test('behind a proxy that blocks WebSockets changes are sent at once', async ({ ada }) => {
  await ada.addItem('Contour lines flicker')
  const { page } = ada
  const tries: string[] = []
  await page.routeWebSocket(/./, (socket) => {
    tries.push(socket.url())
    return socket.close()
  })
  await page.goto(ada.list)
  await outboxStarted(page)
  await expect.poll(() => tries.length).toBeGreaterThan(1)
  const sent = page.waitForRequest((request) => request.method() !== 'GET')
  await pick(page, 'TRAIL-1', 'No priority', 'High')
  expect((await sent).method()).toBe('PATCH')
  await expect(row(page, 'TRAIL-1').getByText('Not synced')).toHaveCount(0)
  await expect.poll(async () => (await itemsOf(ada))[0]?.priority).toBe('high')
})

test('every layout marks the items whose changes are not sent yet', async ({ ada }) => {
  const today = new Date().toISOString().slice(0, 10)
  await ada.addItem('Contour lines flicker', { start_date: today, target_date: today })
  const { page, context } = ada
  const choose = (layout: string) =>
    page.getByRole('group', { name: 'Layout' }).getByRole('radio', { name: layout }).click()
  const layoutOf = async () => {
    const answer = await call(context.request, projectMembersApi.properties, { params: at(ada) })
    return answer.display_filters.layout
  }
  const main = page.getByRole('main')
  const item = { hasText: 'Contour lines flicker' }
  // Of the layout itself: the one before may be shown until it is loaded.
  const placed: Record<string, Locator> = {
    Table: main.getByRole('row').filter(item),
    Board: main.getByRole('article').filter(item),
    Timeline: row(page, 'TRAIL-1'),
    Calendar: main.getByRole('listitem').filter(item),
    List: row(page, 'TRAIL-1'),
  }
  const open = async (layout: string) => {
    await choose(layout)
    await expect(placed[layout]?.first() ?? main, layout).toBeVisible()
  }
  const marked = {
    Table: main.getByRole('row').filter({ hasText: 'Not synced' }),
    Board: main.getByRole('article').filter({ hasText: 'Not synced' }),
    Timeline: row(page, 'TRAIL-1').getByRole('img', { name: 'Not synced' }),
    Calendar: main.getByRole('listitem').getByRole('img', { name: 'Not synced' }),
  }
  await page.goto(ada.list)
  for (const layout of [...Object.keys(marked), 'List']) await open(layout)
  await outboxStarted(page)
  await priorityOf(page, 'TRAIL-1', 'No priority').click()
  await expect(page.getByRole('option', { name: 'High' })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('option', { name: 'High' }).click()
  await expect(row(page, 'TRAIL-1').getByText('Not synced')).toBeVisible()
  for (const [layout, mark] of Object.entries(marked)) {
    await choose(layout)
    await expect(mark, layout).toBeVisible()
  }
  const notices = page.getByRole('region', { name: 'Notifications' })
  await expect(notices.getByText("weren't saved")).toHaveCount(0)
  await context.setOffline(false)
  await expect(strip(page)).toHaveText('')
  await expect(page.getByRole('radio', { name: 'Calendar' })).toBeChecked()
  await expect.poll(layoutOf).toBe('calendar')
  for (const [layout, mark] of Object.entries(marked)) {
    await open(layout)
    await expect(mark, layout).toHaveCount(0)
  }
  await expect.poll(async () => (await itemsOf(ada))[0]?.priority).toBe('high')
})

test('dates dragged on the timeline without a network wait, and are sent once it is back', async ({
  ada,
}) => {
  const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)
  const dates = (from: number, to: number) => ({ start_date: day(from), target_date: day(to) })
  await ada.addItem('Contour lines flicker', dates(0, 1))
  const { page, context } = ada
  const block = page.getByRole('button', { name: /^TRAIL-1 Contour lines flicker,/ })
  const bar = page.locator('[data-block]', { has: block })
  const datesNow = async () => {
    const [item] = await itemsOf(ada)
    return { start_date: item?.start_date, target_date: item?.target_date }
  }
  await page.goto(`${ada.list}?layout=gantt_chart`)
  await expect(block).toBeVisible()
  await outboxStarted(page)
  await context.setOffline(true)
  const before = await settledBox(block)
  if (!before) throw new Error('nothing to drag')
  const [x, y] = [before.x + before.width / 2, before.y + before.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 60, y)
  await page.mouse.move(x + 125, y)
  await page.mouse.up()
  await expect(bar.getByLabel('Not synced')).toBeVisible()
  await expect.poll(async () => (await block.boundingBox())?.x).toBeGreaterThan(before.x + 60)
  await block.focus()
  await page.keyboard.press('Shift+ArrowRight')
  expect(await datesNow()).toEqual(dates(0, 1))
  await context.setOffline(false)
  await expect.poll(datesNow).toEqual(dates(2, 4))
  await expect(bar.getByLabel('Not synced')).toHaveCount(0)
  const notices = page.getByRole('region', { name: 'Notifications' })
  await expect(notices.getByText("weren't saved")).toHaveCount(0)
})

test('what is made and changed without a network is kept, and sent once it is back @cap:offline.write', async ({
  ada,
}) => {
  test.slow()
  const context = await cachingBrowser(ada)
  const page = await context.newPage()
  const { request } = ada.context
  const { id } = await ada.addItem('Contour lines flicker')
  const comments = () => call(request, commentsApi.list, { params: { ...at(ada), id } })
  const stickies = async () => {
    const answer = await call(request, stickiesApi.list, { params: { slug: ada.slug }, query: {} })
    return (answer.results as Sticky[]).map((one) => one.description_stripped)
  }
  const drafts = async () => {
    const answer = await call(request, draftsApi.list, { params: { slug: ada.slug }, query: {} })
    return (answer.results as Draft[]).map(({ name, priority }) => [name, priority])
  }
  const peek = page.getByRole('region', { name: 'Work item TRAIL-1' })
  const comment = page.getByRole('textbox', { name: 'Add comment' })
  const note = page.getByRole('textbox', { name: 'Sticky text' })
  const waiting = (count: number) =>
    expect(strip(page)).toContainText(`You're offline. ${count} changes will sync`)

  await test.step('everything was opened once', async () => {
    await page.goto(`/${ada.slug}/stickies/`)
    await page.getByRole('button', { name: 'Add sticky' }).first().click()
    await expect(note).toBeFocused()
    await page.keyboard.type('Ropes')
    await expect.poll(stickies).toEqual(['Ropes'])
    await expect.poll(() => hasAnswers(page, '/stickies/')).toBe(true)
    await outboxStarted(page)
    await hasFiles(page)
    await page.goto(`/${ada.slug}/drafts/`)
    await expect(page.getByRole('heading', { name: 'No drafts yet' })).toBeVisible()
    await page.getByRole('button', { name: 'New work item' }).first().click()
    await expect(dialogOf(page).first().getByLabel('Title')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect.poll(() => hasAnswers(page, '/draft-issues/')).toBe(true)
    await hasFiles(page)
    await page.goto(ada.list)
    await pick(page, 'TRAIL-1', 'No priority', 'Low')
    // Unanswered, it would wait with the changes made later.
    await expect.poll(async () => (await itemsOf(ada))[0]?.priority).toBe('low')
    await row(page, 'TRAIL-1').getByText('Contour lines flicker').click()
    await expect(comment).toBeVisible()
    await comment.click()
    await peek.getByRole('button', { name: 'Close' }).click()
    await outboxStarted(page)
    const answers = ['/users/me/', '/projects/', '/states/', '/comments/']
    await expect.poll(() => hasAnswers(page, ...answers)).toBe(true)
    await hasFiles(page)
  })

  await test.step('without a network an item is created, changed and commented on', async () => {
    await context.setOffline(true)
    await pick(page, 'TRAIL-1', 'Low', 'High')
    await expect(row(page, 'TRAIL-1').getByText('Not synced')).toBeVisible()
    await addRowOf(page).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Battery drops faster')
    await page.keyboard.press('Enter')
    await expect(row(page, 'Battery drops faster').getByText('Not synced')).toBeVisible()
    await page.keyboard.press('Escape')
    await pick(page, 'Battery drops faster', 'No priority', 'Urgent')
    await waiting(3)
    await row(page, 'TRAIL-1').getByText('Contour lines flicker').click()
    await comment.click()
    await page.keyboard.type('Seen in the tunnel')
    await page.keyboard.press('Enter')
    await expect(peek.getByRole('article')).toContainText('Not synced')
    await waiting(4)
    await peek.getByRole('article').getByRole('button', { name: 'Comment actions' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Edit' }).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Seen in the tunnel twice')
    await page.keyboard.press('Enter')
    await expect(peek.getByRole('article')).toContainText('Seen in the tunnel twice')
    await waiting(5)
    expect(await comments()).toEqual([])
  })

  await test.step('after a reload without a network all of it is there, and marked', async () => {
    await page.goto(ada.list)
    await expect(priorityOf(page, 'TRAIL-1', 'High')).toBeVisible()
    await expect(row(page, 'TRAIL-1').getByText('Not synced')).toBeVisible()
    await expect(priorityOf(page, 'Battery drops faster', 'Urgent')).toBeVisible()
    await waiting(5)
    await row(page, 'TRAIL-1').getByText('Contour lines flicker').click()
    await expect(peek.getByRole('article')).toContainText('Seen in the tunnel twice')
    await expect(peek.getByRole('article')).toContainText('Not synced')
  })

  await test.step('each is listed with what it changes, and can be taken back', async () => {
    await peek.getByRole('button', { name: 'Close' }).click()
    await pick(page, 'TRAIL-1', 'High', 'Medium')
    await waiting(6)
    await page.getByRole('button', { name: 'Review changes' }).click()
    const panel = page.getByRole('dialog', { name: 'Waiting to sync' })
    await expect(panel.getByRole('listitem')).toHaveCount(6)
    await expect(panel).toContainText('Priority: Low → High')
    await expect(panel).toContainText('Comment: “Seen in the tunnel”')
    const last = panel.getByRole('listitem').filter({ hasText: 'High → Medium' })
    await last.getByRole('button', { name: 'Undo' }).click()
    await expect(panel.getByRole('listitem')).toHaveCount(5)
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect(priorityOf(page, 'TRAIL-1', 'High')).toBeVisible()
  })

  await test.step('and so is a note', async () => {
    await page.goto(`/${ada.slug}/stickies/`)
    await page.getByRole('button', { name: 'Add sticky' }).first().click()
    await expect(note.last()).toBeFocused()
    await page.keyboard.insertText('Call the hut')
    const card = page.getByRole('main').getByRole('article').filter({ hasText: 'Call the hut' })
    await expect(card.getByText('Not synced')).toBeVisible()
    // The note and its text.
    await waiting(7)
    expect(await stickies()).toEqual(['Ropes'])
  })

  await test.step('and a draft', async () => {
    await page.goto(`/${ada.slug}/drafts/`)
    await page.getByRole('button', { name: 'New work item' }).first().click()
    await dialogOf(page).first().getByLabel('Title').fill('Half a thought')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save to Drafts' }).click()
    const draft = page.locator('[data-row]').filter({ hasText: 'Half a thought' })
    await expect(draft.getByText('Not synced')).toBeVisible()
    await draft.getByRole('button', { name: 'Priority' }).click()
    await page.getByRole('option', { name: 'Urgent' }).click()
    await expect(draft.getByRole('button', { name: 'Priority: Urgent' })).toBeVisible()
    expect(await drafts()).toEqual([])
  })

  await test.step('with the network back the server has each of them once', async () => {
    await context.setOffline(false)
    await expect(strip(page)).toHaveText('')
    await expect.poll(stickies).toEqual(['Call the hut', 'Ropes'])
    await expect.poll(drafts).toEqual([['Half a thought', 'urgent']])
    const items = async () => (await itemsOf(ada)).map(({ name, priority }) => [name, priority])
    await expect.poll(items).toEqual([
      ['Contour lines flicker', 'high'],
      ['Battery drops faster', 'urgent'],
    ])
    const said = async () => (await comments()).map((one) => one.comment_stripped)
    await expect.poll(said).toEqual(['Seen in the tunnel twice'])
    await page.goto(ada.list)
    await expect(row(page, 'TRAIL-2 Battery drops faster')).toBeVisible()
    await expect(page.getByText('Not synced')).toHaveCount(0)
  })
  await context.close()
})

test('a file attached without a network waits in the browser, and is uploaded once', async ({
  ada,
}) => {
  const context = await cachingBrowser(ada)
  const page = await context.newPage()
  const { request } = ada.context
  const { id } = await ada.addItem('Contour lines flicker')
  const params = { ...at(ada), id }
  const stored = () => call(request, attachmentsApi.list, { params })
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })
  const shown = (name: string) => page.getByRole('main').getByText(name, { exact: true })

  await page.goto(`/${ada.slug}/browse/TRAIL-1/`)
  await page.locator('input[aria-label=Attach]').setInputFiles(file('before.txt'))
  await expect.poll(async () => (await stored()).length).toBe(1)
  await outboxStarted(page)
  await hasFiles(page)
  await expect.poll(() => hasAnswers(page, '/attachments/')).toBe(true)

  await test.step('it is listed and marked, also after a reload', async () => {
    await context.setOffline(true)
    await page.locator('input[aria-label=Attach]').setInputFiles(file('track.txt'))
    await expect(shown('track.txt')).toBeVisible()
    await expect(page.getByRole('main').getByText('Not synced').first()).toBeVisible()
    await page.reload()
    await expect(shown('track.txt')).toBeVisible()
    await page.getByRole('button', { name: 'Review changes' }).click()
    const panel = page.getByRole('dialog', { name: 'Waiting to sync' })
    await expect(panel).toContainText('File: track.txt')
    await panel.getByRole('button', { name: 'Close' }).click()
    expect(await stored()).toHaveLength(1)
  })

  await test.step('the network is back, but the confirmation gets lost: it is there once', async () => {
    let isLost = true
    await context.route(/\/attachments\/[^/]+\/$/, async (route) => {
      if (!isLost || route.request().method() !== 'PATCH') return route.fallback()
      isLost = false
      await route.fetch()
      await route.abort()
    })
    await context.setOffline(false)
    await expect(strip(page)).toHaveText('')
    await expect
      .poll(async () => (await stored()).map(({ attributes }) => attributes.name).toSorted())
      .toEqual(['before.txt', 'track.txt'])
    const track = (await stored()).find(({ attributes }) => attributes.name === 'track.txt')
    const content = await request.get(track?.asset_url ?? '')
    expect(await content.text()).toBe('track.txt')
    await expect(page.getByRole('link', { name: 'track.txt' })).toBeVisible()
  })

  await test.step('one is deleted without a network', async () => {
    await context.setOffline(true)
    await page.getByRole('link', { name: 'before.txt' }).hover()
    await page.getByRole('button', { name: 'Actions for before.txt' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('link', { name: 'before.txt' })).toHaveCount(0)
    expect(await stored()).toHaveLength(2)
    await context.setOffline(false)
    await expect.poll(async () => (await stored()).length).toBe(1)
  })
  await context.close()
})

test('links, relations and sub-items changed without a network wait, and are sent once', async ({
  ada,
}) => {
  test.slow()
  const context = await cachingBrowser(ada)
  const page = await context.newPage()
  const said = await listenToCopy(page)
  const { request } = ada.context
  const { id } = await ada.addItem('Contour lines flicker')
  for (const name of ['Ropes', 'Huts', 'Ladders']) await ada.addItem(name)
  const child = await ada.addItem('Redraw the glacier', { parent_id: id })
  const params = { ...at(ada), id }
  await call(request, linksApi.create, { params, body: { url: 'https://hut.example/' } })
  const links = async () =>
    (await call(request, linksApi.list, { params })).map(({ url }) => url).toSorted()
  const related = async () => {
    const { blocked_by, relates_to } = await call(request, relationsApi.list, { params })
    return [blocked_by, relates_to].map((all) => all.map(({ name }) => name).toSorted())
  }
  const children = async () => {
    const { sub_issues } = await call(request, workItemsApi.children, { params, query: {} })
    return (sub_issues as WorkItem[]).map(({ name }) => name).toSorted()
  }
  const section = (name: string) => page.getByRole('main').getByRole('region', { name })
  const dialog = page.getByRole('dialog')
  const notSynced = (name: string) => section(name).getByText('Not synced')
  const openRelation = async (type: string) => {
    await page.getByRole('button', { name: 'Add relation' }).click()
    await page.getByRole('menuitem', { name: type }).click()
    await expect(dialog.getByRole('checkbox', { name: /Ropes/ })).toBeVisible()
  }
  const choose = async (name: RegExp) => {
    await dialog.getByRole('checkbox', { name }).check()
    await dialog.getByRole('button', { name: 'Add selected work items' }).click()
    await expect(dialog).toHaveCount(0)
  }

  await test.step('everything was opened once', async () => {
    await page.goto(ada.list)
    await copyIsReady(said)
    await page.goto(`/${ada.slug}/browse/TRAIL-1/`)
    await openRelation('Relates to')
    await choose(/Ladders/)
    await expect.poll(related).toEqual([[], ['Ladders']])
    await page.getByRole('button', { name: 'Add link' }).first().click()
    await expect(dialog.getByLabel('URL')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(section('Sub-items').getByRole('link', { name: /Redraw/ })).toBeVisible()
    await expect(section('Links').getByRole('link')).toBeVisible()
    await outboxStarted(page)
    await hasFiles(page)
    const answers = ['/issue-relation/', '/issue-links/', '/sub-issues/']
    await expect.poll(() => hasAnswers(page, ...answers)).toBe(true)
  })

  await test.step('changes are shown at once, and marked', async () => {
    await context.setOffline(true)
    await openRelation('Blocked by')
    await choose(/Ropes/)
    await expect(section('Blocked by').getByRole('link', { name: /TRAIL-2 Ropes/ })).toBeVisible()
    await expect(notSynced('Blocked by')).toBeVisible()
    const ladders = section('Relates to').getByRole('link', { name: /Ladders/ })
    await ladders.hover()
    await page.getByRole('button', { name: 'Actions for TRAIL-4' }).click()
    await page.getByRole('menuitem', { name: 'Remove relation' }).click()
    await expect(section('Relates to')).toHaveCount(0)

    await page.getByRole('button', { name: 'Add link' }).first().click()
    await dialog.getByLabel('URL').fill('https://maps.example/')
    await page.keyboard.press('Enter')
    await expect(section('Links').getByRole('link', { name: /maps/ })).toBeVisible()
    await expect(notSynced('Links')).toBeVisible()
    await section('Links').getByRole('link', { name: /hut/ }).hover()
    await section('Links').getByRole('button', { name: 'Link actions' }).last().click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(section('Links').getByRole('link')).toHaveCount(1)

    await page.getByRole('button', { name: 'Add sub-item' }).first().click()
    await page.getByRole('menuitem', { name: 'Add existing' }).click()
    await choose(/Huts/)
    await expect(section('Sub-items').getByRole('link', { name: /Huts/ })).toBeVisible()
    await expect(notSynced('Sub-items')).toBeVisible()
    await section('Sub-items')
      .getByRole('link', { name: /Redraw/ })
      .hover()
    await page.getByRole('button', { name: 'Actions for TRAIL-5' }).click()
    await page.getByRole('menuitem', { name: 'Remove from parent' }).click()
    await expect(section('Sub-items').getByRole('link', { name: /Redraw/ })).toHaveCount(0)
    await expect(strip(page)).toContainText("You're offline. 6 changes will sync")
  })

  await test.step('and also after a reload', async () => {
    await page.reload()
    await expect(section('Blocked by').getByRole('link', { name: /TRAIL-2 Ropes/ })).toBeVisible()
    await expect(notSynced('Blocked by')).toBeVisible()
    await expect(section('Relates to')).toHaveCount(0)
    await expect(section('Links').getByRole('link')).toHaveText('https://maps.example/')
    await expect(section('Sub-items').getByRole('link')).toHaveCount(1)
    await expect(section('Sub-items').getByRole('link', { name: /Huts/ })).toBeVisible()
    await page.getByRole('button', { name: 'Review changes' }).click()
    const panel = page.getByRole('dialog', { name: 'Waiting to sync' })
    await expect(panel.getByRole('listitem')).toHaveCount(6)
    await expect(panel).toContainText('Blocked by: TRAIL-2')
    await expect(panel).toContainText('Relation removed: Relates to TRAIL-4')
    await expect(panel).toContainText('Link: https://maps.example/')
    await expect(panel).toContainText('Parent: TRAIL-1')
    await panel.getByRole('button', { name: 'Close' }).click()
    expect(await links()).toEqual(['https://hut.example/'])
    expect(await related()).toEqual([[], ['Ladders']])
  })

  await test.step('the network is back, but the first response gets lost: each is made once', async () => {
    let isLost = true
    await context.route(/\/issue-(relation|links)\/$/, async (route) => {
      if (!isLost || route.request().method() !== 'POST') return route.fallback()
      isLost = false
      await route.fetch()
      await route.abort()
    })
    await context.setOffline(false)
    await expect(strip(page)).toHaveText('')
    await expect.poll(links).toEqual(['https://maps.example/'])
    await expect.poll(related).toEqual([['Ropes'], []])
    await expect.poll(children).toEqual(['Huts'])
    await expect(page.getByRole('main').getByText('Not synced')).toHaveCount(0)
    const history = await call(request, historyApi.list, { params, query: {} })
    const fields = history.flatMap((one) => ('field' in one ? one.field : []))
    expect(fields.filter((field) => field === 'blocked_by')).toHaveLength(1)
    const { parent_id } = await call(request, workItemsApi.get, {
      params: { ...at(ada), id: child.id },
      query: {},
    })
    expect(parent_id).toBeNull()
  })
  await context.close()
})

test('home, inbox, list and item open without a network @cap:offline.boot', async ({ ada }) => {
  test.slow()
  const context = await cachingBrowser(ada)
  const page = await context.newPage()
  const maya = await addMaya(ada)
  const { id: me } = await call(ada.context.request, accountApi.me, {})
  const { id } = await call(maya.context.request, workItemsApi.create, {
    params: at(ada),
    body: { name: 'Contour lines flicker', description_html: '<p>Only above 2000 metres.</p>' },
  })
  const params = { ...at(ada), id }
  await call(maya.context.request, commentsApi.create, {
    params,
    body: { comment_html: '<p>Seen on the north face too.</p>' },
  })
  await call(maya.context.request, workItemsApi.change, { params, body: { assignee_ids: [me] } })
  const peek = page.getByRole('region', { name: 'Work item TRAIL-1' })
  const screens = [
    {
      address: `/${ada.slug}/`,
      sign: page.getByRole('heading', { level: 1, name: /^Good / }),
      answers: ['/users/me/'],
    },
    {
      address: `/${ada.slug}/notifications/`,
      sign: page.getByRole('main').getByText('Contour lines flicker').first(),
      answers: ['/notifications/?'],
    },
    { address: ada.list, sign: row(page, 'TRAIL-1'), answers: ['/states/'] },
  ]

  await test.step('they were seen once', async () => {
    for (const { address, sign, answers } of screens) {
      await page.goto(address)
      await expect(sign).toBeVisible()
      await outboxStarted(page)
      await expect.poll(() => hasAnswers(page, ...answers), { timeout: 60_000 }).toBe(true)
      await hasFiles(page)
    }
    await row(page, 'TRAIL-1').getByText('Contour lines flicker').click()
    await expect(peek.getByText('Only above 2000 metres.')).toBeVisible()
    await expect(peek.getByText('Seen on the north face too.')).toBeVisible()
    await hasFiles(page)
    await expect.poll(() => hasAnswers(page, '/notifications/', `/comments/`)).toBe(true)
  })

  await test.step('and are there without a network, each loaded anew', async () => {
    await context.setOffline(true)
    for (const { address, sign } of screens) {
      await page.goto(address)
      await expect(sign).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Projects' })).toContainText('Trail Maps')
    }
    await row(page, 'TRAIL-1').getByText('Contour lines flicker').click()
    await expect(peek.getByText('Only above 2000 metres.')).toBeVisible()
    await expect(peek.getByText('Seen on the north face too.')).toBeVisible()
  })
  await context.close()
})

test('a field that both changed is the other one, and one decides; lists are merged @cap:offline.conflict', async ({
  ada,
}) => {
  const { page, context } = ada
  const maya = await addMaya(ada)
  const { id } = await ada.addItem('Ask before deleting', { target_date: '2026-11-20' })
  const params = { ...at(ada), id }
  const labels = await Promise.all(
    ['Defect', 'Idea'].map((name) =>
      call(context.request, labelsApi.create, { params: at(ada), body: { name } }),
    ),
  )
  const stored = () => call(context.request, workItemsApi.get, { params, query: {} })
  const panel = page.getByRole('dialog', { name: 'Waiting to sync' })
  await page.goto(ada.list)
  await outboxStarted(page)
  await pick(page, 'TRAIL-1', 'No priority', 'Low')
  // Unanswered, it would be one of the changes made without a network.
  await expect.poll(async () => (await stored()).priority).toBe('low')
  // Opened once before: a picker loads what it needs on first use.
  await row(page, 'TRAIL-1').getByRole('button', { name: 'Labels' }).click()
  await expect(page.getByRole('option', { name: 'Defect' })).toBeVisible()
  await page.keyboard.press('Escape')

  await test.step('both change the priority, and another field each', async () => {
    await context.setOffline(true)
    await pick(page, 'TRAIL-1', 'Low', 'High')
    await row(page, 'TRAIL-1').focus()
    await page.keyboard.press('F2')
    await page.getByRole('textbox', { name: 'Name' }).fill('Ask first')
    await page.keyboard.press('Enter')
    await expect(row(page, 'TRAIL-1 Ask first').getByText('Not synced')).toBeVisible()
    await call(maya.context.request, workItemsApi.change, {
      params,
      body: { priority: 'urgent', target_date: '2026-11-24' },
    })
    await context.setOffline(false)
  })

  await test.step('theirs stands, the rest is made, and it says so', async () => {
    await expect(strip(page)).toContainText('1 change needs your decision.')
    await expect(row(page, 'TRAIL-1 Ask first').getByText('Conflict')).toBeVisible()
    await expect(priorityOf(page, 'TRAIL-1', 'Urgent')).toBeVisible()
    const now = async () => {
      const { name, priority, target_date } = await stored()
      return { name, priority, target_date }
    }
    await expect.poll(now).toEqual({
      name: 'Ask first',
      priority: 'urgent',
      target_date: '2026-11-24',
    })
    await page.getByRole('button', { name: 'Review changes' }).click()
    await expect(panel).toContainText('Maya set the priority to Urgent. Yours was High.')
  })

  await test.step('one takes one’s own', async () => {
    await panel.getByRole('button', { name: 'Use mine' }).click()
    await expect(panel).toContainText('Everything is synced.')
    await panel.getByRole('button', { name: 'Close' }).click()
    // List shortcuts work once nothing covers the list.
    await expect(page.locator('[role=dialog]')).toHaveCount(0)
    await expect(priorityOf(page, 'TRAIL-1', 'High')).toBeVisible()
    await expect.poll(async () => (await stored()).priority).toBe('high')
  })

  await test.step('labels that both gave it are both there', async () => {
    const [defect, idea] = labels
    await context.setOffline(true)
    await row(page, 'TRAIL-1').hover()
    await row(page, 'TRAIL-1').getByRole('button', { name: 'Labels' }).click()
    await page.getByRole('option', { name: 'Defect' }).click()
    await page.keyboard.press('Escape')
    await expect(row(page, 'TRAIL-1').getByText('Not synced')).toBeVisible()
    const body = { label_ids: [idea?.id ?? ''] }
    await call(maya.context.request, workItemsApi.change, { params, body })
    await context.setOffline(false)
    await expect(strip(page)).toHaveText('')
    expect((await stored()).label_ids.toSorted()).toEqual([defect?.id, idea?.id].toSorted())
  })

  await test.step('what was deleted meanwhile can be brought back with the change', async () => {
    await context.setOffline(true)
    await pick(page, 'TRAIL-1', 'High', 'Medium')
    await call(context.request, workItemsApi.remove, { params })
    await context.setOffline(false)
    await expect(strip(page)).toContainText('1 change needs your decision.')
    await page.getByRole('button', { name: 'Review changes' }).click()
    await expect(panel).toContainText('This was deleted before your change arrived.')
    await panel.getByRole('button', { name: 'Restore work item' }).click()
    await expect(panel).toContainText('Everything is synced.')
    await expect.poll(async () => (await stored()).priority).toBe('medium')
  })
})

test('of several tabs one sends, and all show the same @cap:offline.several-tabs', async ({
  ada,
}) => {
  const { page, context } = ada
  await ada.addItem('Contour lines')
  const other = await context.newPage()
  const sent: string[] = []
  context.on('request', (one) => {
    const isChange = one.url().includes('revert-issues') || one.method() === 'PATCH'
    if (isChange && one.url().includes('/projects/')) sent.push(one.url())
    if (one.method() === 'POST' && one.url().endsWith('/issues/')) sent.push(one.url())
  })
  for (const tab of [page, other]) {
    await tab.goto(ada.list)
    await expect(row(tab, 'TRAIL-1')).toBeVisible()
    await outboxStarted(tab)
  }
  await pick(page, 'TRAIL-1', 'No priority', 'Low')
  await expect(priorityOf(other, 'TRAIL-1', 'Low')).toBeVisible()
  // The other tab may have it from this one: it must not wait with what follows.
  await expect.poll(async () => (await itemsOf(ada))[0]?.priority).toBe('low')
  await page.bringToFront()
  sent.length = 0
  await context.setOffline(true)
  await pick(page, 'TRAIL-1', 'Low', 'High')
  await expect(priorityOf(other, 'TRAIL-1', 'High')).toBeVisible()
  await expect(row(other, 'TRAIL-1').getByText('Not synced')).toBeVisible()
  await other.bringToFront()
  await addRowOf(other).click()
  await other.getByRole('textbox', { name: 'Title' }).fill('From the other tab')
  await other.keyboard.press('Enter')
  await expect(row(page, 'From the other tab').getByText('Not synced')).toBeVisible()
  for (const tab of [page, other]) await expect(strip(tab)).toContainText('2 changes will sync')
  expect(sent.filter((url) => !url.includes('http'))).toEqual([])
  sent.length = 0

  await context.setOffline(false)
  for (const tab of [page, other]) {
    await expect(strip(tab)).toHaveText('')
    await expect(row(tab, 'TRAIL-2 From the other tab')).toBeVisible()
    await expect(tab.getByText('Not synced')).toHaveCount(0)
  }
  expect(sent).toHaveLength(2)
  const items = (await itemsOf(ada)).map(({ name, priority }) => [name, priority])
  expect(items).toEqual([
    ['Contour lines', 'high'],
    ['From the other tab', 'none'],
  ])
})

test('signing out with unsent changes asks first, and nothing of them stays @cap:offline.sign-out-asks', async ({
  ada,
}) => {
  const { page, context } = ada
  await ada.addItem('Contour lines')
  await page.goto(ada.list)
  await outboxStarted(page)
  await pick(page, 'TRAIL-1', 'No priority', 'Low')
  await expect.poll(async () => (await itemsOf(ada))[0]?.priority).toBe('low')
  // The server allows sign-out, but accepts no change.
  await page.route('**/revert-issues/', (route) => route.abort())
  await page.route('**/issues/*/', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  )
  await pick(page, 'TRAIL-1', 'Low', 'High')
  await expect(row(page, 'TRAIL-1').getByText('Not synced')).toBeVisible()
  const question = page.getByRole('alertdialog').filter({ hasText: "haven't sent" })
  const signOut = async () => {
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
  }
  await signOut()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, 'TRAIL-1').getByText('Not synced')).toBeVisible()
  await signOut()
  await question.getByRole('button', { name: 'Discard and log out' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
  const databases = `indexedDB.databases().then((all) => all.map(({ name }) => name))`
  await expect.poll(() => page.evaluate(databases)).not.toContain('cairn-outbox')
  const [item] = await itemsOf({ ...ada, context: (await ada.signInElsewhere()).context() })
  expect(item?.priority).toBe('low')
  await context.unroute('**/*')
})

const ITEM_LIMIT = 300

test('what many changes of a killed tab left behind is sent by the next one, each once', async ({
  ada,
}) => {
  test.slow()
  const { page, context } = ada
  const { request } = context
  const { id } = await ada.addItem('Contour lines')
  await multiply(id, ITEM_LIMIT)
  const { id: user_id } = await call(request, accountApi.me, {})
  const address = workItemListsApi.project.url
    .replace(':slug', ada.slug)
    .replace(':project_id', ada.project_id)
  const read = async () => {
    const answer = await request.get(`${address}?per_page=1000`)
    return ((await answer.json()) as { results: WorkItem[] }).results
  }
  const items = await read()
  expect(items).toHaveLength(ITEM_LIMIT)
  const entries = items.map((item, n) => ({
    ...{ id: crypto.randomUUID(), seq: n, at: Date.now(), user_id, about: [item.id] },
    ...{ name: 'work-item.change', scope: ada.slug, line: item.id },
    variables: { item, patch: { priority: 'urgent' } },
  }))
  // A page without the application.
  await page.goto('/robots.txt')
  await page.evaluate(async (all) => {
    const opening = indexedDB.open('cairn-outbox', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('entries', { keyPath: 'id' })
    await new Promise((resolve) => {
      opening.onsuccess = resolve
    })
    const transaction = opening.result.transaction('entries', 'readwrite')
    for (const entry of all) transaction.objectStore('entries').put(entry)
    await new Promise((resolve) => {
      transaction.oncomplete = resolve
    })
    opening.result.close()
  }, entries)
  const sent: string[] = []
  page.on('request', (one) => {
    if (!one.url().endsWith('/revert-issues/')) return
    const { changes } = one.postDataJSON() as { changes: { id: string }[] }
    sent.push(...changes.map((change) => change.id))
  })
  await page.goto(ada.list)
  await expect(priorityOf(page, `TRAIL-${ITEM_LIMIT}`, 'Urgent')).toBeVisible()
  const left = async () => (await read()).filter(({ priority }) => priority !== 'urgent').length
  await expect.poll(left, { timeout: 120_000 }).toBe(0)
  await expect(strip(page)).toHaveText('')
  expect(sent).toHaveLength(ITEM_LIMIT)
  expect(new Set(sent).size).toBe(ITEM_LIMIT)
})
