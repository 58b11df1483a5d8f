import {
  accountApi,
  cyclesApi,
  estimatesApi,
  MEMBER,
  modulesApi,
  projectMembersApi,
  projectsApi,
  timeApi,
  workItemsApi,
} from '@cairn/contract'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { expectFits } from '../kit/fits.ts'
import { call, dialogOf, expect, test, type Visitor } from '../kit/visitors.ts'

const trackTime = ({ context, slug, project_id }: Visitor, is_time_tracking_enabled = true) =>
  call(context.request, projectsApi.change, {
    params: { slug, project_id },
    body: { is_time_tracking_enabled },
  })

const log = ({ context, slug, project_id }: Visitor, id: string, duration: number, day?: string) =>
  call(context.request, timeApi.create, {
    params: { slug, project_id, id },
    body: { duration, ...(day && { day }) },
  })

const idOf = async ({ context }: Pick<Visitor, 'context'>) =>
  (await call(context.request, accountApi.me, {})).id

const pageOf = ({ slug }: Visitor, { sequence_id }: { sequence_id: number }) =>
  `/${slug}/browse/TRAIL-${sequence_id}/`

const minutesIn = async (message: Locator) =>
  Number(/(\d+)m/.exec((await message.textContent()) ?? '')?.[1])

const timeOn = (page: Page) => page.getByRole('region', { name: 'Time', exact: true })
const running = (page: Page) => page.getByRole('region', { name: 'Timer running' })

