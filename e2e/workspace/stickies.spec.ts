import { type Sticky, stickiesApi } from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { drag } from '../kit/drag.ts'
import { call, dialogOf, expect, test, type Visitor } from '../kit/visitors.ts'

const boardOf = ({ slug }: Visitor) => `/${slug}/stickies/`
const cards = (page: Page) => page.getByRole('main').getByRole('article')
const textOf = (page: Page) => page.getByRole('textbox', { name: 'Sticky text' })
const addButton = (page: Page) => page.getByRole('button', { name: 'Add sticky' }).first()

const add = ({ context, slug }: Visitor, text: string, more = {}) =>
  call(context.request, stickiesApi.create, {
    params: { slug },
    body: { description_html: `<p>${text}</p>`, ...more },
  })

/** The notes on the server; polled, because the last change may not be saved yet. */
const savedStickies = ({ context, slug }: Visitor) =>
  expect.poll(async () => {
    const page = await call(context.request, stickiesApi.list, { params: { slug }, query: {} })
    return (page.results as Sticky[]).map((sticky) => sticky.description_stripped)
  })

const saved = (page: Page) =>
  page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && response.url().includes('/stickies/'),
  )

// @cap:stickies.create
// @cap:stickies.edit
test('a note is made on top, written on at once, and saves itself', async ({ ada }) => {
  const { page } = ada
  await page.goto(boardOf(ada))
  await expect(page.getByRole('heading', { name: 'No stickies yet' })).toBeVisible()
  await addButton(page).click()
  // Text typed at once goes to the note, although it is focused a moment later.
  await page.keyboard.type('Typed at once')
  await expect(textOf(page)).toHaveText('Typed at once')
  await expect(page.getByText('Sticky created').first()).toBeVisible()
  await expect(textOf(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await savedStickies(ada).toEqual([null])
  await addButton(page).click()
  await expect(page.getByText('You already have an empty sticky').first()).toBeVisible()
  await expect(textOf(page)).toBeFocused()
  await page.keyboard.type('Call the hut ')
  await savedStickies(ada).toEqual(['Call the hut'])
  // The trailing space is not lost although the server trims the text.
  await page.keyboard.type('before ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('noon')
  await savedStickies(ada).toEqual(['Call the hut before noon'])
  await expect(cards(page).locator('strong')).toHaveText('noon')

  await cards(page).getByRole('button', { name: 'Background color' }).click()
  const colours = page.getByRole('dialog', { name: 'Background colors' })
  await colours.getByRole('button', { name: 'Green' }).click()
  await expect(cards(page)).toHaveAttribute('data-background-color', 'green')
  await expect(colours).toHaveCount(0)

  // It is shown and can be edited before the server has created it.
  const gate = Promise.withResolvers<void>()
  await page.route('**/stickies/', async (route) => {
    if (route.request().method() === 'POST') await gate.promise
    await route.fallback()
  })
  await addButton(page).click()
  await expect(cards(page)).toHaveCount(2)
  await expect(textOf(page).first()).toBeFocused()
  gate.resolve()
  await page.keyboard.press('Control+Shift+9')
  await page.keyboard.type('Pack the tent')
  await savedStickies(ada).toEqual(['Pack the tent', 'Call the hut before noon'])
  await page.reload()
  const second = cards(page).nth(1)
  await expect(second).toHaveAttribute('data-background-color', 'green')
  await expect(second.locator('strong')).toHaveText('noon')
  await expectAccessibleInThemes(page)

  // A to-do is ticked without opening its note.
  const box = cards(page).first().getByRole('checkbox')
  await expect(box).not.toBeChecked()
  const ticked = saved(page)
  await box.click({ force: true })
  await expect(box).toBeChecked()
  expect((await (await ticked).json()).description_html).toContain('data-checked="true"')
  await expect(textOf(page)).toHaveCount(0)
})

// @cap:stickies.edit
test('a note that could not be saved is as it was, and says so', async ({ ada }) => {
  const { page } = ada
  await add(ada, 'As it was')
  await page.goto(boardOf(ada))
  await page.route('**/stickies/*/', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500 }) : route.fallback(),
  )
  await page.getByRole('button', { name: 'Edit sticky As it was' }).click()
  await expect(textOf(page)).toBeFocused()
  // At once: it is saved, and rejected, when the typing pauses.
  await page.keyboard.insertText(', and more')
  const notice = page.getByRole('region', { name: 'Notifications' })
  await expect(notice.getByText("The sticky wasn't saved").first()).toBeVisible()
  // A hovered toast stays.
  await notice.getByText("The sticky wasn't saved").first().hover()
  await expect(textOf(page)).toHaveText('As it was')
  await page.unroute('**/stickies/*/')
  await notice.getByText('Try again', { exact: true }).click()
  await expect(textOf(page)).toHaveText('As it was, and more')
  await savedStickies(ada).toEqual(['As it was, and more'])
})

// @cap:stickies.board
test('the board reads on, finds by text, and keeps the order one gives it', async ({ ada }) => {
  const { page } = ada
  for (let n = 1; n <= 33; n++) await add(ada, `note ${n}`, { background_color: 'pink' })
  await page.goto(boardOf(ada))
  await expect(cards(page).first()).toHaveText('note 33')
  await cards(page).last().scrollIntoViewIfNeeded()
  await expect(cards(page)).toHaveCount(33)
  await expect(cards(page).last()).toHaveText('note 1')

  await page.getByRole('button', { name: 'Search stickies' }).click()
  const search = page.getByRole('searchbox', { name: 'Search stickies' })
  await search.fill('NOTE 3')
  await expect(cards(page)).toHaveText(['note 33', 'note 32', 'note 31', 'note 30', 'note 3'])
  await search.fill('nowhere')
  await expect(page.getByRole('heading', { name: 'No matching stickies' })).toBeVisible()
  await search.press('Escape')
  await expect(cards(page).nth(1)).toHaveText('note 32')
  await search.press('Escape')
  await expect(search).toHaveCount(0)

  const grip = cards(page)
    .first()
    .locator('xpath=..')
    .getByRole('button', { name: /^Move / })
  const third = cards(page).nth(2)
  const box = await third.boundingBox()
  await drag(grip, third, { x: 30, y: (box?.height ?? 100) - 6 })
  await expect(cards(page).nth(0)).toHaveText('note 32')
  await expect(cards(page).nth(2)).toHaveText('note 33')
  // The same by keyboard.
  await page.getByRole('button', { name: 'Move note 33' }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(cards(page).nth(1)).toHaveText('note 33')
  const server = savedStickies(ada)
  await server.toEqual([
    'note 32',
    'note 33',
    ...Array.from({ length: 18 }, (_, n) => `note ${31 - n}`),
  ])
  await page.reload()
  await expect(cards(page).nth(0)).toHaveText('note 32')
  await expect(cards(page).nth(1)).toHaveText('note 33')
})

// @cap:stickies.everywhere
// @cap:stickies.delete
test('notes are at hand on every page, and go when one says so', async ({ ada }) => {
  const { page, slug } = ada
  await add(ada, 'Older')
  await add(ada, 'Latest')
  await page.goto(`/${slug}/settings/account/`)
  await page.getByRole('button', { name: 'Stickies', exact: true }).click()
  const dialog = dialogOf(page).filter({ hasText: 'Your stickies' })
  const notes = dialog.getByRole('article')
  await expect(notes).toHaveText(['Latest', 'Older'])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  // On another page, with another browser that receives the events.
  const other = await ada.secondBrowser()
  await Promise.all([page.goto(ada.list), other.goto(`/${slug}/`)])
  const widget = other.getByRole('region', { name: 'Your stickies' })
  await expect(widget.getByRole('article')).toHaveText(['Latest', 'Older'])
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('add sticky')
  await expect(page.getByRole('option', { selected: true })).toHaveAccessibleName('Add sticky')
  await page.keyboard.press('Enter')
  await expect(notes).toHaveCount(3)
  await expect(textOf(page)).toBeFocused()
  await page.keyboard.type('From a list')
  await expect(widget.getByRole('article')).toHaveText([/From a list/, 'Latest', 'Older'])

  await notes.nth(1).hover()
  await notes.nth(1).getByRole('button', { name: 'Delete sticky Latest' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText("“Latest” will be deleted. This can't be undone.")
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(notes).toHaveCount(3)
  await notes.nth(1).getByRole('button', { name: 'Delete sticky Latest' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Sticky deleted').first()).toBeVisible()
  await expect(widget.getByRole('article')).toHaveText(['From a list', 'Older'])
  await savedStickies(ada).toEqual(['From a list', 'Older'])
})

// @cap:stickies.delete
test('what is gone already is gone without a word', async ({ ada }) => {
  const { page, context, slug } = ada
  const one = await add(ada, 'One')
  const other = await add(ada, 'Other')
  // This page receives no events.
  await page.routeWebSocket(/\/api\/live\//, () => undefined)
  await page.goto(boardOf(ada))
  await expect(cards(page)).toHaveText(['Other', 'One'])
  for (const { id } of [one, other]) {
    await call(context.request, stickiesApi.remove, { params: { slug, id } })
  }
  await cards(page).first().hover()
  await page.getByRole('button', { name: 'Delete sticky Other' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(cards(page)).toHaveText(['One'])
  await page.getByRole('button', { name: 'Edit sticky One' }).click()
  await expect(textOf(page)).toBeFocused()
  const answered = saved(page)
  await page.keyboard.type(' more')
  expect((await answered).status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'No stickies yet' })).toBeVisible()
  await expect(page.getByText(/The sticky wasn't/)).toHaveCount(0)
})

// @cap:home.help-and-whats-new
test('the help menu says which version this is, and what it brought', async ({ ada }) => {
  const { page, slug } = ada
  await page.goto(`/${slug}/`)
  const open = () => page.getByRole('button', { name: 'Help' }).click()
  await open()
  const menu = page.getByRole('menu')
  await expect(menu.getByText(/^Version \d/)).toBeVisible()
  await expect(menu.getByRole('menuitem', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expect(menu.getByText('Local cache')).toBeVisible()
  await menu.getByRole('menuitem', { name: "What's new" }).click()
  const dialog = dialogOf(page).filter({ hasText: "What's new" })
  await expect(dialog.getByRole('heading', { level: 3 }).first()).toBeVisible()
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})
