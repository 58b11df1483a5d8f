import { accountApi, type Output, workItemsApi } from '@cairn/contract'
import { expectAccessible } from '../kit/accessibility.ts'
import { drag } from '../kit/drag.ts'
import { call, expect, test, type Visitor } from '../kit/visitors.ts'

test.use({ localCache: true })

const MS = 86_400_000
const today = Math.floor(Date.now() / MS)
const toDay = (number: number) => new Date(number * MS).toISOString().slice(0, 10)
const words = (number: number, options: Intl.DateTimeFormatOptions) =>
  new Date(number * MS).toLocaleDateString('en-US', { ...options, timeZone: 'UTC' })
const fullDate = (number: number) =>
  words(number, { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })
const monthTitle = (number: number) => words(number, { month: 'long', year: 'numeric' })
/** Sunday is 0. */
const weekDay = (number: number) => (number + 4) % 7
const monthStart = today - Number(toDay(today).slice(8)) + 1
/** The Tuesday, Wednesday … of the second whole week of this month: shown whatever day today is. */
const inSecondWeek = (day: number) => {
  const first = monthStart + 7
  return first + ((day - weekDay(first) + 7) % 7)
}
const [tuesday, wednesday, thursday] = [2, 3, 4].map(inSecondWeek) as [number, number, number]

const calendar = ({ list }: Visitor) => `${list}?layout=calendar`
const cell = ({ page }: Visitor, day: number) => page.getByRole('group', { name: fullDate(day) })
const items = (ada: Visitor, day: number) => cell(ada, day).getByRole('listitem')
const option = async ({ page }: Visitor, name: string) => {
  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByRole('menuitemcheckbox', { name }).click()
}
const itemOf = (
  { context, slug, project_id }: Visitor,
  { id }: { id: string },
): Promise<Output<typeof workItemsApi.get>> =>
  call(context.request, workItemsApi.get, { params: { slug, project_id, id } })

// @cap:calendar.by-due-date
// @cap:calendar.navigate
// @cap:calendar.day-paging
test('items stand on the day they are due, by month and by week, and days load on', async ({
  ada,
}) => {
  const { page } = ada
  await page.goto(calendar(ada))
  await expect(cell(ada, tuesday)).toBeVisible()
  await expect(page.getByText(monthTitle(today))).toBeVisible()

  await ada.addItem('No due date', { start_date: toDay(tuesday) })
  await ada.addItem('Contour lines flicker', { target_date: toDay(tuesday) })
  await expect(items(ada, tuesday)).toHaveText(['TRAIL-2Contour lines flicker'])
  await expect(page.getByText('No due date')).toHaveCount(0)

  await page.getByRole('button', { name: 'Next month' }).click()
  await expect(page.getByText(monthTitle(monthStart + 40))).toBeVisible()
  await expect(page.getByText('Contour lines flicker')).toHaveCount(0)
  await page.getByRole('button', { name: 'Previous month' }).click()
  await page.getByRole('button', { name: 'Previous month' }).click()
  await expect(page.getByText(monthTitle(monthStart - 1))).toBeVisible()
  await page.getByText(monthTitle(monthStart - 1)).click()
  const years = page.getByRole('dialog', { name: 'Choose a month' })
  await years.getByRole('button', { name: 'Next year' }).click()
  await years.getByRole('button', { name: /^March/ }).click()
  await expect(page.getByRole('button', { name: /^March/ })).toBeVisible()
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(items(ada, tuesday)).toHaveCount(1)

  // A weekday of this week: shown by week, and by month with weekends, whatever day today is.
  const midweek = today - weekDay(today) + 3
  const tasks = Array.from({ length: 33 }, (_, n) => `Task ${n}`)
  await ada.addItems(tasks, { target_date: toDay(midweek) })
  await option(ada, 'Show weekends')
  await expect(items(ada, midweek)).toHaveCount(4)
  await cell(ada, midweek).getByRole('button', { name: '29 more' }).click()
  await expect(items(ada, midweek)).toHaveCount(8)
  await option(ada, 'Week layout')
  await expect(items(ada, midweek)).toHaveCount(30)
  await cell(ada, midweek).getByRole('button', { name: '3 more' }).click()
  await expect(items(ada, midweek)).toHaveCount(33)

  await page.reload()
  await expect(page.getByRole('button', { name: 'Next week' })).toBeVisible()
  await expect(cell(ada, midweek - 3)).toBeVisible()
  await option(ada, 'Show weekends')
  await expect(cell(ada, midweek - 3)).toHaveCount(0)
  await page.getByRole('button', { name: 'Next week' }).click()
  await expect(cell(ada, midweek + 7)).toBeVisible()
  await page.getByRole('button', { name: 'Previous week' }).click()
  await expect(cell(ada, midweek)).toBeVisible()
})

