import {
  accountApi,
  GUEST,
  projectMembersApi,
  projectsApi,
  workItemsApi,
  workspacesApi,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { addRowOf, call, expect, test } from '../kit/visitors.ts'

const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
const entriesOf = (page: Page) => paletteOf(page).getByRole('option')

async function open(page: Page) {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(paletteOf(page).getByRole('combobox')).toBeFocused()
}

// @cap:command-palette.open-and-navigate
test('Ctrl+K opens it anywhere outside a dialog, arrows and Enter run, Esc steps back', async ({
  ada,
}) => {
  const { page } = ada
  await ada.addItem('First')
  await page.goto(ada.list)
  await expect(page.getByRole('group', { name: 'First' })).toBeVisible()

  // From inside a field.
  await addRowOf(page).click()
  await expect(page.getByRole('textbox', { name: 'Work item title' })).toBeFocused()
  await open(page)
  const selected = paletteOf(page).getByRole('option', { selected: true })
  await expect(selected).toHaveAccessibleName(/New work item/)
  await page.keyboard.press('ArrowDown')
  await expect(selected).toHaveAccessibleName(/New project/)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(selected).toHaveAccessibleName(/sidebar/)
  await page.keyboard.press('Tab')
  await expect(selected).toHaveAccessibleName(/New work item/)
  await page.keyboard.press('Shift+Tab')
  await expect(selected).toHaveAccessibleName(/sidebar/)

  await page.keyboard.type('theme')
  await page.keyboard.press('Enter')
  await expect(entriesOf(page)).toHaveCount(6)
  await page.keyboard.type('da')
  await expect(entriesOf(page)).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(entriesOf(page)).toHaveCount(6)
  await page.keyboard.press('Escape')
  await expect(selected).toHaveAccessibleName(/New work item/)
  await page.keyboard.press('Escape')
  await expect(paletteOf(page)).toBeHidden()

  await open(page)
  await page.keyboard.type('zzz')
  await expect(paletteOf(page).getByText('No results found')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(paletteOf(page)).toBeHidden()

  await open(page)
  await page.keyboard.type('new proj')
  await page.keyboard.press('Enter')
  await expect(paletteOf(page)).toBeHidden()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(paletteOf(page)).toBeHidden()
})

const creations = [
  ['c', 'work item', 'New work item'],
  ['p', 'project', 'Create project'],
  ['q', 'cycle', 'Create cycle'],
  ['m', 'module', 'Create module'],
  ['v', 'view', 'Create view'],
  ['d', 'page', 'Create page'],
] as const

// @cap:command-palette.create-commands
// @cap:shortcuts.create-keys
test('what one may create is offered by palette and key, and nothing else', async ({ ada }) => {
  const { page } = ada
  const offered = (where: Page) =>
    entriesOf(where).filter({
      hasText: /^(Create new|New) (work item|project|cycle|module|view|page|workspace)/,
    })
  await page.goto(ada.list)
  await expect(page.getByRole('heading', { name: 'Work items', level: 1 })).toBeVisible()
  await open(page)
  await page.keyboard.type('new ')
  await expect(offered(page)).toHaveCount(7)
  for (const name of [...creations.map(([, thing]) => thing), 'workspace']) {
    await expect(offered(page).filter({ hasText: `New ${name}` })).toBeVisible()
  }
  await page.keyboard.press('ControlOrMeta+k')
  await expect(paletteOf(page)).toBeHidden()
  for (const [key, , title] of creations) {
    await page.keyboard.press(key)
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }

  const gus = await ada.addColleague(GUEST, 'Gus')
  const { id: member_id } = await call(gus.context.request, accountApi.me, {})
  await call(ada.context.request, projectMembersApi.add, {
    params: { slug: ada.slug, project_id: ada.project_id },
    body: { members: [{ member_id, role: GUEST }] },
  })
  await gus.page.goto(ada.list)
  await expect(gus.page.getByRole('heading', { name: 'Work items', level: 1 })).toBeVisible()
  await open(gus.page)
  await gus.page.keyboard.type('new ')
  await expect(offered(gus.page)).toHaveText([/new workspace/i])
  await gus.page.keyboard.press('ControlOrMeta+k')
  await expect(paletteOf(gus.page)).toBeHidden()
  const refusals = gus.page.getByText("You don't have permission to do this")
  for (const [key] of creations) {
    await gus.page.keyboard.press(key)
    await expect(refusals.first()).toBeVisible()
    await expect(gus.page.getByRole('dialog', { name: /^(Create|New)/ })).toHaveCount(0)
  }
})

test('it leads to screens, projects and other workspaces, also in a new tab', async ({ ada }) => {
  const { page, context, slug } = ada
  const website = await call(context.request, projectsApi.create, {
    params: { slug },
    body: { name: 'Website', identifier: 'WEB' },
  })
  const other = `${slug}-b`
  await call(context.request, workspacesApi.create, { body: { name: 'Bergwacht', slug: other } })
  await page.goto(`/${slug}/`)
  await page.getByRole('button', { name: 'Open command palette' }).click()
  await expect(paletteOf(page).getByRole('combobox')).toBeFocused()
  await page.keyboard.type('go to proj')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/${slug}/projects/$`))

  await open(page)
  await page.keyboard.type('webs')
  // Projects and workspaces are commands once they are loaded.
  const selected = paletteOf(page).getByRole('option', { selected: true })
  await expect(selected).toContainText('Website')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/projects/${website.id}/issues/$`))
  await expect(paletteOf(page)).toBeHidden()

  await open(page)
  await page.keyboard.type('switch project')
  await page.keyboard.press('Enter')
  await page.keyboard.type('trail')
  await expect(selected).toContainText('Trail Maps')
  const opened = context.waitForEvent('page')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(await opened).toHaveURL(new RegExp(`/projects/${ada.project_id}/issues/$`))
  await page.keyboard.press('ControlOrMeta+k')
  await expect(paletteOf(page)).toBeHidden()

  await open(page)
  await page.keyboard.type('bergw')
  await expect(selected).toContainText('Bergwacht')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/${other}/$`))
})

// @cap:command-palette.search
// @cap:search.global
test('typing searches half a second later, in the project or everywhere, and opens what it finds', async ({
  ada,
}) => {
  const { page, context, slug } = ada
  const { request } = context
  const website = await call(request, projectsApi.create, {
    params: { slug },
    body: { name: 'Website', identifier: 'WEB' },
  })
  await ada.addItem('Offline tiles stop')
  await call(request, workItemsApi.create, {
    params: { slug, project_id: website.id },
    body: { name: 'Explain offline' },
  })
  const sent: string[] = []
  page.on('request', (asked) => {
    if (asked.url().includes('/search/')) sent.push(new URL(asked.url()).search)
  })
  await page.goto(ada.list)
  await expect(page.getByRole('group', { name: 'Offline tiles stop' })).toBeVisible()
  await open(page)
  // In one task: a slow machine takes half a second between two keys.
  await page.evaluate(() => {
    for (const key of 'offl') document.execCommand('insertText', false, key)
  })
  const found = (name: RegExp) => paletteOf(page).getByRole('option', { name })
  await expect(found(/TRAIL-1.*Offline tiles stop/)).toBeVisible()
  await expect(found(/Explain offline/)).toHaveCount(0)
  // One request for four keys.
  expect(sent).toEqual([`?search=offl&workspace_search=false&project_id=${ada.project_id}`])
  const wide = paletteOf(page).getByRole('switch', { name: 'Workspace level' })
  await expect(wide).not.toBeChecked()
  await page.keyboard.press('Alt+Enter')
  await expect(found(/WEB-1.*Explain offline/)).toBeVisible()
  await expect(wide).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/${slug}/browse/WEB-1/`))

  // Outside a project it is the workspace that is searched.
  await page.goto(`/${slug}/`)
  await page.getByRole('button', { name: 'Open command palette' }).click()
  await expect(wide).toBeChecked()
  await expect(wide).toBeDisabled()
  await expect(paletteOf(page).getByRole('combobox')).toBeFocused()
  await page.keyboard.type('trail-1')
  await expect(found(/Offline tiles stop/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/${slug}/browse/TRAIL-1/`))
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible()
  await open(page)
  await page.keyboard.type('zz nothing like it')
  await expect(paletteOf(page).getByText('No results found')).toBeVisible()
})

// @cap:command-palette.item-actions
// @cap:shortcuts.item-and-sidebar
test('on an item it changes state, priority and people, copies the link and deletes', async ({
  ada,
}) => {
  const { page, context, slug, project_id } = ada
  const { id } = await ada.addItem('Tiles stop')
  const params = { slug, project_id, id }
  const item = () => call(context.request, workItemsApi.get, { params })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/${slug}/browse/TRAIL-1/`)
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Tiles stop')
  const choose = async (...steps: string[]) => {
    await open(page)
    await expect(paletteOf(page).getByText('Update in: TRAIL-1')).toBeVisible()
    for (const step of steps) {
      await page.keyboard.type(step)
      await expect(paletteOf(page).getByRole('option', { selected: true })).toContainText(
        new RegExp(step, 'i'),
      )
      await page.keyboard.press('Enter')
    }
  }
  await choose('change state', 'in progress')
  await expect.poll(async () => (await item()).state__group).toBe('started')
  await choose('change priority', 'urgent')
  await expect.poll(async () => (await item()).priority).toBe('urgent')
  await choose('assign to me')
  await expect.poll(async () => (await item()).assignee_ids).toHaveLength(1)
  await choose('un-assign from me')
  await expect.poll(async () => (await item()).assignee_ids).toEqual([])
  await choose('assign to…')
  await entriesOf(page).first().click()
  await expect(entriesOf(page).first()).toHaveAccessibleName(/current/)
  await expect.poll(async () => (await item()).assignee_ids).toHaveLength(1)
  await page.keyboard.press('Escape')
  await paletteOf(page).getByRole('button', { name: 'Let go of TRAIL-1' }).click()
  await expect(paletteOf(page).getByRole('option', { name: 'Change state…' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(paletteOf(page)).toBeHidden()

  await page.keyboard.press('Control+Alt+c')
  await expect(page.getByText('Link copied').first()).toBeVisible()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(copied).toBe(new URL(`/${slug}/browse/TRAIL-1/`, page.url()).href)
  await page.keyboard.press('ControlOrMeta+b')
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+b')
  await expect(page.getByRole('button', { name: 'Collapse sidebar' })).toBeVisible()

  await choose('delete work item')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/issues\/$/)
  await expect(page.getByRole('heading', { name: 'No work items yet' })).toBeVisible()
})

// @cap:command-palette.settings-and-theme
test('it reaches the settings one’s role opens, and changes the theme', async ({ ada }) => {
  const { page } = ada
  await page.goto(ada.list)
  await expect(page.getByRole('heading', { name: 'No work items yet' })).toBeVisible()
  await open(page)
  await page.keyboard.type('settings')
  await page.keyboard.press('Enter')
  for (const name of ['Workspace: General', 'Account: Profile', 'Project: States']) {
    await expect(paletteOf(page).getByRole('option', { name })).toBeVisible()
  }
  await page.keyboard.type('members')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings\/members\/$/)

  await open(page)
  await page.keyboard.type('dark high')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark-contrast')
  // After a reload the theme of the profile counts.
  const stored = async () => (await call(ada.context.request, accountApi.profile, {})).theme
  await expect.poll(stored).toEqual({ theme: 'dark-contrast' })
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark-contrast')
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible()
  await open(page)
  await page.keyboard.type('theme')
  await page.keyboard.press('Enter')
  await expect(
    paletteOf(page).getByRole('option', { name: 'Dark high contrast' }),
  ).toHaveAccessibleName(/current/)

  const guest = await ada.addColleague(GUEST, 'Gus')
  await guest.page.goto(`/${ada.slug}/`)
  await expect(guest.page.getByRole('button', { name: /^Account of/ })).toBeVisible()
  await open(guest.page)
  await expect(paletteOf(guest.page).getByRole('option', { name: /Go to Home/ })).toBeVisible()
  await expect(paletteOf(guest.page).getByRole('option', { name: /New p/ })).toHaveCount(0)
  await guest.page.keyboard.type('settings')
  await guest.page.keyboard.press('Enter')
  await expect(
    paletteOf(guest.page).getByRole('option', { name: 'Account: Profile' }),
  ).toBeVisible()
  await expect(entriesOf(guest.page)).toHaveCount(6)
})

test('the palette is accessible, wide and narrow, in every theme', async ({ ada }) => {
  const { page } = ada
  await ada.addItem('A hut')
  await page.goto(ada.list)
  await expect(page.getByRole('group', { name: 'A hut' })).toBeVisible()
  await open(page)
  await page.keyboard.type('hut')
  await expect(paletteOf(page).getByRole('option', { name: /A hut/ })).toBeVisible()
  await expectAccessibleInThemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  const overflow = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
  expect(overflow).toBe(false)
})
