import {
  accountApi,
  cyclesApi,
  labelsApi,
  MEMBER,
  projectMembersApi,
  projectsApi,
  type WorkItem,
  workItemsApi,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import { call, dialogOf, expect, test, type Visitor } from '../kit/visitors.ts'

const row = (page: Page, name: string) => page.getByRole('group', { name })
const bar = (page: Page) => page.getByRole('region', { name: 'Selected work items' })
const tool = (page: Page, name: string) => bar(page).getByRole('button', { name })
const at = ({ slug, project_id }: Visitor) => ({ slug, project_id })

/** Fields of items on the server, by key. */
function stored<Field extends keyof WorkItem>(ada: Visitor, field: Field) {
  return async (...keys: number[]) =>
    Promise.all(
      keys.map(async (key) => {
        const params = { slug: ada.slug, key: `TRAIL-${key}` }
        const item: WorkItem = await call(ada.context.request, workItemsApi.byKey, {
          ...{ params, query: {} },
        })
        return item[field]
      }),
    )
}

/** Types into the picker opened by a key, and selects the match. */
async function pick(page: Page, key: string, name: string) {
  await page.keyboard.press(key)
  await page.keyboard.type(name)
  await expect(page.getByRole('option', { name }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox')).toHaveCount(0)
}

test('keys pressed while their file is loading apply to what had the focus and was selected', async ({
  ada,
}) => {
  const { page } = ada
  for (const name of ['Alpha', 'Beta', 'Gamma']) await ada.addItem(name)
  await ada.arrange({ order_by: 'created_at' })
  const arrival = Promise.withResolvers<void>()
  const asked = page.waitForRequest(/assets\/item-keys/)
  await page.route(/assets\/item-keys/, (route) => arrival.promise.then(() => route.continue()))
  await page.goto(ada.list)
  await row(page, 'Alpha').focus()
  await asked
  for (const key of ['x', 'j', 'x', 'p']) await page.keyboard.press(key)
  await page.keyboard.type('High')
  arrival.resolve()
  await expect(bar(page)).toContainText('2 selected')
  await expect(page.getByRole('combobox', { name: 'Priority' })).toHaveValue('High')
  await page.keyboard.press('Enter')
  await expect.poll(() => stored(ada, 'priority')(1, 2, 3)).toEqual(['high', 'high', 'none'])
})

test('a right click while the file of the menu is loading opens it when it is there', async ({
  ada,
}) => {
  const { page } = ada
  await ada.addItem('Alpha')
  const arrival = Promise.withResolvers<void>()
  const isAsked = Promise.withResolvers<void>()
  // Only this file has the entry's text.
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    if (body.includes('work_items.copy_keys')) {
      isAsked.resolve()
      await arrival.promise
    }
    await route.fulfill({ response, body })
  })
  await page.goto(ada.list)
  await isAsked.promise
  await row(page, 'Alpha').click({ button: 'right' })
  arrival.resolve()
  await expect(page.getByRole('menuitem', { name: 'Archive' })).toBeVisible()
  // Files that are read ahead may still be under way.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a key without an item opens nothing, and the keys after it work', async ({ ada }) => {
  const { page } = ada
  await ada.addItem('Alpha')
  const arrival = Promise.withResolvers<void>()
  const asked = page.waitForRequest(/assets\/item-keys/)
  await page.route(/assets\/item-keys/, (route) => arrival.promise.then(() => route.continue()))
  await page.goto(ada.list)
  await expect(row(page, 'Alpha')).toBeVisible()
  await asked
  await page.keyboard.press('p')
  arrival.resolve()
  await expect(page.getByText('Point at a work item, or select some, first')).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByRole('dialog').getByLabel('Title')).toBeFocused()
})

/** The keys of items are loaded after the first screen. */
const keysLoaded = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/item-keys')),
  )

/** Faster than the screen is drawn. */
const pressWithinFrame = (page: Page, keys: string[]) =>
  page.evaluate((all) => {
    for (const key of all) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
    }
  }, keys)

