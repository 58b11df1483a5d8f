import { GUEST, projectsApi, workspacesApi } from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { call, expect, test } from './visitors.ts'

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

  // From within a field.
  await page.getByRole('button', { name: 'New work item' }).last().click()
  await expect(page.getByRole('textbox', { name: 'Work item title' })).toBeFocused()
  await open(page)
  const selected = paletteOf(page).getByRole('option', { selected: true })
  await expect(selected).toHaveAccessibleName(/Create new work item/)
  await page.keyboard.press('ArrowDown')
  await expect(selected).toHaveAccessibleName(/Create new project/)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(selected).toHaveAccessibleName(/sidebar/)
  await page.keyboard.press('Tab')
  await expect(selected).toHaveAccessibleName(/Create new work item/)
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
  await expect(selected).toHaveAccessibleName(/Create new work item/)
  await page.keyboard.press('Escape')
  await expect(paletteOf(page)).toBeHidden()

  await open(page)
  await page.keyboard.type('zzz')
  await expect(paletteOf(page).getByText('No results found')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(paletteOf(page)).toBeHidden()

  await open(page)
  await page.keyboard.type('create new proj')
  await page.keyboard.press('Enter')
  await expect(paletteOf(page)).toBeHidden()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(paletteOf(page)).toBeHidden()
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
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/projects/${website.id}/issues/$`))
  await expect(paletteOf(page)).toBeHidden()

  await open(page)
  await page.keyboard.type('switch project')
  await page.keyboard.press('Enter')
  await page.keyboard.type('trail')
  const opened = context.waitForEvent('page')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(await opened).toHaveURL(new RegExp(`/projects/${ada.project_id}/issues/$`))
  await page.keyboard.press('ControlOrMeta+k')

  await open(page)
  await page.keyboard.type('bergw')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/${other}/$`))
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
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark-contrast')
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
  await expect(paletteOf(guest.page).getByRole('option', { name: /Create new p/ })).toHaveCount(0)
  await guest.page.keyboard.type('settings')
  await guest.page.keyboard.press('Enter')
  await expect(
    paletteOf(guest.page).getByRole('option', { name: 'Account: Profile' }),
  ).toBeVisible()
  await expect(entriesOf(guest.page)).toHaveCount(6)
})

for (const theme of ['light', 'dark', 'light-contrast', 'dark-contrast']) {
  test(`the palette is accessible, wide and narrow: ${theme}`, async ({ ada }) => {
    const { page, context } = ada
    await context.request.patch('/api/users/me/profile/', { data: { theme: { theme } } })
    await page.goto(ada.list)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await expect(page.getByRole('heading', { name: 'No work items yet' })).toBeVisible()
    await open(page)
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.keyboard.type('a')
    await expectAccessible(page)
    const overflow = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
    expect(overflow).toBe(false)
  })
}
