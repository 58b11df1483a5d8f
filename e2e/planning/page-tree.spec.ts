import {
  accountApi,
  type Input,
  labelsApi,
  MEMBER,
  type NewPage,
  pagesApi,
  projectMembersApi,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import { drag } from '../kit/drag.ts'
import { call, dialogOf, expect, test, type Visitor } from '../kit/visitors.ts'

const at = ({ slug, project_id }: Visitor) => ({ slug, project_id })
const pagesOf = ({ slug, project_id }: Visitor) => `/${slug}/projects/${project_id}/pages/`
const write = ({ context, ...ada }: Visitor, body: NewPage) =>
  call(context.request, pagesApi.create, { params: at({ context, ...ada }), body })
const read = (ada: Visitor, id: string) =>
  call(ada.context.request, pagesApi.get, {
    params: { ...at(ada), id },
  } as Input<typeof pagesApi.get>)

const tree = (page: Page) => page.getByRole('treegrid', { name: 'Pages' })
const rows = (page: Page) => tree(page).getByRole('row')
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const link = (page: Page, name: string) => tree(page).getByRole('link', { name, exact: true })
const sidebar = (page: Page) => page.getByRole('group', { name: 'Page tree' })
const text = (page: Page) => page.getByRole('main').getByRole('textbox', { name: /^Text of/ })
const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
const crumbs = (page: Page) =>
  page.getByRole('main').getByRole('navigation', { name: 'Breadcrumb' })

async function choose(page: Page, name: string, entry: string) {
  await page
    .getByRole('main')
    .getByRole('button', { name: `Actions for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

async function addBob(ada: Visitor) {
  const bob = await ada.addColleague(MEMBER, 'Bob')
  const { id: member_id } = await call(bob.context.request, accountApi.me, {})
  await call(ada.context.request, projectMembersApi.add, {
    params: at(ada),
    body: { members: [{ member_id, role: MEMBER }] },
  })
  return bob
}

test('@cap:pages.nested pages form a tree that archive and privacy follow', async ({ ada }) => {
  const { page } = ada
  const handbook = await write(ada, { name: 'Handbook' })
  const huts = await write(ada, { name: 'Huts' })
  const roof = await write(ada, { name: 'Roof' })
  const bob = await addBob(ada)
  const parentOf = async ({ id }: { id: string }) => (await read(ada, id)).parent

  await test.step('a page is dragged onto another, and back between two', async () => {
    await page.goto(pagesOf(ada))
    await drag(row(page, 'Huts'), row(page, 'Handbook'))
    await expect.poll(() => parentOf(huts)).toBe(handbook.id)
    await expect(row(page, 'Huts')).toHaveAttribute('aria-level', '2')
    await drag(row(page, 'Roof'), row(page, 'Huts'))
    await expect(row(page, 'Roof')).toHaveAttribute('aria-level', '3')
    await expect.poll(() => parentOf(roof)).toBe(huts.id)
    await drag(row(page, 'Roof'), row(page, 'Handbook'), { x: 200, y: 3 })
    await expect(row(page, 'Roof')).toHaveAttribute('aria-level', '1')
    await expect.poll(() => parentOf(roof)).toBe(null)
    await expectAccessible(page)
  })

  await test.step('by keyboard it is opened, closed and moved', async () => {
    await link(page, 'Handbook').focus()
    await page.keyboard.press('ArrowLeft')
    await expect(row(page, 'Huts')).toHaveCount(0)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(link(page, 'Huts')).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(link(page, 'Handbook')).toBeFocused()
    await link(page, 'Huts').press('Alt+ArrowLeft')
    await expect(row(page, 'Huts')).toHaveAttribute('aria-level', '1')
    await expect.poll(() => parentOf(huts)).toBe(null)
    for (const [name, parent, id] of [
      ['Huts', 'Handbook', huts],
      ['Roof', 'Huts', roof],
    ] as const) {
      await choose(page, name, 'Move under…')
      await dialogOf(page).getByRole('button', { name: 'Parent page' }).click()
      await page.getByRole('option', { name: parent }).click()
      await dialogOf(page).getByRole('button', { name: 'Move', exact: true }).click()
      await expect.poll(() => parentOf(id)).not.toBe(null)
    }
    await expect(row(page, 'Roof')).toHaveAttribute('aria-level', '3')
  })

  await test.step('the page says where it stands, and so does the sidebar', async () => {
    await link(page, 'Roof').click()
    await expect(title(page)).toHaveValue('Roof')
    await expect(crumbs(page).getByRole('link', { name: 'Handbook' })).toBeVisible()
    await expect(sidebar(page).getByRole('link', { name: 'Roof' })).toHaveAttribute(
      ...(['aria-current', 'page'] as const),
    )
    await crumbs(page).getByRole('link', { name: 'Huts' }).click()
    await expect(title(page)).toHaveValue('Huts')
    await sidebar(page).getByRole('link', { name: 'Huts' }).press('ArrowLeft')
    await expect(sidebar(page).getByRole('link', { name: 'Roof' })).toHaveCount(0)
  })

  await test.step('a sub-page is made from the text and shows there under its name', async () => {
    await text(page).click()
    await page.keyboard.type('Look at ')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/sub-page')
    await expect(page.getByRole('option', { name: 'Sub-page' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(text(page).getByRole('link', { name: 'Untitled' })).toBeVisible()
    await page.keyboard.type('and go on')
    await expect
      .poll(async () => (await read(ada, huts.id)).description_html)
      .toMatch(/page-embed-component.*and go on/)
    await text(page).getByRole('link', { name: 'Untitled' }).click()
    await expect(title(page)).toHaveValue('')
    const id = page.url().match(/pages\/([\w-]+)/)?.[1] ?? ''
    expect(await parentOf({ id })).toBe(huts.id)
    await title(page).fill('Stove')
    await expect.poll(async () => (await read(ada, id)).name).toBe('Stove')
    await crumbs(page).getByRole('link', { name: 'Huts' }).click()
    await expect(text(page).getByRole('link', { name: 'Stove' })).toBeVisible()
    await bob.page.goto(`${pagesOf(ada)}${huts.id}/`)
    await expect(text(bob.page).getByRole('link', { name: 'Stove' })).toBeVisible()
    const { context } = ada
    const params = { ...at(ada), id }
    await call(context.request, pagesApi.changeAccess, { params, body: { access: 1 } })
    await expect(text(bob.page).getByText('This page was deleted, or')).toBeVisible()
    await expect(bob.page.getByText('Stove')).toHaveCount(0)
  })

  await test.step('archiving takes the branch along and restoring brings it back', async () => {
    await bob.page.goto(pagesOf(ada))
    await expect(row(bob.page, 'Huts')).toBeVisible()
    await page.goto(pagesOf(ada))
    await choose(page, 'Handbook', 'Archive')
    await expect(rows(page)).toHaveCount(0)
    await expect(row(bob.page, 'Huts')).toHaveCount(0)
    await expect.poll(async () => (await read(ada, roof.id)).archived_at).not.toBe(null)
    await page.getByRole('link', { name: 'Archived' }).click()
    await expect(row(page, 'Roof')).toHaveAttribute('aria-level', '3')
    await choose(page, 'Handbook', 'Restore')
    await expect(rows(page)).toHaveCount(0)
    await expect(row(bob.page, 'Huts')).toBeVisible()
    await expect.poll(async () => (await read(ada, roof.id)).archived_at).toBe(null)
  })

  await test.step('what stands in a private page is private', async () => {
    await page.getByRole('link', { name: 'Public' }).click()
    await choose(page, 'Handbook', 'Make private')
    await expect(row(bob.page, 'Huts')).toHaveCount(0)
    await expect.poll(async () => (await read(ada, roof.id)).access).toBe(1)
    await page.getByRole('link', { name: 'Private' }).click()
    await choose(page, 'Huts', 'Add sub-page')
    await expect(title(page)).toHaveValue('')
    const id = page.url().match(/pages\/([\w-]+)/)?.[1] ?? ''
    await expect.poll(async () => (await read(ada, id)).access).toBe(1)
  })
})

test('pages have labels, colours and templates', async ({ ada }) => {
  const { page, context } = ada
  const label = await call(context.request, labelsApi.create, {
    params: at(ada),
    body: { name: 'Guide', color: '#ca5747' },
  })
  const handbook = await write(ada, { name: 'Handbook', description_html: '<h2>Rules</h2>' })
  await write(ada, { name: 'Notes' })
  const bob = await addBob(ada)

  await test.step('@cap:pages.labels-and-color a page is labelled, coloured and found by its label', async () => {
    await bob.page.goto(pagesOf(ada))
    await expect(row(bob.page, 'Handbook')).toBeVisible()
    await page.goto(`${pagesOf(ada)}${handbook.id}/`)
    await expect(text(page)).toBeVisible()
    const main = page.getByRole('main')
    await title(page).hover()
    await main.getByRole('button', { name: 'Labels' }).click()
    await page.getByRole('option', { name: 'Guide' }).click()
    await page.keyboard.press('Escape')
    await expect(main.getByRole('button', { name: 'Labels' })).toContainText('Guide')
    await main.getByRole('button', { name: 'Page color' }).click()
    await page.getByRole('radio', { name: 'Pine' }).check()
    await page.keyboard.press('Escape')
    await expect
      .poll(async () => await read(ada, handbook.id))
      .toMatchObject({ label_ids: [label.id], color: '#3d9461' })
    await expect(row(bob.page, 'Handbook')).toContainText('Guide')
    await expectAccessible(page)

    await page.goto(pagesOf(ada))
    await expect(rows(page)).toHaveCount(2)
    await page.getByRole('button', { name: /^Filters/ }).click()
    // Clicked, not checked: it follows the address, which changes a moment later.
    await page.getByRole('checkbox', { name: 'Guide' }).click()
    await expect(page.getByRole('checkbox', { name: 'Guide' })).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(rows(page)).toHaveText([/Handbook/])
    await expect(page).toHaveURL(new RegExp(`labels=${label.id}`))
    await page.reload()
    await expect(rows(page)).toHaveText([/Handbook/])
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect(rows(page)).toHaveCount(2)
    await page.getByRole('main').getByRole('button', { name: 'Actions for Notes' }).click()
    await page.getByRole('menuitem', { name: 'Labels' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Guide' }).click()
    await expect(row(page, 'Notes')).toContainText('Guide')
    await expect(row(bob.page, 'Notes')).toContainText('Guide')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  })

  await test.step('@cap:pages.templates a page is saved as a template and made from one', async () => {
    await choose(page, 'Handbook', 'Save as template…')
    const dialog = dialogOf(page)
    await dialog.getByLabel('Template name').fill('House rules')
    await dialog.getByRole('button', { name: 'Save template' }).click()
    await expect(page.getByText('Template House rules saved').first()).toBeVisible()
    await bob.page.getByRole('button', { name: 'Start from a template' }).click()
    const theirs = dialogOf(bob.page)
    await theirs.getByRole('button', { name: 'House rules' }).click()
    await theirs.getByLabel('Title').fill('Our hut')
    await expectAccessible(bob.page)
    await theirs.getByRole('button', { name: 'Create page' }).click()
    await expect(title(bob.page)).toHaveValue('Our hut')
    await expect(text(bob.page).getByRole('heading', { name: 'Rules' })).toBeVisible()

    await page.getByRole('button', { name: 'Start from a template' }).click()
    await dialog.getByRole('button', { name: 'Actions for House rules' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await dialog.getByLabel('Template name').fill('Hut rules')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Actions for Hut rules' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog.getByText('Hut rules')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Retrospective' }).click()
    await dialog.getByLabel('Title').fill('Sprint 4')
    await dialog.getByRole('button', { name: 'Create page' }).click()
    await expect(text(page).getByRole('heading', { name: 'What went well' })).toBeVisible()
  })
})
