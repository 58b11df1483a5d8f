import { draftsApi, workItemListsApi, workItemsApi } from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { call, dialogOf, expect, test } from './visitors.ts'

const notice = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text).first()

async function open(page: Page) {
  await page.keyboard.press('c')
  await expect(dialogOf(page).first().getByLabel('Title')).toBeFocused()
}

// @cap:work-items.title-rules
// @cap:work-items.create-more
test('an item is created with everything it can say, and one more after it', async ({ ada }) => {
  const { page, slug, project_id, context } = ada
  const parent = await ada.addItem('The way up, from the car park to the hut')
  await page.goto(ada.list)
  await expect(page.getByText('The way up').first()).toBeVisible()
  await open(page)
  const dialog = dialogOf(page).first()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Title is required')).toBeVisible()
  await dialog.getByLabel('Title').fill('x'.repeat(256))
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Title should be less than 255 characters')).toBeVisible()

  await dialog.getByLabel('Title').fill('Ask before deleting a region')
  const text = dialog.getByRole('textbox', { name: 'Description' })
  await text.click()
  await page.keyboard.type('# Why\nPeople press the wrong button.')
  await dialog.getByRole('button', { name: 'Priority' }).click()
  await page.getByRole('option', { name: 'High' }).click()
  await dialog.getByRole('button', { name: 'Assignees' }).click()
  await page.getByRole('option', { name: 'You' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Add parent' }).click()
  const search = page.getByRole('dialog', { name: /parent/i })
  await search.getByRole('searchbox').fill('the way')
  await search.getByRole('button', { name: /The way up/ }).click()
  await expect(dialog.getByText('TRAIL-1')).toBeVisible()
  await expectAccessible(page)

  await dialog.getByLabel('Create more').click()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(notice(page, 'Work item created successfully')).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue('')
  await expect(dialog.getByLabel('Title')).toBeFocused()
  const { results } = await call(context.request, workItemListsApi.project, {
    params: { slug, project_id },
    query: { order_by: '-created_at' },
  })
  const [made] = results as { id: string; priority: string; parent_id: string }[]
  expect(made).toMatchObject({ priority: 'high', parent_id: parent.id })
  const detail = await call(context.request, workItemsApi.get, {
    params: { slug, project_id, id: made?.id ?? '' },
    query: {},
  })
  expect(detail.description_html).toContain('<h1')
  expect(detail.assignee_ids).toHaveLength(1)

  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect(page.getByText('Ask before deleting a region').first()).toBeVisible()
})

// @cap:drafts.save-and-list
// @cap:drafts.edit-copy-delete
// @cap:drafts.move-to-project
test('what is half written becomes a draft, and the draft an item', async ({ ada }) => {
  const { page, slug, context } = ada
  await page.goto(`/${slug}/drafts/`)
  await expect(page.getByRole('heading', { name: 'No drafts yet' })).toBeVisible()
  await expectAccessible(page)

  await open(page)
  await page.keyboard.type('Half a thought')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Save this draft?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialogOf(page).first().getByLabel('Title')).toHaveValue('Half a thought')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Save to Drafts' }).click()
  await expect(notice(page, 'Draft created')).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: 'Half a thought' })
  await expect(row).toBeVisible()

  await row.getByRole('button', { name: 'Priority' }).click()
  await page.getByRole('option', { name: 'Urgent' }).click()
  await expect(row.getByRole('button', { name: 'Priority: Urgent' })).toBeVisible()
  await row.getByRole('button', { name: /More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Make a copy' }).click()
  await expect(row).toHaveCount(2)
  await expect(page.locator('main header').getByText('2', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await row
    .first()
    .getByRole('button', { name: /Edit draft/ })
    .click()
  await dialogOf(page).first().getByLabel('Title').fill('A whole thought')
  await dialogOf(page).first().getByRole('button', { name: 'Update' }).click()
  const whole = page.getByRole('listitem').filter({ hasText: 'A whole thought' })
  await expect(whole).toBeVisible()
  await whole.getByRole('button', { name: /More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Move to project' }).click()
  await dialogOf(page).first().getByRole('button', { name: 'Add to project' }).click()
  await expect(whole).toBeHidden()

  await row.getByRole('button', { name: /More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'No drafts yet' })).toBeVisible()
  const left = async () =>
    (await call(context.request, draftsApi.list, { params: { slug }, query: {} })).total_count
  await expect.poll(left).toBe(0)
  await page.goto(ada.list)
  await expect(page.getByText('A whole thought').first()).toBeVisible()
})

test('what may be the same is told while the title is written', async ({ ada }) => {
  const { page } = ada
  await ada.addItem('Contour lines flicker while zooming')
  await page.goto(ada.list)
  await expect(page.getByText('Contour lines flicker').first()).toBeVisible()
  await open(page)
  await page.keyboard.type('Contour lines flicker when zooming')
  await dialogOf(page).first().getByRole('button', { name: '1 similar work item found' }).click()
  await expect(
    dialogOf(page)
      .first()
      .getByRole('link', { name: /TRAIL-1/ }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await page
    .getByRole('dialog', { name: 'Save this draft?' })
    .getByRole('button', { name: 'Discard' })
    .click()
  await expect(dialogOf(page)).toBeHidden()
})