// @cap:calendar.drag-to-day
// @cap:calendar.add-on-day
// @cap:work-items.quick-add
// @cap:account.first-day-of-week
test('items are carried to other days and added on them, by mouse and by keys', async ({ ada }) => {
  const { page, context } = ada
  const flicker = await ada.addItem('Contour lines flicker', {
    start_date: toDay(tuesday),
    target_date: toDay(wednesday),
  })
  await ada.addItem('Without a date')
  await ada.addItem('Begins too late', { start_date: toDay(thursday) })
  await page.goto(calendar(ada))
  const block = page.getByRole('listitem').filter({ hasText: 'Contour lines flicker' })
  await expect(items(ada, wednesday)).toHaveCount(1)

  await drag(block, cell(ada, thursday))
  await expect(items(ada, thursday)).toHaveCount(1)
  await expect.poll(async () => (await itemOf(ada, flicker)).target_date).toBe(toDay(thursday))
  await drag(block, cell(ada, tuesday - 1))
  await expect(page.getByText("The due date can't be before the start date").first()).toBeVisible()
  await expect(items(ada, thursday)).toHaveCount(1)

  await block.getByRole('link').focus()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(items(ada, wednesday).getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(cell(ada, tuesday)).toBeFocused()

  await cell(ada, tuesday).hover()
  await cell(ada, tuesday).getByRole('button', { name: 'New work item' }).click()
  await page.getByRole('menuitem', { name: 'New work item' }).click()
  const field = page.getByRole('textbox', { name: 'Work item title' })
  await field.fill('Written on the day')
  await page.keyboard.press('Enter')
  await field.fill('And another')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(items(ada, tuesday)).toHaveCount(2)

  await cell(ada, wednesday).hover()
  await cell(ada, wednesday).getByRole('button', { name: 'New work item' }).click()
  await page.getByRole('menuitem', { name: 'Add existing work item' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add existing work items' })
  await expect(dialog.getByText('Without a date')).toBeVisible()
  await expect(dialog.getByText('Begins too late')).toHaveCount(0)
  await dialog.getByRole('checkbox', { name: /Without a date/ }).click()
  await dialog.getByRole('button', { name: 'Add selected' }).click()
  await expect(items(ada, wednesday)).toHaveCount(2)
  await expect(page.getByText(/1 work item is now due on/).first()).toBeVisible()

  await option(ada, 'Show weekends')
  const days = page.locator('[data-day]')
  await expect(days.first()).toHaveAttribute('aria-label', /^Sunday/)
  await call(context.request, accountApi.changeProfile, { body: { start_of_the_week: 3 } })
  await expect(days.first()).toHaveAttribute('aria-label', /^Wednesday/)

  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectAccessible(page)
})

// @cap:mobile.calendar
test('on a phone the days are numbers, and the chosen one shows its items below', async ({
  ada,
}) => {
  const { page } = ada
  await page.setViewportSize({ width: 390, height: 844 })
  await ada.addItem('Contour lines flicker', { target_date: toDay(tuesday) })
  await page.goto(calendar(ada))
  const number = page.getByRole('button', { name: `${fullDate(tuesday)}, 1 work item` })
  await expect(number).toBeVisible()
  await number.click()
  await expect(page.getByRole('heading', { name: fullDate(tuesday) })).toBeVisible()
  await expect(page.getByRole('link', { name: /Contour lines flicker/ })).toBeVisible()
  await page.getByRole('button', { name: fullDate(wednesday) }).click()
  await expect(page.getByText('Nothing is due on this day.')).toBeVisible()
  await expectAccessible(page)
})