// @cap:keys.selection-first
// @cap:bulk.at-once
test('a property key changes what is selected, else what has the focus or the pointer, in every layout', async ({
  ada,
}) => {
  const { page } = ada
  const today = new Date().toISOString().slice(0, 10)
  for (const name of ['Alpha', 'Beta', 'Gamma']) {
    await ada.addItem(name, { start_date: today, target_date: today })
  }
  await ada.arrange({ order_by: 'created_at' })
  const priority = stored(ada, 'priority')
  await page.goto(ada.list)

  await test.step('list: all that is selected, at once, and it stays selected', async () => {
    await row(page, 'Alpha').focus()
    await keysLoaded(page)
    await pressWithinFrame(page, ['x', 'j', 'x'])
    await expect(bar(page)).toContainText('2 selected')
    await pick(page, 'p', 'High')
    await expect(tool(page, 'Priority: High')).toBeVisible()
    await expect(bar(page)).toContainText('2 selected')
    await expect.poll(() => priority(1, 2, 3)).toEqual(['high', 'high', 'none'])
    await expect(row(page, 'Beta')).toBeFocused()
    await page.getByText('Undo').click()
    await expect.poll(() => priority(1, 2, 3)).toEqual(['none', 'none', 'none'])
    await expect(tool(page, 'Priority: High')).toHaveCount(0)
    await row(page, 'Beta').focus()
    await page.keyboard.press('i')
    await expect(tool(page, 'Assignees: You')).toBeVisible()
    await expect
      .poll(async () => (await stored(ada, 'assignee_ids')(1, 2, 3)).map((ids) => ids.length))
      .toEqual([1, 1, 0])
    await page.keyboard.press('i')
    await expect
      .poll(async () => (await stored(ada, 'assignee_ids')(1, 2, 3)).map((ids) => ids.length))
      .toEqual([0, 0, 0])
    await page.keyboard.press('Escape')
    await expect(bar(page)).toBeHidden()
  })

  await test.step('list: what the pointer rests on, and never another thing', async () => {
    await row(page, 'Gamma').hover()
    await pick(page, 'p', 'Low')
    await expect.poll(() => priority(3)).toEqual(['low'])
    await page.mouse.move(5, 5)
    await page.evaluate('document.activeElement.blur()')
    for (const key of ['p', 'd', 't']) {
      await page.keyboard.press(key)
      await expect(page.getByText('Point at a work item, or select some, first')).toBeVisible()
    }
    await expect(dialogOf(page)).toHaveCount(0)
  })

  await test.step('table: also with the focus on a box', async () => {
    await page.goto(`${ada.list}?layout=spreadsheet`)
    await keysLoaded(page)
    for (const name of ['Alpha', 'Beta']) {
      const line = page.getByRole('row', { name })
      await line.hover()
      await line.getByRole('checkbox').click()
    }
    await pick(page, 'p', 'Urgent')
    await expect.poll(() => priority(1, 2, 3)).toEqual(['urgent', 'urgent', 'low'])
    await expect(bar(page)).toContainText('2 selected')
    await page.keyboard.press('Escape')
    await expect(bar(page)).toBeHidden()
    await page.getByRole('row', { name: 'Gamma' }).hover()
    await pick(page, 'p', 'Medium')
    await expect.poll(() => priority(3)).toEqual(['medium'])
  })

  await test.step('board: the card that has the focus, or the pointer', async () => {
    await page.goto(`${ada.list}?layout=kanban`)
    await keysLoaded(page)
    const card = (name: string) => page.getByRole('article', { name })
    await card('Alpha').focus()
    await pick(page, 'p', 'Low')
    await card('Beta').hover()
    await pick(page, 'p', 'Medium')
    await expect.poll(() => priority(1, 2)).toEqual(['low', 'medium'])
  })

  await test.step('calendar: the same', async () => {
    await page.goto(`${ada.list}?layout=calendar`)
    await keysLoaded(page)
    await page.getByRole('link', { name: 'Alpha' }).focus()
    await pick(page, 'p', 'High')
    await page.getByRole('link', { name: 'Beta' }).hover()
    await pick(page, 'p', 'Urgent')
    await expect.poll(() => priority(1, 2)).toEqual(['high', 'urgent'])
  })

  await test.step('timeline: what is selected', async () => {
    await page.goto(`${ada.list}?layout=gantt_chart`)
    await row(page, 'Alpha').focus()
    await keysLoaded(page)
    await pressWithinFrame(page, ['x', 'j', 'x'])
    await expect(bar(page)).toContainText('2 selected')
    await pick(page, 'p', 'No priority')
    await expect.poll(() => priority(1, 2, 3)).toEqual(['none', 'none', 'medium'])
  })
})

