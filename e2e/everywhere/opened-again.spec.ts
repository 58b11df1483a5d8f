import { projectsApi, workItemPropertiesApi, workItemTypesApi } from '@cairn/contract'
import type { Page } from '@playwright/test'
import { call, dialogOf, expect, test, type Visitor } from '../kit/visitors.ts'

/** Delays the first request that creates something there, until `release` is called. */
async function delayCreation(page: Page, url: RegExp) {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  let isFirst = true
  await page.route(url, async (route) => {
    const isDelayed = isFirst && route.request().method() === 'POST'
    if (isDelayed) isFirst = false
    if (isDelayed) await promise
    await route.continue()
  })
  return release
}

async function bugOf({ context, slug, project_id }: Visitor) {
  const body = { is_issue_type_enabled: true }
  await call(context.request, projectsApi.change, { params: { slug, project_id }, body })
  const types = await call(context.request, workItemTypesApi.listOfWorkspace, { params: { slug } })
  return types.find(({ name }) => name === 'Bug')?.id ?? ''
}

/** Until all animations and all timers of the page that have begun are over. */
async function settle(page: Page) {
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
  )
  await page.clock.runFor(1_000)
}

test('a form is filled in while the one before is still on its way, and a refused one comes back', async ({
  ada,
}) => {
  const { page, slug, context } = ada
  const bug = await bugOf(ada)
  await call(context.request, workItemPropertiesApi.create, {
    params: { slug, type_id: bug },
    body: { name: 'Severity', kind: 'text' },
  })
  await page.goto(`/${slug}/settings/types/`)
  await page.getByRole('link', { name: 'Bug', exact: true }).click()
  const panel = page.getByRole('region', { name: 'Bug properties' })
  const forms = panel.getByRole('form')
  const row = (name: string) =>
    panel.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
  await expect(row('Severity')).toBeVisible()

  const release = await delayCreation(page, /\/properties\/$/)
  await panel.getByRole('button', { name: 'Add property' }).click()
  await forms.getByRole('textbox', { name: 'Name' }).fill('severity')
  await forms.getByRole('button', { name: 'Create property' }).click()
  await panel.getByRole('button', { name: 'Add property' }).click()
  await expect(forms.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Cau')

  release()
  await expect(forms).toHaveCount(2)
  const refused = forms.filter({ hasText: 'Another property of this type has this name.' })
  await expect(refused.getByRole('textbox', { name: 'Name' })).toHaveValue('severity')
  // What is being typed goes on.
  await page.keyboard.type('se')
  await page.keyboard.press('Enter')
  await expect(row('Cause')).toBeVisible()
  await expect(forms).toHaveCount(1)
  await refused.getByRole('textbox', { name: 'Name' }).fill('Impact')
  await refused.getByRole('button', { name: 'Create property' }).click()
  await expect(row('Impact')).toBeVisible()
  await expect(forms).toHaveCount(0)
  const stored = await call(context.request, workItemPropertiesApi.list, { params: { slug } })
  expect(stored.map(({ name }) => name).sort()).toEqual(['Cause', 'Impact', 'Severity'])
})

test('a first type that the server refuses comes back where there are no types yet', async ({
  ada,
}) => {
  const { page, slug } = ada
  await page.goto(`/${slug}/settings/types/`)
  await page.route(/\/issue-types\/$/, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { name: ['taken'] } })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'New type' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Chore')
  await page.getByRole('button', { name: 'Create type' }).click()
  await expect(page.getByText('Another type has this name.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Chore')
})

test('a dialog is opened again while the one before is still on its way', async ({ ada }) => {
  const { page, slug } = ada
  await ada.addItem('Tiles stop')
  await page.goto(`/${slug}/browse/TRAIL-1/`)
  const opener = page.getByRole('button', { name: 'Add link' }).first()
  const dialog = page.getByRole('dialog', { name: 'Add link' })
  const links = page.getByRole('region', { name: 'Links' })
  const release = await delayCreation(page, /links\/$/)

  await opener.click()
  await dialog.getByLabel('URL').fill('http://')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await opener.click()
  await dialog.getByLabel('URL').fill('docs.example.com')
  // The refused one waits until this one is sent.
  const refused = page.waitForResponse((answer) => answer.status() === 400)
  release()
  await refused
  await expect(dialog).toHaveCount(1)
  await expect(dialog.getByLabel('URL')).toHaveValue('docs.example.com')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Enter a valid http or https URL.')).toBeVisible()
  await expect(dialog.getByLabel('URL')).toHaveValue('http://')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(links.getByRole('link')).toHaveText(['http://docs.example.com'])
})

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`a dialog that is opened again at once stays open, motion: ${reducedMotion}`, async ({
    ada,
  }) => {
    const { page, slug } = ada
    await page.emulateMedia({ reducedMotion })
    await page.clock.install()
    await ada.addItem('Tiles stop')
    await page.goto(`/${slug}/browse/TRAIL-1/`)
    const opener = page.getByRole('button', { name: 'Add link' }).first()
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(dialogOf(page).getByLabel('URL')).toBeFocused()

    await test.step('the same one', async () => {
      await page.keyboard.press('Escape')
      await expect(opener).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(dialogOf(page).last().getByLabel('URL')).toBeFocused()
      await settle(page)
      await expect(dialogOf(page)).toHaveCount(1)
      await expect(dialogOf(page).getByLabel('URL')).toBeFocused()
    })

    await test.step('another one', async () => {
      await page.keyboard.press('Escape')
      await expect(opener).toBeFocused()
      await page.keyboard.press('?')
      const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await expect(shortcuts.getByRole('searchbox')).toBeFocused()
      await page.keyboard.press('Escape')
      await page.keyboard.press('?')
      await settle(page)
      await expect(dialogOf(page)).toHaveCount(1)
      await expect(shortcuts.getByRole('searchbox')).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(dialogOf(page)).toHaveCount(0)
      await expect(opener).toBeFocused()
    })
  })
}
