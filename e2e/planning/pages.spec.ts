import { readFile } from 'node:fs/promises'
import {
  accountApi,
  type Endpoint,
  GUEST,
  type Input,
  MEMBER,
  type NewPage,
  type Output,
  pagesApi,
  projectMembersApi,
  projectsApi,
  type Role,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { nextFrame } from '../kit/next-frame.ts'
import { tryAgain } from '../kit/try-again.ts'
import { call, dialogOf, expect, test, type Visitor } from '../kit/visitors.ts'

const at = ({ slug, project_id }: Visitor) => ({ slug, project_id })
const pagesOf = ({ slug, project_id }: Visitor) => `/${slug}/projects/${project_id}/pages/`

const ask = <E extends Endpoint>({ context }: Visitor, endpoint: E, input: Input<E>) =>
  call(context.request, endpoint, input) as Promise<Output<E>>
const write = (ada: Visitor, body: NewPage) => ask(ada, pagesApi.create, { params: at(ada), body })
const read = (ada: Visitor, id: string) =>
  ask(ada, pagesApi.get, { params: { ...at(ada), id } } as Input<typeof pagesApi.get>)

/** Joins the workspace, and the project in this role. */
async function colleague(ada: Visitor, role: Role, name: string) {
  const somebody = await ada.addColleague(role, name)
  const { id: member_id } = await call(somebody.context.request, accountApi.me, {})
  await ask(ada, projectMembersApi.add, {
    params: at(ada),
    body: { members: [{ member_id, role }] },
  })
  return { ...somebody, id: member_id }
}

const text = (page: Page) => page.getByRole('main').getByRole('textbox', { name: /^Text of/ })
const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
const rows = (page: Page) => page.getByRole('treegrid', { name: 'Pages' }).getByRole('row')
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name })
const favorites = (page: Page) => page.getByRole('navigation', { name: 'Favorites' })
const main = (page: Page) => page.getByRole('main')
const said = (page: Page, sentence: string) => page.getByText(sentence).first()

