import { expect, test } from './visitors.ts'

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
