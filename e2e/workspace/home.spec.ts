import { homePreferencesApi, MEMBER } from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { drag } from '../kit/drag.ts'
import { changesAnswered } from '../kit/unanswered-changes.ts'
import { call, dialogOf, expect, test } from '../kit/visitors.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name })
const headings = (page: Page) => page.locator('main h2[id^=home-]')

// @cap:home.greeting-and-widgets
// @cap:home.manage-widgets
test('the home page greets, and shows what one chose in the order one chose', async ({ ada }) => {
  const { page, slug, context } = ada
  await page.clock.setSystemTime(new Date('2026-11-16T09:24:00Z'))
  await page.goto(`/${slug}/`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good morning, /)
  await expect(page.getByText('Monday, Nov 16 · 9:24 AM')).toBeVisible()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(headings(page)).toHaveText([
    ...['Quick links', 'Recents', 'Your stickies', 'At a glance', 'Your projects'],
  ])

  await page.getByRole('button', { name: 'Manage widgets' }).click()
  const dialog = page.getByRole('dialog', { name: 'Manage widgets' })
  const row = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
  await expectAccessible(page)
  await drag(row('Recents').getByRole('button', { name: 'Move Recents' }), row('Quick links'), {
    x: 60,
    y: 4,
  })
  await expect(
    dialog.getByRole('listitem').filter({ has: page.locator('[aria-label^=Move]') }),
  ).toHaveText(['Recents', 'Quick links', 'Your stickies'])
  await expect
    .poll(() => call(context.request, homePreferencesApi.list, { params: { slug } }))
    .toMatchObject([{ key: 'recents', sort_order: 10_999 }, { key: 'quick_links' }, {}])
  await row('Quick links').getByRole('switch').uncheck()
  await page.keyboard.press('Escape')
  await expect(headings(page)).toHaveText([
    'Recents',
    'Your stickies',
    'At a glance',
    'Your projects',
  ])

  const isOff = async () => {
    const list = await call(context.request, homePreferencesApi.list, { params: { slug } })
    return list.find(({ key }) => key === 'quick_links')?.is_enabled
  }
  await expect.poll(isOff).toBe(false)
  await page.clock.setSystemTime(new Date('2026-11-16T20:00:00Z'))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good evening, /)
  await expect(headings(page)).toHaveText([
    'Recents',
    'Your stickies',
    'At a glance',
    'Your projects',
  ])
  await page.getByRole('button', { name: 'Manage widgets' }).click()
  await row('Recents').getByRole('switch').uncheck()
  await row('Your stickies').getByRole('switch').uncheck()
  await expect(page.getByText('All widgets are off.')).toBeVisible()
})

// @cap:home.quick-links
test('links are kept at hand: added, opened, copied, changed and removed', async ({ ada }) => {
  const { page, slug, context } = ada
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const other = await ada.secondBrowser()
  await Promise.all([page.goto(`/${slug}/`), other.goto(`/${slug}/`)])
  const links = part(page, 'Quick links')
  const dialog = dialogOf(page)
  await links.getByRole('button', { name: 'Add quick link' }).click()
  await dialog.getByLabel('URL').fill('not an address')
  await dialog.getByRole('button', { name: 'Add quick link' }).click()
  await expect(dialog.getByText('Enter a valid http or https URL.')).toBeVisible()
  await dialog.getByLabel('URL').fill('wiki.example.org/handbook')
  await dialog.getByLabel('Display title').fill('Handbook of the huts, with every opening hour')
  await dialog.getByRole('button', { name: 'Add quick link' }).click()
  await expect(dialog).toHaveCount(0)
  const tile = links.getByRole('link', { name: /^Handbook/ })
  await expect(tile).toHaveAttribute('href', 'http://wiki.example.org/handbook')
  await expect(tile).toHaveAttribute('target', '_blank')
  await expect(tile).toHaveAttribute('rel', /noopener/)
  // The other browser receives the event.
  await expect(part(other, 'Quick links').getByRole('link', { name: /^Handbook/ })).toBeVisible()

  await links.getByRole('button', { name: 'Add quick link' }).click()
  await dialog.getByLabel('URL').fill('http://wiki.example.org/handbook')
  await dialog.getByRole('button', { name: 'Add quick link' }).click()
  await expect(dialog.getByText('You already added this URL.')).toBeVisible()
  await dialog.getByLabel('URL').fill('https://plan.example.org/next.xlsx')
  await dialog.getByRole('button', { name: 'Add quick link' }).click()
  await expect(links.getByRole('link')).toHaveText(['plan.example.org/next.xlsx', /^Handbook/])
  await expectAccessibleInThemes(page)

  const choose = async (name: string) => {
    await links.getByRole('button', { name: /^Actions for Handbook/ }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('Copy link')
  await expect(page.getByText('Link copied').first()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'http://wiki.example.org/handbook',
  )
  await context.route('http://wiki.example.org/**', (route) => route.fulfill({ body: 'opened' }))
  const opened = context.waitForEvent('page')
  await choose('Open in new tab')
  await (await opened).close()
  await choose('Edit')
  await dialog.getByLabel('Display title').fill('Handbook, new')
  await dialog.getByRole('button', { name: 'Save quick link' }).click()
  await expect(links.getByRole('link', { name: 'Handbook, new' })).toBeVisible()
  await choose('Delete')
  await expect(links.getByRole('link')).toHaveCount(1)
  await changesAnswered(context.request)
  await page.reload()
  await expect(links.getByRole('link')).toHaveText(['plan.example.org/next.xlsx'])
})

// @cap:home.quickstart
test('first steps are ticked off, and gone once one has had enough of them', async ({ ada }) => {
  const { page, slug } = ada
  await page.goto(`/${slug}/`)
  const guide = part(page, 'Get started')
  const card = (name: string) => guide.getByRole('listitem').filter({ hasText: name })
  await expect(card('Create a project').getByText('Done')).toBeAttached()
  await expect(card('Invite your team').getByText('Done')).toHaveCount(0)
  await expectAccessible(page)
  await card('Set up your workspace').getByRole('link').click()
  await expect(page).toHaveURL(/\/settings\//)
  await page.goto(`/${slug}/`)
  await expect(card('Set up your workspace').getByText('Done')).toBeAttached()
  await expect(card('Make it yours').getByRole('link')).toBeVisible()
  await guide.getByRole('button', { name: 'Not now' }).click()
  await expect(guide).toHaveCount(0)
  await page.reload()
  await expect(part(page, 'Quick links')).toBeVisible()
  await expect(guide).toHaveCount(0)
})

// @cap:home.quickstart
test('nobody is guided who has a project and a team', async ({ ada }) => {
  const { page, slug } = ada
  await ada.addColleague(MEMBER, 'Bo')
  await page.goto(`/${slug}/`)
  await expect(part(page, 'Quick links')).toBeVisible()
  await expect(part(page, 'Get started')).toHaveCount(0)
})