// @cap:keys.item-page
test('the same keys work on an item that is open, J and K walk on, and no letter means another thing', async ({
  ada,
}) => {
  const { page } = ada
  for (const name of ['Alpha', 'Beta', 'Gamma']) await ada.addItem(name)
  await call(ada.context.request, labelsApi.create, { params: at(ada), body: { name: 'Bug' } })
  await ada.arrange({ order_by: 'created_at' })
  await page.goto(ada.list)
  await row(page, 'Alpha').focus()
  await page.keyboard.press('Enter')
  const peek = page.getByRole('region', { name: 'TRAIL-1' })
  await expect(peek.getByRole('button', { name: 'State: Backlog' })).toBeVisible()

  await test.step('beside the list', async () => {
    await pick(page, 's', 'Todo')
    await expect(peek.getByRole('button', { name: 'State: Todo' })).toBeVisible()
    await pick(page, 'p', 'High')
    await expect(peek.getByRole('button', { name: 'Priority: High' })).toBeVisible()
    await page.keyboard.press('i')
    await expect.poll(async () => (await stored(ada, 'assignee_ids')(1))[0]?.length).toBe(1)
    await page.keyboard.press('j')
    await expect(page).toHaveURL(/peekId=TRAIL-2/)
    await expect(
      page.getByRole('region', { name: 'TRAIL-2' }).getByRole('button', { name: /^Priority/ }),
    ).toBeVisible()
    await pick(page, 'p', 'Low')
    await expect.poll(() => stored(ada, 'priority')(1, 2)).toEqual(['high', 'low'])
  })

  await test.step('on its page', async () => {
    await page.getByRole('button', { name: 'Open full page' }).click()
    await expect(page).toHaveURL(/browse\/TRAIL-2/)
    const title = page.getByRole('textbox', { name: 'Title' })
    await expect(title).toHaveValue('Beta')
    await expect(page.getByRole('button', { name: 'Priority: Low' })).toBeVisible()
    await page.evaluate('document.activeElement.blur()')
    await pick(page, 's', 'Done')
    await expect.poll(() => stored(ada, 'state__group')(2)).toEqual(['completed'])
    await page.keyboard.press('d')
    const dates = page.getByRole('dialog', { name: 'Due date' })
    await expect(dates).toBeVisible()
    const cell = await page.getByRole('button', { name: /^Due date/ }).boundingBox()
    const box = await dates.boundingBox()
    expect(Math.abs((box?.x ?? 0) - (cell?.x ?? 0))).toBeLessThan(260)
    await page.keyboard.press('Escape')
    await expect(dates).toHaveCount(0)
    await page.keyboard.press('l')
    await page.keyboard.type('Bug')
    await expect(page.getByRole('option', { name: 'Bug' })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await stored(ada, 'label_ids')(2))[0]?.length).toBe(1)
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await page.keyboard.press('j')
    await expect(title).toHaveValue('Gamma')
    await page.keyboard.press('k')
    await expect(title).toHaveValue('Beta')
    await page.keyboard.press('k')
    await expect(title).toHaveValue('Alpha')
    await page.keyboard.press('k')
    await expect(title).toHaveValue('Alpha')
    await page.keyboard.press('p')
    await expect(page.getByRole('listbox')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toHaveCount(0)
    await page.keyboard.press('c')
    await expect(
      dialogOf(page)
        .getByRole('button', { name: /TRAIL|Trail/ })
        .first(),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toHaveCount(0)
    await page.goBack()
    await expect(row(page, 'Alpha')).toBeVisible()
  })
})

// @cap:keys.go
test('G and a letter go somewhere, N and a letter make something, F filters, I takes an item', async ({
  ada,
}) => {
  const { page, slug, project_id } = ada
  await call(ada.context.request, projectsApi.change, {
    params: at(ada),
    body: { cycle_view: true, module_view: true, issue_views_view: true, page_view: true },
  })
  await ada.addItem('Alpha')
  const project = `/${slug}/projects/${project_id}`
  await page.goto(ada.list)
  await expect(row(page, 'Alpha')).toBeVisible()
  const ways = [
    ['c', `${project}/cycles/`],
    ['m', `${project}/modules/`],
    ['v', `${project}/views/`],
    ['d', `${project}/pages/`],
    ['w', `${project}/issues/`],
    ['i', `/${slug}/notifications/`],
    ['y', `/${slug}/profile/`],
    ['p', `/${slug}/projects/`],
    ['h', `/${slug}/`],
    ['c', `/${slug}/active-cycles/`],
    ['v', `/${slug}/workspace-views/`],
  ] as const
  for (const [letter, address] of ways) {
    await page.keyboard.press('g')
    await page.keyboard.press(letter)
    const isThere = () => {
      const { pathname } = new URL(page.url())
      return letter === 'y' ? pathname.startsWith(address) : pathname === address
    }
    await expect.poll(isThere, address).toBe(true)
    // The letters after it depend on being in no project, which is so once home is shown.
    if (letter === 'h') await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible()
  }
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await expect(page.getByText('Open a project first')).toBeVisible()

  await page.goto(ada.list)
  await row(page, 'Alpha').focus()
  await page.keyboard.press('i')
  await expect.poll(async () => (await stored(ada, 'assignee_ids')(1))[0]?.length).toBe(1)
  await page.keyboard.press('f')
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Filters' })).toHaveCount(0)
  for (const [letter, title] of [
    ['p', 'Create project'],
    ['d', 'Create page'],
  ] as const) {
    await page.keyboard.press('n')
    await page.keyboard.press(letter)
    await expect(dialogOf(page).getByRole('button', { name: title })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toHaveCount(0)
  }

  await test.step('the list of shortcuts and the palette name them', async () => {
    await page.keyboard.press('?')
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    for (const words of ['G I', 'G P', 'G C', 'N P', 'Shift+C', 'F']) {
      await expect(shortcuts.getByText(words, { exact: true }).first()).toBeAttached()
    }
    await page.keyboard.press('Escape')
    await expect(shortcuts).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('go to inbox')
    await expect(page.getByRole('option', { name: 'Go to Inbox', exact: true })).toHaveAttribute(
      'aria-keyshortcuts',
      'G I',
    )
  })
})

// @cap:keys.context-menu
test('the menu of an item offers all that is done to it, by pointer and by keys, for all that is selected', async ({
  ada,
}) => {
  const { page, slug } = ada
  await call(ada.context.request, projectsApi.change, {
    params: at(ada),
    body: { cycle_view: true, module_view: true },
  })
  const website = await call(ada.context.request, projectsApi.create, {
    params: { slug },
    body: { name: 'Website', identifier: 'WEB' },
  })
  const cycle = await call(ada.context.request, cyclesApi.create, {
    params: at(ada),
    body: { name: 'Autumn' },
  })
  for (const name of ['Alpha', 'Beta', 'Gamma', 'Delta']) await ada.addItem(name)
  await ada.arrange({ order_by: 'created_at' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(ada.list)
  const entry = (name: string) => page.getByRole('menuitem', { name })
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()')

  await test.step('of one item', async () => {
    await row(page, 'Alpha').click({ button: 'right' })
    for (const name of [
      ...['State', 'Priority', 'Assignees', 'Labels', 'Cycle', 'Modules', 'Due date'],
      ...['Move to project', 'Copy link', 'Copy ID', 'Make a copy', 'Archive', 'Delete'],
    ]) {
      await expect(entry(name)).toBeVisible()
    }
    await entry('Copy ID').click()
    await expect.poll(copied).toBe('TRAIL-1')
    await row(page, 'Alpha').click({ button: 'right' })
    await entry('Cycle').click()
    await page.getByRole('option', { name: 'Autumn' }).click()
    await expect.poll(() => stored(ada, 'cycle_id')(1)).toEqual([cycle.id])
    // A picker returns the focus when it is gone.
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await row(page, 'Alpha').focus()
    await page.keyboard.press('Shift+F10')
    await expect(entry('State')).toBeVisible()
    // Until the menu has the focus, the row handles the key.
    await expect(page.locator('[role=menu]:focus-within')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(entry('State')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('option', { name: 'Done' })).toBeVisible()
    await page.keyboard.type('done')
    await page.keyboard.press('Enter')
    await expect.poll(() => stored(ada, 'state__group')(1)).toEqual(['completed'])
    await expect(row(page, 'Alpha')).toBeFocused()
  })

  await test.step('of all that is selected', async () => {
    await row(page, 'Beta').focus()
    for (const key of ['x', 'j', 'x']) await page.keyboard.press(key)
    await row(page, 'Gamma').click({ button: 'right' })
    await expect(page.getByRole('menu').getByText('2 work items')).toBeVisible()
    await entry('Copy IDs').click()
    await expect.poll(copied).toBe('TRAIL-2, TRAIL-3')
    await row(page, 'Gamma').click({ button: 'right' })
    await entry('Labels').click()
    await expect(page.getByRole('combobox', { name: 'Labels' })).toBeFocused()
    await page.keyboard.type('Bug')
    await page.getByRole('option', { name: 'Create “Bug”' }).click()
    await page.keyboard.press('Escape')
    await expect
      .poll(async () => (await stored(ada, 'label_ids')(2, 3, 4)).map((ids) => ids.length))
      .toEqual([1, 1, 0])
    await expect(tool(page, 'Labels: Bug')).toBeVisible()
    await tool(page, 'Labels: Bug').click()
    await page.getByRole('option', { name: 'Bug' }).click()
    await page.keyboard.press('Escape')
    await expect
      .poll(async () => (await stored(ada, 'label_ids')(2, 3, 4)).map((ids) => ids.length))
      .toEqual([0, 0, 0])
    await row(page, 'Gamma').click({ button: 'right' })
    await entry('Move to project').click()
    const moving = dialogOf(page).filter({ hasText: 'Move 2 work items to another project' })
    await moving.getByRole('button', { name: 'Project: Choose a project' }).click()
    await page.getByRole('option', { name: 'Website' }).click()
    await moving.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(row(page, 'Gamma')).toHaveCount(0)
    await expect.poll(() => stored(ada, 'project_id')(2, 3)).toEqual([website.id, website.id])
    const moved = page.getByRole('region', { name: 'Notifications' }).locator('[role$=dialog]')
    await moved.filter({ hasText: '2 work items moved to Website' }).getByText('Undo').click()
    await expect(row(page, 'Gamma')).toBeVisible()
    await expect
      .poll(() => stored(ada, 'project_id')(2, 3))
      .toEqual([ada.project_id, ada.project_id])
    await row(page, 'Beta').focus()
    await page.keyboard.press('Escape')
    await expect(bar(page)).toBeHidden()
    for (const name of ['Beta', 'Gamma']) {
      await row(page, name).focus()
      await page.keyboard.press('x')
    }
    await expect(bar(page)).toContainText('2 selected')
    await row(page, 'Gamma').focus()
    await page.keyboard.press('Delete')
    const question = page.getByRole('alertdialog', { name: 'Delete 2 work items?' })
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(row(page, 'Gamma')).toHaveCount(0)
    await expect(row(page, 'Delta')).toBeFocused()
  })

  await test.step('on a card, a block and a bar', async () => {
    for (const [layout, role] of [
      ['kanban', 'article'],
      ['spreadsheet', 'row'],
      ['gantt_chart', 'group'],
    ] as const) {
      await page.goto(`${ada.list}?layout=${layout}`)
      await page.getByRole(role, { name: 'Delta' }).click({ button: 'right' })
      await expect(entry('Due date')).toBeVisible()
      await page.keyboard.press('Escape')
    }
  })

  await test.step('moved and deleted: the next item has the focus', async () => {
    await page.goto(ada.list)
    await ada.addItem('Echo')
    await row(page, 'Delta').click({ button: 'right' })
    await entry('Move to project').click()
    const dialog = dialogOf(page)
    await dialog.getByRole('button', { name: 'Project: Choose a project' }).click()
    await page.getByRole('option', { name: 'Website' }).click()
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(row(page, 'Delta')).toHaveCount(0)
    await expect(dialog).toHaveCount(0)
    expect(website.identifier).toBe('WEB')
    await row(page, 'Alpha').focus()
    await page.keyboard.press('Delete')
    const question = page.getByRole('alertdialog')
    await expect(question).not.toContainText('sub-item')
    await expect(question).toContainText('You can undo this')
    await expect(question.getByRole('button', { name: 'Delete' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(row(page, 'Alpha')).toHaveCount(0)
    await expect(row(page, 'Echo')).toBeFocused()
  })
})

test('the palette knows the open item and the recent ones; namesakes have addresses; menus hand the focus on', async ({
  ada,
}) => {
  const { page, slug, project_id } = ada
  const { request } = ada.context
  const sams = [await ada.addColleague(MEMBER, 'Sam'), await ada.addColleague(MEMBER, 'Sam')]
  for (const { context } of sams) {
    const { id: member_id } = await call(context.request, accountApi.me, {})
    await call(request, projectMembersApi.add, {
      params: { slug, project_id },
      body: { members: [{ member_id, role: MEMBER }] },
    })
  }
  await call(request, labelsApi.create, { params: at(ada), body: { name: 'Bug' } })
  for (const name of ['Alpha', 'Beta']) await ada.addItem(name)
  await page.goto(`/${slug}/browse/TRAIL-1`)
  const title = page.getByRole('textbox', { name: 'Title' })
  await expect(title).toHaveValue('Alpha')
  await page.goto(`/${slug}/browse/TRAIL-2`)
  await expect(title).toHaveValue('Beta')
  const palette = page.getByRole('dialog', { name: 'Command palette' })

  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette.getByRole('option', { name: 'TRAIL-1 Alpha' })).toBeVisible()
  for (const name of ['Add labels…', 'Set due date…', 'Change cycle…', 'Change modules…']) {
    await expect(palette.getByRole('option', { name })).toBeVisible()
  }
  await page.keyboard.type('add labels')
  await page.keyboard.press('Enter')
  await expect(palette).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Labels' })).toBeFocused()
  await page.keyboard.type('bug')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect.poll(async () => (await stored(ada, 'label_ids')(2))[0]?.length).toBe(1)

  await page.getByRole('button', { name: 'Assignees: Add assignees' }).click()
  for (const { email } of sams) {
    await expect(page.getByRole('option', { name: 'Sam' }).filter({ hasText: email })).toBeVisible()
  }
  await expect(page.getByRole('option').first()).toContainText('1')
  await page.keyboard.press('Escape')

  for (const _time of ['first', 'second']) {
    await page.getByRole('button', { name: 'Add relation' }).click()
    await page.getByRole('menuitem', { name: 'Relates to' }).click()
    await expect(dialogOf(page).getByRole('searchbox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toHaveCount(0)
  }
})

test('twenty items are triaged and a cycle is planned with few keys and no pointer', async ({
  ada,
}) => {
  const { page } = ada
  await call(ada.context.request, projectsApi.change, {
    params: at(ada),
    body: { cycle_view: true },
  })
  const cycle = await call(ada.context.request, cyclesApi.create, {
    params: at(ada),
    body: { name: 'Autumn' },
  })
  const names = Array.from({ length: 20 }, (_, n) => `Report ${String(n + 1).padStart(2, '0')}`)
  for (const name of names) await ada.addItem(name)
  await ada.arrange({ order_by: 'created_at' })
  await page.goto(ada.list)
  await expect(row(page, 'Report 01')).toBeVisible()
  let keys = 0
  const press = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key)
    keys += pressed.length
  }
  /** Opens a picker and selects an option by number. */
  const choose = async (key: string, number: string) => {
    await press(key)
    await expect(page.getByRole('listbox')).toBeVisible()
    await press(number)
    await expect(page.getByRole('listbox')).toHaveCount(0)
  }

  await test.step('triage: a priority and a state for each', async () => {
    for (const [index, name] of names.entries()) {
      await press('j')
      await expect(row(page, name)).toBeFocused()
      await choose('p', String((index % 4) + 1))
      await choose('s', '2')
      await expect(row(page, name)).toBeFocused()
    }
    await expect
      .poll(() => stored(ada, 'priority')(1, 2, 3, 4, 20))
      .toEqual(['urgent', 'high', 'medium', 'low', 'low'])
    await expect.poll(() => stored(ada, 'state__group')(1, 20)).toEqual(['unstarted', 'unstarted'])
    // One to reach an item, two for each of its two properties.
    expect(keys).toBe(100)
  })

  await test.step('a cycle is planned: eight items, one change', async () => {
    keys = 0
    await press('Home')
    await expect(row(page, 'Report 01')).toBeFocused()
    await press('x', ...Array.from({ length: 7 }, () => 'Shift+ArrowDown'))
    await expect(bar(page)).toContainText('8 selected')
    await choose('Shift+C', '2')
    await expect(tool(page, 'Cycle: Autumn')).toBeVisible()
    await press('i')
    await expect.poll(() => stored(ada, 'cycle_id')(1, 8, 9)).toEqual([cycle.id, cycle.id, null])
    await expect
      .poll(async () => (await stored(ada, 'assignee_ids')(1, 8, 9)).map((ids) => ids.length))
      .toEqual([1, 1, 0])
    expect(keys).toBeLessThanOrEqual(12)
  })
})

const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('a bug with a picture is filed with a dozen keys and no pointer', async ({ ada }) => {
  const { page, context } = ada
  await ada.addItem('Report 01')
  await call(context.request, labelsApi.create, { params: at(ada), body: { name: 'Bug' } })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(ada.list)
  await expect(row(page, 'Report 01')).toBeVisible()
  await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
    const picture = new Blob([bytes], { type: 'image/png' })
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })])
  }, dot)
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  const dialog = dialogOf(page).first()
  const text = dialog.getByRole('textbox', { name: 'Description' })
  /** Opens a picker from anywhere, and selects an option by its number. */
  const choose = async (key: string, label: string, number: string) => {
    await press(key)
    await expect(page.getByRole('combobox', { name: label })).toBeFocused()
    await press(number)
  }

  await press('c')
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await page.keyboard.type('Contour lines flicker')
  await expect(text).toBeVisible()
  await press('Tab')
  await expect(text).toBeFocused()
  await page.keyboard.type('Only above 2000 metres: ')
  await press('ControlOrMeta+v')
  await expect(text.locator('figure img')).toBeVisible()
  await choose('Alt+p', 'Priority', '2')
  await expect(page.locator('button', { hasText: 'High' })).toBeVisible()
  // The picker returns the focus to the dialog when it is gone.
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await choose('Alt+a', 'Assignees', '1')
  await press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await choose('Alt+l', 'Labels', '1')
  await press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await press('ControlOrMeta+Enter')
  await expect(row(page, 'Contour lines flicker')).toBeVisible()

  // The row is shown before it is saved.
  await expect(async () => {
    expect(await stored(ada, 'name')(2)).toEqual(['Contour lines flicker'])
  }).toPass()
  expect(await stored(ada, 'priority')(2)).toEqual(['high'])
  expect((await stored(ada, 'label_ids')(2))[0]).toHaveLength(1)
  expect((await stored(ada, 'assignee_ids')(2))[0]).toHaveLength(1)
  const { description_html } = await call(context.request, workItemsApi.byKey, {
    params: { slug: ada.slug, key: 'TRAIL-2' },
    query: {},
  })
  expect(description_html).toContain('Only above 2000 metres')
  expect(description_html).toMatch(/<image-component|<img/)
  expect(keys).toBeLessThanOrEqual(12)
})
