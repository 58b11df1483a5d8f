import { expectAccessible } from '../kit/accessibility.ts'
import { expect, test, type Visitor } from '../kit/visitors.ts'

test.use({ localCache: true })

const row = ({ page }: Visitor, key: string) =>
  page.getByRole('group', { name: new RegExp(`^${key} `) })

// @cap:detail.peek
// @cap:detail.header-actions
test('an item opens beside, over and in front of the list, and gives the focus back', async ({
  ada,
}) => {
  const { page } = ada
  await ada.addItem('Tiles stop')
  await ada.addItem('Tiles are grey')
  await page.goto(ada.list)
  const side = page.getByRole('region', { name: /^Work item TRAIL/ })
  const over = page.getByRole('dialog', { name: /^Work item TRAIL/ })

  await row(ada, 'TRAIL-1').getByText('Tiles stop').click()
  await expect(side.getByRole('textbox', { name: 'Title' })).toHaveValue('Tiles stop')
  await expect(page).toHaveURL(/peekId=TRAIL-1/)
  await expectAccessible(page)
  // Another item replaces it.
  await row(ada, 'TRAIL-2').getByText('Tiles are grey').click()
  await expect(side.getByRole('textbox', { name: 'Title' })).toHaveValue('Tiles are grey')

  await side.focus()
  await page.keyboard.press('Escape')
  await expect(side).toHaveCount(0)
  await expect(row(ada, 'TRAIL-2')).toBeFocused()

  // K and J walk through the list behind it.
  await row(ada, 'TRAIL-2').getByText('Tiles are grey').click()
  await expect(side).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('j')
  await expect(page).toHaveURL(/peekId=TRAIL-\d/)

  await page.goto(`${ada.list}?peekId=TRAIL-1`)
  await side.getByRole('button', { name: 'View' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Modal' }).click()
  await expect(over.getByRole('textbox', { name: 'Title' })).toHaveValue('Tiles stop')
  await over.getByRole('button', { name: 'View' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Full page' }).click()
  await expect(over.getByRole('complementary', { name: 'Properties' })).toBeVisible()
  await expectAccessible(page)
  await over.getByRole('button', { name: 'Close' }).click()
  await expect(over).toHaveCount(0)

  await row(ada, 'TRAIL-1').getByText('Tiles stop').click()
  await expect(side).toBeVisible()
  await page.getByRole('heading', { name: 'Work items', level: 1 }).click()
  await expect(side).toHaveCount(0)

  // Deleting it from the peek closes the peek and removes the row.
  await row(ada, 'TRAIL-1').getByText('Tiles stop').click()
  await side.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(side).toHaveCount(0)
  await expect(row(ada, 'TRAIL-1')).toHaveCount(0)
})

test('a peek says nothing of an item that it does not know yet', async ({ ada }) => {
  const { page } = ada
  const parent = await ada.addItem('Tiles stop')
  await ada.addItem('In the north', { parent_id: parent.id })
  const gate = Promise.withResolvers<void>()
  for (const late of ['**/sub-issues/**', '**/description-versions/**']) {
    await page.route(late, async (route) => {
      await gate.promise
      await route.fallback()
    })
  }
  await page.goto(ada.list)
  await row(ada, 'TRAIL-1').getByText('Tiles stop').click()
  const side = page.getByRole('region', { name: /^Work item TRAIL/ })
  await expect(side.getByRole('textbox', { name: 'Title' })).toHaveValue('Tiles stop')
  await expect(side.getByText('Sub-items', { exact: true })).toBeVisible()
  await expect(side.getByText('0/1 done')).toHaveCount(0)
  await expect(side.getByText(/^Last edited/)).toHaveCount(0)
  gate.resolve()
  await expect(side.getByText('0/1 done')).toBeVisible()
  await expect(side.getByText(/^Last edited/)).toBeVisible()
})