test('@cap:time.log time is logged by hand and by one timer, in every browser, where the project tracks it', async ({
  ada,
}) => {
  const { page, slug, project_id } = ada
  const one = await ada.addItem('Offline tiles stop downloading')
  const other = await ada.addItem('Resume partial tiles')
  let rest = ''

  await test.step('the project switches it on', async () => {
    await page.goto(pageOf(ada, one))
    await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
    await expect(timeOn(page)).toBeHidden()
    await page.goto(`/${slug}/settings/projects/${project_id}/features/`)
    await page.getByRole('switch', { name: 'Time' }).click()
    await expect(page.getByRole('switch', { name: 'Time' })).toBeChecked()
    await page.goto(pageOf(ada, one))
    await expect(timeOn(page)).toContainText('0h spent')
  })

  await test.step('time is typed like people write it, with a day and a note', async () => {
    await timeOn(page).getByRole('button', { name: 'Log time' }).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Time').fill('a while')
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('Not a time. Try 1h 30m')
    await dialog.getByLabel('Time').fill('1.5h')
    await dialog.getByLabel('Note').fill('Paired on the logs')
    await dialog.getByRole('button', { name: 'Log time' }).click()
    await expect(timeOn(page)).toContainText('1h 30m spent')
    await expect(page.getByText('logged 1h 30m')).toBeVisible()
    await timeOn(page).getByText('1 entry').click()
    await expect(timeOn(page).getByRole('listitem')).toContainText('Paired on the logs')
  })

  await test.step('an entry is changed', async () => {
    const entry = timeOn(page).getByRole('list', { name: 'Entries' }).getByRole('listitem')
    await entry.hover()
    await entry.getByRole('button', { name: 'More actions of the entry' }).click()
    await page.getByRole('menuitem', { name: 'Edit entry' }).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Time').fill('9:00–11:15')
    await dialog.getByRole('button', { name: 'Save entry' }).click()
    await expect(timeOn(page)).toContainText('2h 15m spent')
    await expect(page.getByText('changed logged time to 2h 15m')).toBeVisible()
  })

  await test.step('the timer survives a reload', async () => {
    await timeOn(page).getByRole('button', { name: 'Start timer' }).click()
    await expect(running(page)).toContainText('TRAIL-1')
    await expect(timeOn(page).getByRole('timer')).toHaveText(/^0:00:\d\d$/)
    await page.reload()
    await expect(timeOn(page).getByRole('timer')).toBeVisible()
    await expect(running(page)).toContainText('Offline tiles')
    await expectAccessibleInThemes(page)
  })

  await test.step('it runs once: started elsewhere, it moves there in every browser', async () => {
    const second = await ada.secondBrowser()
    await second.goto(pageOf(ada, other))
    await expect(running(second)).toContainText('TRAIL-1')
    await timeOn(second).getByRole('button', { name: 'Start timer' }).click()
    // A minute, or more on a busy machine.
    const stopped = second.getByText(/The other timer was stopped: \d+m logged/)
    const first = await minutesIn(stopped)
    await expect(running(second)).toContainText('TRAIL-2')
    await expect(running(page)).toContainText('TRAIL-2')
    await expect(timeOn(page)).toContainText(`2h ${15 + first}m spent`)
    await running(page).getByRole('button', { name: 'Stop timer' }).click()
    const last = await minutesIn(page.getByText(/\d+m logged on TRAIL-2/))
    await expect(running(second)).toBeHidden()
    await expect(timeOn(second)).toContainText(`${last}m spent`)
    rest = `${first}m spent`
  })

  await test.step('an entry is deleted', async () => {
    const entries = timeOn(page).getByRole('list', { name: 'Entries' })
    await timeOn(page).getByText('2 entries').click()
    const long = entries.getByRole('listitem').filter({ hasText: '2h 15m' })
    await long.hover()
    await long.getByRole('button', { name: 'More actions of the entry' }).click()
    await page.getByRole('menuitem', { name: 'Delete entry' }).click()
    await expect(timeOn(page)).not.toContainText('2h')
    await expect(timeOn(page)).toContainText(rest)
  })

  await test.step('on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(timeOn(page)).toContainText(rest)
    await timeOn(page).getByRole('button', { name: 'Start timer' }).click()
    await expect(timeOn(page).getByRole('timer')).toBeVisible()
    await expectFits(page, 'an item with a timer')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('switched off, it is hidden, and the timer with it', async () => {
    await trackTime(ada, false)
    await expect(timeOn(page)).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
    await expect(timeOn(page)).toBeHidden()
    await expect(running(page)).toBeHidden()
  })
})

/** A cycle, a module and an estimate of 8 hours with an item and its sub-item in them. */
async function withPlan(ada: Visitor) {
  const { context, slug, project_id } = ada
  const params = { slug, project_id }
  await trackTime(ada)
  const estimate = await call(context.request, estimatesApi.create, {
    params,
    body: {
      estimate: { name: 'Hours', type: 'time', last_used: true },
      estimate_points: [
        { key: 1, value: '2' },
        { key: 2, value: '8' },
      ],
    },
  })
  await call(context.request, projectsApi.change, { params, body: { estimate: estimate.id } })
  const point = estimate.points.find(({ value }) => value === '8')?.id
  const cycle = await call(context.request, cyclesApi.create, {
    params,
    body: { name: 'Sprint 1' },
  })
  const module = await call(context.request, modulesApi.create, {
    params,
    body: { name: 'Offline maps' },
  })
  const plan = { cycle_id: cycle.id, module_ids: [module.id] }
  const item = await ada.addItem('Tiles', { estimate_point: point, plan })
  const part = await ada.addItem('Part of it', { parent_id: item.id })
  return { cycle, module, item, part }
}

test('@cap:time.sums spent time is summed on item, sub-items, cycle, module, project and person', async ({
  ada,
}) => {
  const { page, slug, project_id } = ada
  const { cycle, module, item, part } = await withPlan(ada)
  await log(ada, item.id, 340)
  await log(ada, part.id, 80)
  const spentIn = (name: string | RegExp) =>
    page.getByRole('complementary', { name }).locator('[data-property="time_spent"]')

  await test.step('on the item, against its estimate, and on its sub-items', async () => {
    await page.goto(pageOf(ada, item))
    await expect(timeOn(page)).toContainText('5h 40m spent of 8h')
    await expect(timeOn(page)).toContainText('2h 20m left')
    await expect(timeOn(page).getByRole('img', { name: '71% of the estimate spent' })).toBeVisible()
    await expect(timeOn(page)).toContainText('1h 20m on sub-items, 7h in total')
    await log(ada, part.id, 10)
    await expect(timeOn(page)).toContainText('1h 30m on sub-items, 7h 10m in total')
  })

  await test.step('in the cycle, also while it is open', async () => {
    await page.goto(`/${slug}/projects/${project_id}/cycles/?peekCycle=${cycle.id}`)
    await expect(spentIn('Cycle details')).toContainText('5h 40m of 8h')
    await log(ada, item.id, 20)
    await expect(spentIn('Cycle details')).toContainText('6h of 8h')
  })

  await test.step('in the module', async () => {
    await page.goto(`/${slug}/projects/${project_id}/modules/?peekModule=${module.id}`)
    await expect(spentIn('Module details')).toContainText('6h of 8h')
  })

  await test.step('in the project', async () => {
    await page.goto(`/${slug}/projects/${project_id}/overview/`)
    const properties = page.getByRole('region', { name: 'Properties' })
    await expect(properties.locator('[data-property="time_spent"]')).toContainText('7h 30m of 8h')
  })

  await test.step('of a person', async () => {
    await page.goto(`/${slug}/profile/${await idOf(ada)}/`)
    const panel = page.getByRole('complementary', { name: 'Profile' })
    await expect(panel).toContainText('Time spent7h 30m')
  })

  await test.step('it follows an item that is deleted and restored, and leaves with one that moves', async () => {
    const { context } = ada
    const params = { slug, project_id, id: part.id }
    const issues = { issue_ids: [part.id] }
    await page.goto(`/${slug}/projects/${project_id}/overview/`)
    const spent = page
      .getByRole('region', { name: 'Properties' })
      .locator('[data-property="time_spent"]')
    await expect(spent).toContainText('7h 30m')
    await call(context.request, workItemsApi.remove, { params })
    await expect(spent).toContainText('6h of 8h')
    await call(context.request, workItemsApi.bulkRestore, { params, body: issues })
    await expect(spent).toContainText('7h 30m')
  })
})

/** A Monday, well away from the current week. */
const monday = '2026-03-02'

test('@cap:time.timesheet a week is entered in place by keyboard, and exported', async ({
  ada,
}) => {
  const { page, slug, project_id, context } = ada
  await trackTime(ada)
  const [one, other] = [await ada.addItem('Cold start'), await ada.addItem('Retry queue')]
  const me = await idOf(ada)
  const sheet = `/${slug}/profile/${me}/time/`
  const cell = (key: string, day: string) =>
    page.getByRole('textbox', { name: new RegExp(`^${key}, .*${day}, 2026$`) })
  const row = (name: string | RegExp) => page.getByRole('row', { name })

  await test.step('an empty week says what to do, and takes items', async () => {
    await page.goto(`/${slug}/profile/${me}/`)
    await page.getByRole('link', { name: 'Time', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'No time this week' })).toBeVisible()
    await expectAccessible(page)
    await page.goto(`${sheet}?week=${monday}`)
    await page.getByRole('button', { name: 'Add work item' }).click()
    const dialog = dialogOf(page)
    for (const name of ['Cold start', 'Retry queue']) {
      await dialog.getByRole('checkbox', { name: new RegExp(name) }).click()
    }
    await dialog.getByRole('button', { name: /^Add/ }).click()
    await expect(row(/TRAIL-1 Cold start/)).toBeVisible()
  })

  await test.step('cells are filled with the keys of a table', async () => {
    await cell('TRAIL-1', 'March 2').click()
    await page.keyboard.type('2h')
    await page.keyboard.press('Enter')
    await expect(cell('TRAIL-2', 'March 2')).toBeFocused()
    await page.keyboard.type('90m')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowRight')
    await expect(cell('TRAIL-1', 'March 3')).toBeFocused()
    await page.keyboard.type('9:00–9:45')
    await page.keyboard.press('ArrowDown')
    await expect(row(/^TRAIL-1/)).toContainText('2h 45m')
    await expect(row(/^Total/)).toHaveText('Total3h 30m45m4h 15m')
  })

  await test.step('what is no time is refused, and Escape brings the former back', async () => {
    await cell('TRAIL-1', 'March 2').fill('much')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('alert')).toContainText('Not a time')
    await cell('TRAIL-1', 'March 2').click()
    await page.keyboard.press('Escape')
    await expect(cell('TRAIL-1', 'March 2')).toHaveValue('2h')
    await expect(page.getByRole('alert')).toBeEmpty()
  })

  await test.step('a cell is changed and emptied, and all of it is stored', async () => {
    await cell('TRAIL-1', 'March 2').fill('2h 30m')
    await page.keyboard.press('Enter')
    await cell('TRAIL-1', 'March 3').fill('')
    await page.keyboard.press('Enter')
    await expect(row(/^Total/)).toHaveText('Total4h4h')
    await expect
      .poll(async () => {
        const params = { slug, project_id, id: one.id }
        return (await call(context.request, timeApi.ofItem, { params })).spent
      })
      .toBe(150)
    await page.reload()
    await expect(row(/^Total/)).toHaveText('Total4h4h')
    await expect(cell('TRAIL-2', 'March 2')).toHaveValue('1h 30m')
  })

  await test.step('entries of elsewhere appear, and a day of several is not shortened', async () => {
    await log(ada, one.id, 30, monday)
    await expect(cell('TRAIL-1', 'March 2')).toHaveValue('3h')
    await cell('TRAIL-1', 'March 2').fill('1h')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('This day has 2 entries')
    await cell('TRAIL-1', 'March 2').fill('3h 15m')
    await page.keyboard.press('Enter')
    await expect(row(/^Total/)).toContainText('4h 45m')
  })

  await test.step('it is exported, entry by entry', async () => {
    await expect
      .poll(async () => {
        const params = { slug, project_id, id: one.id }
        return (await call(context.request, timeApi.ofItem, { params })).spent
      })
      .toBe(195)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^timesheet-2026-03-0\d-2026-03-0\d\.csv$/)
    const parts = await (await file.createReadStream()).toArray()
    const lines = Buffer.concat(parts).toString().trim().split('\r\n')
    expect(lines[0]).toBe('"Day","Person","Key","Work item","Minutes","Time","Note"')
    expect(lines).toHaveLength(5)
    expect(lines.some((line) => /"TRAIL-2","Retry queue","90","1h 30m"/.test(line))).toBe(true)
  })

  await test.step('weeks are turned, and last week’s items come along', async () => {
    await page.getByRole('button', { name: 'Next week' }).click()
    await page.getByRole('button', { name: 'Add items of last week' }).click()
    await expect(cell('TRAIL-2', 'March 9')).toHaveValue('')
    await page.getByRole('button', { name: 'Previous week' }).click()
    await expect(cell('TRAIL-2', 'March 2')).toHaveValue('1h 30m')
  })

  await test.step('the running timer is in its cell', async () => {
    await call(context.request, timeApi.startTimer, { params: { slug, project_id, id: other.id } })
    await page.getByRole('button', { name: 'This week' }).click()
    await expect(row(/^TRAIL-2/).getByRole('img', { name: 'Timer running' })).toBeVisible()
  })

  await test.step('a colleague’s is read by admins, and by nobody else', async () => {
    const ben = await ada.addColleague(MEMBER, 'Ben')
    const member_id = await idOf(ben)
    await call(context.request, projectMembersApi.add, {
      params: { slug, project_id },
      body: { members: [{ member_id, role: MEMBER }] },
    })
    await log({ ...ada, context: ben.context }, other.id, 75, monday)
    await page.goto(`/${slug}/profile/${member_id}/time/?week=${monday}`)
    await expect(row(/^TRAIL-2/)).toContainText('1h 15m')
    await expect(page.getByRole('table').getByRole('textbox')).toHaveCount(0)
    await ben.page.goto(`/${slug}/profile/${me}/time/?week=${monday}`)
    await expect(ben.page.getByRole('heading', { name: 'No timesheet here' })).toBeVisible()
    await ben.page.goto(`/${slug}/profile/${member_id}/time/?week=${monday}`)
    await expect(ben.page.getByRole('row', { name: /^TRAIL-2/ })).toBeVisible()
  })

  await test.step('it is readable in every theme, and on a phone', async () => {
    await page.goto(`${sheet}?week=${monday}`)
    await expect(row(/^Total/)).toContainText('4h 45m')
    await expectAccessibleInThemes(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(row(/^Total/)).toContainText('4h 45m')
    await expectFits(page, 'a timesheet')
  })
})
