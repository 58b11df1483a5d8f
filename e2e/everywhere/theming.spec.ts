import { accountApi } from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import { call, expect, test, type Visitor } from '../kit/visitors.ts'

const preferences = ({ slug }: Visitor) => `/${slug}/settings/account/preferences/`
const html = (page: Page) => page.locator('html')
const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const select = (page: Page) => page.getByRole('combobox', { name: 'Theme' })

async function choose(page: Page, name: string) {
  await select(page).click()
  await page.getByRole('option', { name, exact: true }).click()
}

const savedTheme = async ({ context }: Visitor) => {
  const { theme } = await call(context.request, accountApi.profile, {})
  return (Object(theme) as { theme?: unknown }).theme
}

// @cap:theming.choose-theme
test('each theme applies at once, is kept in the profile and known to other browsers', async ({
  ada,
}) => {
  const { page, context } = ada
  const other = await ada.secondBrowser()
  await page.emulateMedia({ colorScheme: 'dark' })
  await other.goto(`/${ada.slug}/`)
  await page.goto(preferences(ada))
  await expect(html(page)).toHaveAttribute('data-theme', 'dark')
  await expect(other.getByRole('button', { name: /^Account of/ })).toBeVisible()
  for (const [name, theme] of [
    ['Light', 'light'],
    ['Dark', 'dark'],
    ['Light high contrast', 'light-contrast'],
    ['Dark high contrast', 'dark-contrast'],
  ] as const) {
    await choose(page, name)
    await expect(html(page)).toHaveAttribute('data-theme', theme)
    await expect(html(other)).toHaveAttribute('data-theme', theme)
    await expectAccessible(page)
  }
  await choose(page, 'Custom')
  await expect(html(page)).toHaveAttribute('data-palette', 'custom')
  await expect(notices(page).getByText('Theme saved').first()).toBeVisible()
  await expect(html(other)).toHaveAttribute('data-palette', 'custom')
  await choose(page, 'Dark high contrast')
  await expect
    .poll(async () => (await call(context.request, accountApi.profile, {})).theme)
    .toEqual({ theme: 'dark-contrast' })

  await page.route('**/api/users/me/profile/', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, json: {} })
      : route.continue(),
  )
  await choose(page, 'Light')
  await expect(notices(page).getByText("Your theme wasn't saved")).toBeVisible()
  await expect(html(page)).toHaveAttribute('data-theme', 'dark-contrast')
  await expect(select(page)).toContainText('Dark high contrast')
  await page.unroute('**/api/users/me/profile/')

  await choose(page, 'System preference')
  await expect(html(page)).toHaveAttribute('data-theme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(html(page)).toHaveAttribute('data-theme', 'light')
})

const rootOf = (page: Page) =>
  page.evaluate<string>("document.documentElement.outerHTML.split('>')[0]")

const fields = [
  ['Background color', 'Choose a background color.', '#fdf6e3'],
  ['Text color', 'Choose a text color.', '#073642'],
  ['Primary color', 'Choose a primary color.', '#6c3fd1'],
  ['Sidebar background color', 'Choose a sidebar background color.', '#073642'],
  ['Sidebar text color', 'Choose a sidebar text color.', '#eee8d5'],
] as const

// @cap:theming.custom-colors
test('five colours colour the whole app, and leave no trace when left', async ({ ada }) => {
  const { page, context } = ada
  await ada.addItem('Contour lines flicker', { priority: 'urgent' })
  await page.goto(preferences(ada))
  // The attributes of a page whose code has run.
  await expect(select(page)).toBeVisible()
  const before = await rootOf(page)
  await choose(page, 'Custom')
  const form = page.getByRole('form', { name: 'Custom theme' })
  for (const [label, required, colour] of fields) {
    const field = form.getByRole('textbox', { name: label, exact: true })
    await field.fill('')
    await expect(form.getByText(required, { exact: true })).toBeVisible()
    await field.fill('#12345')
    await expect(form.getByText('Enter a 6-digit hex code.')).toBeVisible()
    // A missing `#` is added.
    await field.fill(colour.slice(1))
    await expect(field).toHaveValue(colour)
  }
  const primary = form.getByRole('textbox', { name: 'Primary color', exact: true })
  await primary.fill('#nothex')
  await form.getByRole('button', { name: 'Apply theme' }).click()
  await expect(form.getByText('Enter a 6-digit hex code.')).toBeVisible()
  expect((await call(context.request, accountApi.profile, {})).theme.primary).toBe('#3f76ff')
  await primary.fill('#6c3fd1')
  await form.getByRole('button', { name: 'Apply theme' }).click()
  await expect(notices(page).getByText('Theme saved', { exact: true }).first()).toBeVisible()

  expect((await call(context.request, accountApi.profile, {})).theme).toEqual({
    theme: 'custom',
    background: '#fdf6e3',
    text: '#073642',
    primary: '#6c3fd1',
    sidebarBackground: '#073642',
    sidebarText: '#eee8d5',
    palette: '#fdf6e3,#073642,#6c3fd1,#073642,#eee8d5',
    darkPalette: false,
  })
  await expectAccessible(page)
  await page.goto(ada.list)
  await expect(page.getByRole('group', { name: 'TRAIL-1' })).toBeVisible()
  await expect(page.locator('main')).toHaveCSS('background-color', 'rgb(253, 246, 227)')
  await expect(page.locator('main')).toHaveCSS('color', 'rgb(7, 54, 66)')
  await expect(page.locator('aside')).toHaveCSS('background-color', 'rgb(7, 54, 66)')
  await expect(page.locator('aside')).toHaveCSS('color', 'rgb(238, 232, 213)')
  await expectAccessible(page)

  await page.goto(preferences(ada))
  await choose(page, 'Light')
  await expect(html(page)).toHaveAttribute('data-theme', 'light')
  await expect
    .poll(async () => (await call(context.request, accountApi.profile, {})).theme)
    .toEqual({
      theme: 'light',
    })
  await expect.poll(() => rootOf(page)).toBe(before)
  expect(await page.evaluate('Object.keys(localStorage).join()')).not.toContain('palette')
})

const canvasOf = (page: Page) =>
  page.evaluate<string>('getComputedStyle(document.body).backgroundColor')

/** The page before any code of the app runs. */
async function firstPaint(page: Page, address: string) {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(address)
  const theme = await html(page).getAttribute('data-theme')
  const canvas = await canvasOf(page)
  await page.unroute('**/assets/*.js')
  return { theme, canvas }
}

// @cap:theming.no-flash
test('the last theme shows from the first paint, and signing out returns to the system’s', async ({
  ada,
}) => {
  const { page } = ada
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(preferences(ada))
  await choose(page, 'Dark high contrast')
  await expect(html(page)).toHaveAttribute('data-theme', 'dark-contrast')
  await expect.poll(() => savedTheme(ada)).toBe('dark-contrast')
  const black = await canvasOf(page)
  expect(await firstPaint(page, preferences(ada))).toEqual({
    theme: 'dark-contrast',
    canvas: black,
  })

  await page.goto(preferences(ada))
  await choose(page, 'Custom')
  await expect(html(page)).toHaveAttribute('data-palette', 'custom')
  await expect.poll(() => savedTheme(ada)).toBe('custom')
  const canvas = await canvasOf(page)
  expect(await firstPaint(page, preferences(ada))).toEqual({ theme: 'dark', canvas })

  await page.goto(`/${ada.slug}/`)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(html(page)).toHaveAttribute('data-theme', 'light')
  await expect(html(page)).not.toHaveAttribute('data-palette')
  expect((await firstPaint(page, '/')).theme).toBe('light')
})
