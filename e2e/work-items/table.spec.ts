import type { Page } from '@playwright/test'
import { expectAccessibleInThemes } from '../kit/accessibility.ts'
import { addRowOf, expect, test, type Visitor } from '../kit/visitors.ts'

test.use({ localCache: true })

const tableOf = ({ list }: Visitor) => `${list}?layout=spreadsheet`
const grid = (page: Page) => page.getByRole('grid', { name: 'Work items' })
const row = (page: Page, name: string) => page.getByRole('row', { name })
const names = (page: Page) => grid(page).locator('[role=gridcell][data-col="0"]').getByRole('link')

// @cap:spreadsheet.column-sort
// @cap:spreadsheet.keyboard
test('cells are walked and changed by keys and by mouse, headers sort both ways', async ({
  ada,
}) => {
  const { page } = ada
  await ada.addItem('Boulder', { priority: 'low' })
  await ada.addItem('Cairn', { priority: 'urgent' })
  await ada.addItem('Arch', { priority: 'medium' })
  await page.goto(tableOf(ada))
  await expect(page.getByRole('columnheader')).toHaveText([
    ...['Work items', 'State', 'Priority', 'Assignees', 'Labels', 'Modules', 'Cycle'],
    ...['Start date', 'Due date', 'Created on', 'Updated on', 'Link', 'Attachment'],
    'Sub-items',
  ])
  await expect(names(page)).toHaveText(['Arch', 'Cairn', 'Boulder'])
  await expectAccessibleInThemes(page)

  const cell = (of: string, name: string) => row(page, of).getByRole('gridcell', { name })
  await cell('Cairn', 'State: Backlog').click()
  await page.getByRole('option', { name: 'In Progress' }).click()
  await expect(cell('Cairn', 'State: In Progress')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(cell('Cairn', 'Priority: Urgent')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(cell('Boulder', 'Priority: Low')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cell('Boulder', 'Priority: Low')).toBeFocused()
  await page.keyboard.press('Space')
  await page.getByRole('option', { name: 'High' }).click()
  await expect(cell('Boulder', 'Priority: High')).toBeFocused()
  await page.keyboard.press('End')
  await expect(cell('Boulder', 'Sub-items: 0 sub-items')).toBeFocused()
  await cell('Boulder', 'Due date: not set').click()
  await page.getByRole('button', { name: /15th/ }).click()
  await expect(cell('Boulder', 'Due date: not set')).toHaveCount(0)
  await page.keyboard.press('Escape')
  // It returns the focus when it is gone.
  await expect(page.getByRole('dialog', { name: 'Due date' })).toHaveCount(0)

  const header = (name: string) => page.getByRole('columnheader', { name })
  await cell('Arch', 'Priority: Medium').focus()
  await page.keyboard.press('ArrowUp')
  await expect(header('Priority').getByRole('button')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemcheckbox', { name: 'Highest first' }).click()
  await expect(names(page)).toHaveText(['Cairn', 'Boulder', 'Arch'])
  await expect(header('Priority')).toHaveAttribute('aria-sort', 'descending')
  // The menu returns the focus when it is gone.
  await expect(header('Priority').getByRole('button')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(cell('Cairn', 'Priority: Urgent')).toBeFocused()
  await header('Priority').click()
  await page.getByRole('menuitemcheckbox', { name: 'Lowest first' }).click()
  await expect(names(page)).toHaveText(['Arch', 'Boulder', 'Cairn'])
  await expect(header('Priority')).toHaveAttribute('aria-sort', 'ascending')
  await page.reload()
  await expect(names(page)).toHaveText(['Arch', 'Boulder', 'Cairn'])
  await expect(cell('Boulder', 'Priority: High')).toBeVisible()
  await header('Priority').click()
  await page.getByRole('menuitem', { name: 'Clear sorting' }).click()
  await expect(names(page)).toHaveText(['Arch', 'Cairn', 'Boulder'])
  await expect(header('Created on')).toHaveAttribute('aria-sort', 'descending')
})

// @cap:spreadsheet.rows
// @cap:work-items.quick-add
// @cap:bulk.select
test('rows load as they are scrolled to, expand, open, are chosen, and are added', async ({
  ada,
}) => {
  const { page } = ada
  const parent = await ada.addItem('Parent')
  await ada.addItem('Child', { parent_id: parent.id })
  const stones = Array.from({ length: 107 }, (_, n) => `Stone ${n + 1}`)
  await ada.addItems(stones)
  await ada.addItem('The last stone')
  await ada.arrange({ layout: 'spreadsheet', order_by: 'created_at', sub_issue: false })
  const first = page.waitForResponse(/\/issues\/\?.*per_page=100/)
  await page.goto(tableOf(ada))
  expect(((await (await first).json()) as { results: unknown[] }).results).toHaveLength(100)

  await row(page, 'Parent').getByRole('button', { name: 'Sub-items' }).click()
  await expect(names(page).nth(1)).toHaveText('Child')

  const more = page.waitForResponse(/\/issues\/\?.*per_page=100.*cursor=100%3A1%3A0/)
  await grid(page).evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight))
  await more
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '111')
  await expect(names(page).last()).toHaveText('The last stone')
  await grid(page).evaluate((scroller) => scroller.scrollTo(600, scroller.scrollHeight))
  await expect(page.getByRole('columnheader', { name: 'Work items' })).toBeInViewport()
  await expect(page.getByRole('columnheader', { name: 'Updated on' })).toBeInViewport()
  await expect(names(page).last()).toBeInViewport()

  await addRowOf(page).click()
  await page.keyboard.type('Typed below')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(row(page, 'Typed below')).toBeVisible()

  await grid(page).evaluate((scroller) => scroller.scrollTo(0, 0))
  await row(page, 'Parent').hover()
  await row(page, 'Parent').getByRole('checkbox').click()
  await names(page).nth(3).hover()
  await page
    .getByRole('row')
    .nth(4)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: 'Selected work items' })
  await expect(bar.getByText('4 selected')).toBeVisible()
  await page.getByRole('row').nth(4).locator('[data-col="0"]').focus()
  await page.keyboard.press('Shift+ArrowDown')
  await expect(bar.getByText('5 selected')).toBeVisible()
  await bar.getByRole('button', { name: 'Priority' }).click()
  await page.getByRole('option', { name: 'Urgent' }).click()
  await expect(bar.getByRole('button', { name: 'Priority: Urgent' })).toBeVisible()
  await bar.getByRole('button', { name: 'Clear selection' }).click()
  await expect(bar).toBeHidden()
  await expect(
    row(page, 'Parent').getByRole('gridcell', { name: 'Priority: Urgent' }),
  ).toBeVisible()

  await names(page).first().click()
  await expect(page).toHaveURL(/peekId=TRAIL-1/)
})
