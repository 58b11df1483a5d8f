import { projectsApi, workItemsApi } from '@cairn/contract'
import { expectAccessible } from '../kit/accessibility.ts'
import { call, expect, test } from '../kit/visitors.ts'

const long =
  'A title as long as the server takes it, because somebody pasted a whole sentence here, '
    .repeat(3)
    .slice(0, 255)

for (const theme of ['Light', 'Dark', 'Light high contrast', 'Dark high contrast']) {
  // @cap:accessibility.automated-check
  // @cap:accessibility.contrast-and-color
  test(`the list is readable and accessible in: ${theme}`, async ({ ada }) => {
    const { page } = ada
    await ada.addItem(long, { priority: 'urgent', target_date: '2020-01-01' })
    await ada.addItem('Short', { priority: 'low' })
    await page.goto(ada.list)
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page
      .getByRole('menuitemcheckbox', { name: theme, exact: true })
      .or(page.getByRole('menuitemradio', { name: theme, exact: true }))
      .or(page.getByRole('menuitem', { name: theme, exact: true }))
      .click()
    const name = theme.toLowerCase().replace(' high ', '-')
    await expect(page.locator('html')).toHaveAttribute('data-theme', name)
    await expectAccessible(page)
    // Red for those who see it, and a word for everybody.
    await expect(page.getByRole('button', { name: /^Due date: .*, overdue$/ })).toBeVisible()
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', name)
  })
}

// @cap:mobile.navigation
test('on a phone the sidebar is a drawer that closes after a choice, and nothing scrolls sideways', async ({
  ada,
}) => {
  const { page } = ada
  await ada.addItem(long)
  await page.setViewportSize({ width: 360, height: 780 })
  for (const url of [ada.list, `/${ada.slug}/`, `/${ada.slug}/projects/`]) {
    await page.goto(url)
    await expect(page.getByRole('button', { name: 'Open navigation' })).toBeVisible()
    await expectAccessible(page)
    const overflow = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
    expect(overflow).toBe(false)
  }
  await page.getByRole('button', { name: 'Open navigation' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('link', { name: 'Home' }).click()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`/${ada.slug}/?$`))
})

test('? shows the keyboard shortcuts', async ({ ada }) => {
  const { page } = ada
  await page.goto(ada.list)
  await expect(page.getByRole('heading', { name: 'No work items yet' })).toBeVisible()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog.getByText('Create new work item')).toBeVisible()
  await dialog.getByRole('searchbox').or(dialog.getByRole('textbox')).first().fill('sidebar')
  await expect(dialog.getByText('Create new work item')).toBeHidden()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

// Identifiers never truncate and never run into the title; titles on phones end after two lines.
test('a long identifier and a long title leave each other room', async ({ ada }) => {
  const { page, context, slug } = ada
  const { id: project_id } = await call(context.request, projectsApi.create, {
    params: { slug },
    body: { name: 'Long', identifier: 'LONGIDENT123' },
  })
  await call(context.request, workItemsApi.create, {
    params: { slug, project_id },
    body: { name: long },
  })
  await page.goto(`/${slug}/projects/${project_id}/issues/`)
  const row = page.getByRole('group', { name: 'LONGIDENT123-1' })
  const identifier = await row.getByText('LONGIDENT123-', { exact: false }).first().boundingBox()
  const title = await row.getByText(long).last().boundingBox()
  expect((identifier?.x ?? 0) + (identifier?.width ?? 0)).toBeLessThanOrEqual(title?.x ?? 0)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: 'Open navigation' })).toBeVisible()
  await expect.poll(async () => (await row.boundingBox())?.height ?? 0).toBeGreaterThan(60)
  await expect.poll(async () => (await row.boundingBox())?.height ?? 999).toBeLessThan(100)
})