async function choose(page: Page, name: string, entry: string) {
  await main(page)
    .getByRole('button', { name: `Actions for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

/** The smallest possible picture. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Waits until it is editable. */
async function open(page: Page, address: string) {
  await page.goto(address)
  await expect(text(page)).toBeVisible()
}

// @cap:pages.create
// @cap:pages.title-autosave
// @cap:pages.failure-messages
test('a page is made from the list or by key, named, written in, and is all there after a reload', async ({
  ada,
}) => {
  const { page } = ada
  await page.goto(pagesOf(ada))
  await expect(page.getByRole('heading', { name: 'Write the first page' })).toBeVisible()
  await page.route('**/pages/', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.keyboard.press('d')
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: 'Create page' }).click()
  await expect(dialog.getByText('Enter a title.')).toBeVisible()
  await dialog.getByLabel('Title').fill('Launch plan')
  await dialog.getByRole('radio', { name: 'Private' }).check({ force: true })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create page' }).click()
  await expect(said(page, "The page wasn't created.")).toBeVisible()
  await page.unroute('**/pages/')
  await dialog.getByRole('button', { name: 'Create page' }).click()
  await expect(title(page)).toHaveValue('Launch plan')
  await expect(dialog).toBeHidden()

  await title(page).press('Enter')
  await expect(text(page)).toBeFocused()
  await page.keyboard.type('# Goals')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Ship the map on time')
  const id = page.url().match(/pages\/([\w-]+)/)?.[1] ?? ''
  await expect.poll(async () => (await read(ada, id)).description_html).toContain('Ship the map')
  await page.reload()
  await expect(text(page).getByRole('heading', { name: 'Goals' })).toBeVisible()
  await expect(text(page).getByText('Ship the map on time')).toBeVisible()

  await title(page).fill('Launch plan 2027')
  await expect.poll(async () => (await read(ada, id)).name).toBe('Launch plan 2027')
  await page.route('**/pages/*/', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, json: { error: 'The disk is full' } })
      : route.continue(),
  )
  await title(page).fill('Never saved')
  await expect(said(page, 'Something went wrong. Try again.')).toBeVisible()
  await expect(title(page)).toHaveValue('Launch plan 2027')
  await page.unroute('**/pages/*/')

  const answers = '**/api/workspaces/**/pages/**'
  await page.route(answers, (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Not loaded' })).toBeVisible()
  await expect(page.getByText("The page couldn't be loaded")).toBeVisible()
  await page.goto(`${pagesOf(ada)}?type=private`)
  await expect(page.getByRole('heading', { name: 'Not loaded' })).toBeVisible()
  await expect(page.getByText("The pages couldn't be loaded")).toBeVisible()
  await page.unroute(answers)
  await tryAgain(page, row(page, 'Launch plan 2027'))
  await page.getByRole('button', { name: 'Add page' }).click()
  await expect(title(page)).toHaveValue('')
  await expect(text(page)).toBeVisible()
  await expect
    .poll(() => ask(ada, pagesApi.list, { params: at(ada) } as Input<typeof pagesApi.list>))
    .toEqual(expect.arrayContaining([expect.objectContaining({ name: '', access: 1 })]))
})

test('a new page takes its title at once, and what is typed after an embedded item leaves it there', async ({
  ada,
}) => {
  const { page } = ada
  const linkField = page.getByRole('textbox', { name: 'Address' })
  await ada.addItem('Draw the contour lines')
  await ada.addItem('Ask the rangers')
  await test.step('typing the title begins with the press of the button @cap:pages.embed-safe', async () => {
    await page.goto(pagesOf(ada))
    // These keys are global shortcuts: without a field to go to they would open dialogs.
    const add = main(page).getByRole('button', { name: 'Add page' })
    await add.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Camp cities')
    await expect(title(page)).toHaveValue('Camp cities')
    await page.keyboard.type('\n/wo')
    await expect(text(page)).toContainText('/wo')
    await expect(dialogOf(page)).toHaveCount(0)

    await page.keyboard.type('rk')
    await page.getByRole('option', { name: 'Work item' }).press('Enter')
    await dialogOf(page).getByRole('searchbox').fill('contour')
    await page.keyboard.press('Enter')
    const card = text(page).getByRole('link', { name: 'Draw the contour lines' })
    await expect(card).toBeVisible()
    await expect(text(page)).toBeFocused()
    await page.keyboard.type('written below')
    await expect(card).toBeVisible()
    await expect(text(page).locator('p').last()).toHaveText('written below')

    // The card itself is selected: by the arrows, and by a step back from an empty line.
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.type('between')
    await expect(card).toBeVisible()
    await expect(text(page).locator('p').nth(-2)).toHaveText('between')
    await page.keyboard.press('ControlOrMeta+End')
    await expect
      .poll(() => page.evaluate(() => getSelection()?.anchorNode?.textContent))
      .toBe('written below')
    await nextFrame(page)
    await page.keyboard.press('Enter')
    await page.keyboard.type('/work')
    await expect(text(page).locator('p').last()).toHaveText('/work')
    await page.getByRole('option', { name: 'Work item' }).press('Enter')
    await expect(dialogOf(page).getByText('Ask the rangers')).toBeVisible()
    await dialogOf(page).getByRole('searchbox').fill('rangers')
    await page.keyboard.press('Enter')
    await expect(text(page).getByRole('link', { name: 'Ask the rangers' })).toBeVisible()
    await expect(text(page)).toBeFocused()
    await page.keyboard.press('Backspace')
    await page.keyboard.type('the end')
    await expect(text(page).getByRole('link')).toHaveCount(2)
    await expect(text(page).locator('p').last()).toHaveText('the end')
    await expect(title(page)).toHaveValue('Camp cities')
  })

  await test.step('with a text selected, the key of the search makes a link', async () => {
    await page.keyboard.press('Shift+Home')
    await nextFrame(page)
    await page.keyboard.press('ControlOrMeta+k')
    await linkField.fill('example.org/end')
    await page.keyboard.press('Enter')
    await expect(text(page).getByRole('link', { name: 'the end' })).toHaveAttribute(
      'href',
      'https://example.org/end',
    )
    await page.goto(`/${ada.slug}/browse/TRAIL-1/`)
    const comment = page.getByRole('textbox', { name: 'Add comment' })
    await comment.fill('here')
    await comment.press('ControlOrMeta+a')
    await page.keyboard.press('ControlOrMeta+k')
    await linkField.fill('example.org')
    await page.keyboard.press('Enter')
    await expect(comment.getByRole('link', { name: 'here' })).toBeVisible()
    await expect(dialogOf(page)).toHaveCount(0)
  })
})

// @cap:realtime.page-collaboration
// @cap:realtime.page-state-broadcast
// @cap:pages.lock
// @cap:pages.edit-rights
// @cap:pages.access-toggle
test('two write one page at once with their carets, until it is locked, archived or private', async ({
  ada,
}) => {
  const { page } = ada
  const made = await write(ada, { name: 'Together', description_html: '<p>first</p>' })
  const bob = await colleague(ada, MEMBER, 'Bob')
  const address = `${pagesOf(ada)}${made.id}/`
  await open(page, address)
  await open(bob.page, address)
  await expect(text(page).getByText('first')).toBeVisible()
  await expect(text(bob.page).getByText('first')).toBeVisible()

  await text(bob.page).getByText('first').click()
  await bob.page.keyboard.press('End')
  await bob.page.keyboard.type(' from Bob')
  await expect(text(page).locator('p').first()).toContainText('first from Bob')
  await expect(text(page).locator('.other-caret[data-name=Bob]')).toBeVisible()
  await expect(main(page).getByRole('region', { name: 'On this page now' })).toBeVisible()

  await text(page).getByText('first').click()
  await page.keyboard.press('Home')
  await page.keyboard.type('Ada: ')
  await expect(text(bob.page).locator('p').first()).toContainText('Ada: first from Bob')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(text(bob.page).locator('p').first()).not.toContainText('Ada: ')
  await expect(text(bob.page).locator('p').first()).toContainText('first from Bob')
  await expect.poll(async () => (await read(ada, made.id)).description_html).toContain('from Bob')

  await main(page).getByRole('button', { name: 'Lock', exact: true }).click()
  await expect(text(bob.page)).toHaveAttribute('contenteditable', 'false')
  await expect(main(bob.page).getByText('Locked')).toBeVisible()
  await expect(bob.page.getByRole('toolbar', { name: 'Formatting' })).toBeHidden()
  await expect(text(page)).toHaveAttribute('contenteditable', 'false')
  const saving = await bob.context.request.patch(
    `/api/workspaces/${ada.slug}/projects/${ada.project_id}/pages/${made.id}/description/`,
    { data: { description_binary: 'AAA=' } },
  )
  expect(await saving.json()).toEqual({ error_code: 4701, error_message: 'PAGE_LOCKED' })
  await main(page).getByRole('button', { name: 'Locked' }).click()
  await expect(text(bob.page)).toHaveAttribute('contenteditable', 'true')

  await choose(page, 'Together', 'Archive')
  await expect(text(bob.page)).toHaveAttribute('contenteditable', 'false')
  await expect(main(bob.page).getByText(/^Archived on/)).toBeVisible()
  await choose(page, 'Together', 'Restore')
  await expect(text(bob.page)).toHaveAttribute('contenteditable', 'true')

  await choose(page, 'Together', 'Make private')
  await expect(bob.page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await bob.page.getByRole('link', { name: 'View other pages' }).click()
  await expect(bob.page.getByRole('heading', { name: 'Pages', level: 1 })).toBeVisible()
  await expect(row(bob.page, 'Together')).toHaveCount(0)
  await choose(page, 'Together', 'Make public')
  await expect(row(bob.page, 'Together')).toBeVisible()
})

// @cap:realtime.page-offline
test('a page is written without the network, and by ordinary calls without the live service', async ({
  ada,
}) => {
  const { page, context } = ada
  const made = await write(ada, { name: 'On the road', description_html: '<p>start</p>' })
  const address = `${pagesOf(ada)}${made.id}/`
  await open(page, address)
  await expect(text(page).getByText('start')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await text(page).getByText('start').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' offline')
  await expect(text(page).getByText('start offline')).toBeVisible()
  await context.setOffline(false)
  await expect
    .poll(async () => (await read(ada, made.id)).description_html)
    .toContain('start offline')

  const other = await ada.secondBrowser()
  await other.routeWebSocket(/live\/collaboration/, (socket) => socket.close({ code: 1011 }))
  await open(other, address)
  await expect(text(other).getByText('start offline')).toBeVisible()
  await expect(main(other).getByText('Reconnecting')).toBeVisible()
  await text(other).getByText('start offline').click()
  await other.keyboard.press('End')
  await other.keyboard.type(' by calls')
  await other.keyboard.press('ControlOrMeta+s')
  await expect
    .poll(async () => (await read(ada, made.id)).description_html)
    .toContain('start offline by calls')
  await expect(text(page).getByText('start offline by calls')).toBeVisible()
})

// @cap:pages.create
// @cap:pages.failure-messages
// @cap:pages.list
// @cap:pages.edit-rights
// @cap:pages.access-toggle
// @cap:pages.archive-restore-delete
// @cap:pages.duplicate
// @cap:pages.move
// @cap:pages.admin-rights
// @cap:pages.visibility
test('pages are found by tab, name and filter, and copied, moved, archived and deleted by right', async ({
  ada,
}) => {
  const { page, slug } = ada
  const gus = await colleague(ada, GUEST, 'Gus')
  const bob = await colleague(ada, MEMBER, 'Bob')
  const web = await ask(ada, projectsApi.create, {
    params: { slug },
    body: { name: 'Website', identifier: 'WEB' },
  })
  await write(ada, { name: 'Zebra' })
  const apple = await write(ada, { name: 'Apple', description_html: '<p>about apples</p>' })
  const address = `${pagesOf(ada)}${apple.id}/`
  const diary = await write(ada, { name: 'Diary', access: 1 })
  await bob.page.goto(`${pagesOf(ada)}${diary.id}/`)
  await expect(bob.page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await call(bob.context.request, pagesApi.create, { params: at(ada), body: { name: 'Of Bob' } })

  await page.goto(pagesOf(ada))
  await expect(rows(page)).toHaveText([/Of Bob/, /Apple/, /Zebra/])
  await expect(tab(page, 'Private')).toContainText('1')
  await page.getByRole('button', { name: 'Date modified' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Name' }).click()
  await expect(rows(page)).toHaveText([/Zebra/, /Of Bob/, /Apple/])
  await page.getByRole('searchbox', { name: 'Search pages' }).fill('zeb')
  await expect(rows(page)).toHaveText([/Zebra/])
  await page.getByRole('searchbox', { name: 'Search pages' }).fill('nothing')
  await expect(page.getByText('Clear the search to see all pages.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search pages' }).press('Escape')
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByRole('checkbox', { name: 'Bob' }).check()
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveText([/Of Bob/])
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(rows(page)).toHaveCount(3)
  await expectAccessibleInThemes(page)

  await row(page, 'Apple').getByRole('button', { name: 'Add Apple to favorites' }).click()
  await expect(favorites(page).getByRole('link', { name: 'Apple' })).toBeVisible()
  await page.route('**/archive/', (route) => route.abort())
  await choose(page, 'Apple', 'Archive')
  await expect(said(page, "The page wasn't archived")).toBeVisible()
  await expect(row(page, 'Apple')).toBeVisible()
  await expect(favorites(page).getByRole('link', { name: 'Apple' })).toBeVisible()
  await page.unroute('**/archive/')
  await choose(page, 'Apple', 'Archive')
  await expect(row(page, 'Apple')).toHaveCount(0)
  await expect(favorites(page).getByRole('link', { name: 'Apple' })).toHaveCount(0)
  await tab(page, 'Archived').click()
  await choose(page, 'Apple', 'Restore')
  await expect(row(page, 'Apple')).toHaveCount(0)
  await tab(page, 'Public').click()
  await choose(page, 'Zebra', 'Archive')
  await tab(page, 'Archived').click()
  await choose(page, 'Zebra', 'Delete')
  await page.route('**/pages/*/', (route) => route.fulfill({ status: 500, json: {} }))
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Delete' })
  await confirm.click()
  await expect(said(page, "The page wasn't deleted")).toBeVisible()
  await page.unroute('**/pages/*/')
  await choose(page, 'Zebra', 'Delete')
  await confirm.click()
  await expect(row(page, 'Zebra')).toHaveCount(0)

  await tab(page, 'Private').click()
  await choose(page, 'Diary', 'Make public')
  await expect(row(page, 'Diary')).toHaveCount(0)
  await tab(page, 'Public').click()
  await choose(page, 'Apple', 'Make a copy')
  await expect(title(page)).toHaveValue('Apple (Copy)')
  await expect(text(page).getByText('about apples')).toBeVisible()
  await main(page).getByRole('button', { name: 'Move to another project' }).click()
  await dialogOf(page).getByRole('button', { name: 'Project' }).click()
  await page.getByRole('option', { name: 'Website' }).click()
  await dialogOf(page).getByRole('button', { name: 'Move' }).click()
  await page.waitForURL(`**/projects/${web.id}/pages/**`)
  await expect(title(page)).toHaveValue('Apple (Copy)')

  await bob.page.goto(pagesOf(ada))
  await expect(row(bob.page, 'Of Bob')).toBeVisible()
  await row(bob.page, 'Apple').getByRole('button', { name: 'Actions for Apple' }).click()
  await expect(bob.page.getByRole('menuitem', { name: 'Make a copy' })).toBeVisible()
  for (const entry of ['Lock', 'Make private', 'Archive']) {
    await expect(bob.page.getByRole('menuitem', { name: entry, exact: true })).toHaveCount(0)
  }
  await bob.page.keyboard.press('Escape')
  await bob.page.getByRole('button', { name: 'Add page' }).click()
  await expect(title(bob.page)).toHaveValue('')

  await gus.page.goto(pagesOf(ada))
  await expect(gus.page.getByRole('heading', { name: 'Write the first page' })).toBeVisible()
  await expect(gus.page.getByRole('button', { name: 'Add page' })).toHaveCount(0)
  await gus.page.goto(address)
  await expect(gus.page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await ask(ada, projectsApi.change, {
    params: at(ada),
    body: { guest_view_all_features: true },
  })
  await open(gus.page, address)
  await expect(text(gus.page)).toHaveAttribute('contenteditable', 'false')
  await expect(text(gus.page)).toContainText('about apples')
})

// @cap:pages.versions
// @cap:pages.export-and-copy
// @cap:pages.display-settings
// @cap:pages.navigation-pane
// @cap:editor.work-item-embed
test('a page shows its outline, items, pictures and past, looks as one likes, and leaves as a file', async ({
  ada,
}) => {
  const { page, context } = ada
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const item = await ada.addItem('Draw the contour lines')
  const made = await write(ada, {
    name: 'Field guide',
    description_html: '<h1>Start</h1><p>Some words here</p><h2>Middle</h2><p>more</p>',
  })
  await open(page, `${pagesOf(ada)}${made.id}/`)

  await text(page).getByText('more').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/work')
  await page.getByRole('option', { name: 'Work item' }).click()
  await dialogOf(page).getByRole('button', { name: 'Draw the contour lines' }).click()
  const card = text(page).getByRole('link', { name: 'Draw the contour lines' })
  await expect(card).toBeVisible()
  await expect(text(page)).toContainText('Backlog')
  await expect.poll(async () => (await read(ada, made.id)).issue_ids).toEqual([item.id])
  await card.click()
  await expect(page).toHaveURL(/peekId=TRAIL-1/)
  await page.getByRole('button', { name: 'State: Backlog' }).click()
  await page.getByRole('option', { name: 'Todo' }).click()
  await expect(text(page)).toContainText('Todo')
  await page.keyboard.press('Escape')

  await main(page).getByRole('button', { name: 'Open navigation pane' }).click()
  const pane = page.getByRole('complementary', { name: 'Navigation pane' })
  await expect(pane.getByRole('button', { name: 'Start' })).toBeVisible()
  await pane.getByRole('button', { name: 'Middle' }).click()
  await expect(text(page).getByRole('heading', { name: 'Middle' })).toBeInViewport()
  await pane.getByRole('tab', { name: 'Assets' }).click()
  await expect(pane.getByText('No images yet')).toBeVisible()
  await page.locator('input[type=file]').first().setInputFiles({
    name: 'sketch.png',
    mimeType: 'image/png',
    buffer: dot,
  })
  await pane.getByRole('button', { name: 'Image 1', exact: true }).click()
  await expect(text(page).locator('figure img')).toBeInViewport()
  await pane.getByRole('tab', { name: 'Info' }).click()
  await expect(pane.getByText('Words')).toBeVisible()
  await expectAccessibleInThemes(page)

  const first = pane.getByRole('listitem').nth(1).getByRole('button')
  await first.click()
  const overlay = page.getByRole('region').filter({ hasText: 'View only' })
  await expect(overlay.getByText('View only')).toBeVisible()
  await expect(overlay.getByText('Some words here')).toBeVisible()
  await overlay.getByRole('button', { name: 'Restore version' }).click()
  await expect(said(page, 'Version restored')).toBeVisible()
  await expect(overlay).toBeHidden()
  await expect(text(page).getByText('Some words here')).toBeVisible()

  await main(page).getByRole('button', { name: 'Actions for Field guide' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Full width' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Sticky toolbar' }).click()
  await page.getByRole('menuitem', { name: 'Font' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Serif', exact: true }).click()
  await page.reload()
  await expect(text(page)).toBeVisible()
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeHidden()
  await expect(page.locator('.page-text')).toHaveClass(/\bw-304\b.* serif/)
  await choose(page, 'Field guide', 'Copy as Markdown')
  await expect(said(page, 'Markdown copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('# Start')

  await choose(page, 'Field guide', 'Export')
  const dialog = dialogOf(page)
  await dialog.getByLabel('Page format').click()
  await page.getByRole('option', { name: 'Letter' }).click()
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export' }).click(),
  ])
  expect(paper.suggestedFilename()).toBe('field-guide-letter.pdf')
  expect(await readFile(await paper.path(), 'latin1')).toContain('/MediaBox [0 0 612')
  await expect(dialog).toBeHidden()
  await choose(page, 'Field guide', 'Export')
  await dialog.getByLabel('Export format').click()
  await page.getByRole('option', { name: 'Markdown' }).click()
  const [notes] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export' }).click(),
  ])
  expect(notes.suggestedFilename()).toBe('field-guide.md')
  expect(await readFile(await notes.path(), 'utf8')).toMatch(/^# Field guide\n\n# Start\n/)
})
