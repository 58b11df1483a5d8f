import { projectMembersApi, workItemsApi } from '@cairn/contract'
import { call, expect, test } from './visitors.ts'

test('a second browser sees each change without reload', async ({ ada }) => {
  const { page } = ada
  await ada.addItem('Contour lines flicker')
  await ada.arrange({ group_by: 'state', show_empty_groups: false })
  const other = await ada.secondBrowser()
  await Promise.all([page.goto(ada.list), other.goto(ada.list)])
  const there = (name: string) => other.getByRole('group', { name })
  await expect(there('TRAIL-1 Contour lines flicker')).toBeVisible()
  await expect(page.getByRole('group', { name: 'TRAIL-1' })).toBeVisible()

  await page.getByRole('main').getByRole('button', { name: 'New work item' }).last().click()
  await page.getByRole('textbox', { name: 'Work item title' }).fill('Brand new')
  await page.keyboard.press('Enter')
  await expect(there('TRAIL-2 Brand new')).toBeVisible()
  await page.keyboard.press('Escape')

  const here = page.getByRole('group', { name: 'TRAIL-2' })
  await here.getByRole('button', { name: 'State: Backlog' }).click()
  await page.getByRole('option', { name: 'Todo' }).click()
  await expect(there('TRAIL-2').getByRole('button', { name: 'State: Todo' })).toBeVisible()
  await expect(other.getByRole('button', { name: /^Todo/ })).toContainText('1')

  await here.getByRole('button', { name: 'Priority: No priority' }).click()
  await page.getByRole('option', { name: 'Medium' }).click()
  await expect(there('TRAIL-2').getByRole('button', { name: 'Priority: Medium' })).toBeVisible()

  await here.focus()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Name' }).fill('Renamed')
  await page.keyboard.press('Enter')
  await expect(there('TRAIL-2 Renamed')).toBeVisible()

  await page.getByRole('group', { name: 'TRAIL-2' }).focus()
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(there('TRAIL-2')).toBeHidden()
})

// @cap:realtime.reconnect-catches-up
test('a browser that was offline catches up by itself', async ({ ada }) => {
  const other = await ada.secondBrowser()
  await ada.addItem('Before')
  await other.goto(ada.list)
  await expect(other.getByRole('group', { name: 'Before' })).toBeVisible()
  await other.context().setOffline(true)
  await ada.addItem('While away')
  await other.context().setOffline(false)
  await expect(other.getByRole('group', { name: 'While away' })).toBeVisible({ timeout: 15_000 })
})

// @cap:realtime.list-membership
test('what starts or stops matching an open list comes and goes, and is counted', async ({
  ada,
}) => {
  const { page, slug, project_id, context } = ada
  const { request } = context
  const { id } = await ada.addItem('Tarn', { priority: 'low' })
  await ada.addItem('Ford', { priority: 'urgent' })
  await call(request, projectMembersApi.changeProperties, {
    params: { slug, project_id },
    body: { filters: { priority: ['urgent'] }, display_filters: { group_by: 'priority' } },
  })
  await page.goto(ada.list)
  const tarn = page.getByRole('group', { name: 'TRAIL-1 Tarn' })
  const urgent = page.getByRole('button', { name: /^Urgent/, expanded: true })
  await expect(page.getByRole('group', { name: 'TRAIL-2 Ford' })).toBeVisible()
  await expect(urgent).toContainText('1')
  await expect(tarn).toHaveCount(0)
  const give = (priority: 'urgent' | 'low') =>
    call(request, workItemsApi.change, { params: { slug, project_id, id }, body: { priority } })
  await give('urgent')
  await expect(tarn).toBeVisible()
  await expect(urgent).toContainText('2')
  await give('low')
  await expect(tarn).toHaveCount(0)
  await expect(urgent).toContainText('1')
  await call(request, workItemsApi.create, {
    params: { slug, project_id },
    body: { name: 'Scree', priority: 'urgent' },
  })
  await expect(page.getByRole('group', { name: 'TRAIL-3 Scree' })).toBeVisible()
  await expect(urgent).toContainText('2')
})
