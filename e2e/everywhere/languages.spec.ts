import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { accountApi, cyclesApi, projectsApi } from '@cairn/contract'
import type { Page } from '@playwright/test'
import { call, expect, test } from '../kit/visitors.ts'

const folder = path.resolve(import.meta.dirname, '../../apps/web/src/locales')
type Words = { [key: string]: string | Words }

const catalogue = (language: string, area: string) =>
  JSON.parse(readFileSync(path.join(folder, language, `${area}.json`), 'utf8')) as Words

/** The text of a key from the catalog, because the wording may change. */
const says = (language: string) => (key: string) => {
  const [area = ''] = key.split('.')
  const found = key
    .split('.')
    .reduce<string | Words>(
      (words, step) => (words as Words)[step] ?? '',
      catalogue(language, area),
    )
  return found as string
}
const [english, german] = [says('en'), says('de')]

const areas = readdirSync(path.join(folder, 'en')).map((file) => path.basename(file, '.json'))
const key = new RegExp(`(?<![\\w./@-])(${areas.join('|')})\\.[a-z_]+(\\.[a-z_]+)*(?![\\w/@-])`)

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const languageIn = (page: Page, say: typeof english) =>
  page.getByRole('combobox', { name: say('account.preferences.language') })

// @cap:i18n.switch-language
test('another language is spoken at once, everywhere, and at the next sign-in', async ({ ada }) => {
  const { page, slug } = ada
  const preferences = `/${slug}/settings/account/preferences/`
  await ada.addItem('Karte zeichnen', { target_date: '2025-05-09' })
  await page.goto(preferences)
  await expect(heading(page, english('account.preferences.title'))).toBeVisible()
  await page.evaluate(() => document.body.setAttribute('data-same', ''))
  await languageIn(page, english).click()
  await page.getByRole('option', { name: 'Deutsch' }).click()
  await expect(page.getByText(german('account.preferences.language_saved')).first()).toBeVisible()
  await expect(heading(page, german('account.preferences.title'))).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.locator('body')).toHaveAttribute('data-same', '')

  // Dates and plurals in German.
  await page.goto(ada.list)
  await expect(page.getByRole('group', { name: /^TRAIL-1/ })).toContainText('Mai ’25')
  // The elements beside the number are loaded, so that it no longer moves.
  await expect(page.getByRole('navigation', { name: 'Projekte' })).toContainText('Trail Maps')
  await page.waitForLoadState('networkidle')
  await page.locator('header').getByText('1', { exact: true }).hover()
  const one = german('work_items.count_tip_one').replace('{{count}}', '1')
  await expect(page.getByText(one).first()).toBeVisible()

  // The browser keeps it when signed out; another browser gets it from the profile.
  await page.context().clearCookies()
  await page.goto('/')
  await expect(page.getByText(german('auth.sign_in.title'))).toBeVisible()
  const elsewhere = await ada.signInElsewhere()
  await elsewhere.goto(preferences)
  await expect(heading(elsewhere, german('account.preferences.title'))).toBeVisible()
  await languageIn(elsewhere, german).click()
  await elsewhere.getByRole('option', { name: 'English' }).click()
  await expect(heading(elsewhere, english('account.preferences.title'))).toBeVisible()
})

// @cap:i18n.fallback-and-completeness
test('no screen shows a key, and the long words of German fit', async ({ ada }) => {
  const { page, slug, project_id, context } = ada
  await call(context.request, accountApi.changeProfile, { body: { language: 'de' } })
  const { id } = await ada.addItem('Karte zeichnen')
  const project = `/${slug}/projects/${project_id}`
  await page.setViewportSize({ width: 390, height: 844 })
  for (const address of [
    ...[`/${slug}/`, ada.list, `${project}/issues/${id}/`, `${project}/cycles/`],
    ...[`${project}/modules/`, `${project}/views/`, `${project}/pages/`, `/${slug}/notifications/`],
    ...[`/${slug}/analytics/overview/`, `/${slug}/settings/`, `/${slug}/settings/members/`],
    ...[`/${slug}/settings/account/`, `/${slug}/settings/projects/${project_id}/features/`],
  ]) {
    await page.goto(address)
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page.getByRole('heading').first()).toBeVisible()
    const text = (await page.locator('#root').textContent()) ?? ''
    expect(key.exec(text)?.[0], address).toBeUndefined()
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(overflow, address).toBeLessThanOrEqual(0)
  }
})

const dayIn = (timeZone: string, moment: string) =>
  new Date(moment).toLocaleDateString('en-US', {
    ...{ timeZone, month: 'short', day: '2-digit', year: 'numeric' },
  })

// @cap:i18n.dates-and-zones
test('days and times are those of the zone one has chosen; a cycle’s are its project’s, and say both', async ({
  ada,
}) => {
  const { page, slug, project_id, context } = ada
  const params = { slug, project_id }
  // Twenty-five hours apart: it is never the same day in both.
  const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const
  await call(context.request, accountApi.change, { body: { user_timezone: east } })
  const { created_at } = await call(context.request, projectsApi.get, { params })
  const body = { name: 'Sprint', start_date: '2030-03-04', end_date: '2030-03-15' }
  await call(context.request, cyclesApi.create, { params, body })

  const general = `/${slug}/settings/projects/${project_id}/`
  await page.goto(general)
  await expect(page.getByText(dayIn(east, created_at))).toBeVisible()
  await page.goto(`/${slug}/settings/account/preferences/`)
  await page.getByRole('button', { name: /^Time zone: / }).click()
  await page.getByRole('combobox', { name: 'Search time zones' }).fill('Samoa')
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PATCH' && answer.url().endsWith('/api/users/me/'),
  )
  await page.getByRole('option', { name: /^American Samoa/ }).click()
  await saved
  await page.goto(general)
  await expect(page.getByText(dayIn(west, created_at))).toBeVisible()

  await page.goto(`/${slug}/projects/${project_id}/cycles/`)
  await page.getByText('Mar 4 – 15, 2030').hover()
  // The project counts in UTC: there the fourth begins while it is still the third in Samoa.
  await expect(page.getByText(/in your time zone Mar 3, 2030, 1:00 PM/).first()).toBeVisible()
})
