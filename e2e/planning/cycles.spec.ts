import {
  cyclesApi,
  estimatesApi,
  GUEST,
  labelsApi,
  MEMBER,
  type NewCycle,
  projectMembersApi,
  projectsApi,
  statesApi,
  workItemsApi,
  workspacesApi,
} from '@cairn/contract'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { runJob } from '../kit/deleted-long-ago.ts'
import { drag, settledBox } from '../kit/drag.ts'
import { countRecordedDays, passDays } from '../kit/long-ago.ts'
import { nextFrame } from '../kit/next-frame.ts'
import { changesAnswered } from '../kit/unanswered-changes.ts'
import { call, dialogOf, expect, saveMessages, test, type Visitor } from '../kit/visitors.ts'

/** So many days from today; far enough from it that midnight may pass meanwhile. */
function inDays(days: number): string {
  const date = new Date()
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

const running = { start_date: inDays(-6), end_date: inDays(6) }
const upcoming = { start_date: inDays(100), end_date: inDays(110) }
const ended = { start_date: inDays(-40), end_date: inDays(-30) }

const cyclesOf = ({ slug, project_id }: Visitor) => `/${slug}/projects/${project_id}/cycles/`

const addCycle = (
  { context, slug, project_id }: Visitor,
  name: string,
  more: Partial<NewCycle> = {},
) =>
  call(context.request, cyclesApi.create, { params: { slug, project_id }, body: { name, ...more } })

const putInto = ({ context, slug, project_id }: Visitor, id: string, issues: string[]) =>
  call(context.request, cyclesApi.addItems, { params: { slug, project_id, id }, body: { issues } })

async function stateOf({ context, slug, project_id }: Visitor, group: string) {
  const states = await call(context.request, statesApi.list, { params: { slug, project_id } })
  return states.find((state) => state.group === group)?.id ?? ''
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Picks days of the second month the calendar shows. */
async function pickDays(page: Page, first: number, last: number) {
  const today = new Date()
  for (const day of [first, last]) {
    const date = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, day))
    const shown = page.locator(`[data-day="${date.toISOString().slice(0, 10)}"]`)
    await shown.getByRole('button').click()
  }
  await page.getByRole('button', { name: 'Done' }).click()
}

// @cap:cycles.create-and-edit
// @cap:cycles.date-overlap
// @cap:cycles.status-from-dates
// @cap:cycles.list-search-and-filter
// @cap:cycles.delete
test('cycles are made, changed, found and deleted in the list that sorts them by their days', async ({
  ada,
}) => {
  const { page } = ada
  await page.goto(cyclesOf(ada))
  await expect(page.getByRole('heading', { name: 'Plan work in cycles' })).toBeVisible()
  await page.keyboard.press('q')
  const dialog = dialogOf(page).filter({ hasText: 'Create cycle' })
  await dialog.getByRole('button', { name: 'Create cycle' }).click()
  await expect(dialog.getByText('Enter a title.')).toBeVisible()
  await dialog.getByLabel('Title').fill('First light')
  await dialog.getByLabel('Description').fill('What the first morning brings.')
  await dialog.getByRole('button', { name: 'Dates' }).click()
  await pickDays(page, 10, 20)
  await dialog.getByRole('button', { name: 'Create cycle' }).click()
  const coming = section(page, 'Upcoming cycle')
  await expect(coming.getByRole('link', { name: 'First light' })).toBeVisible()

  await page.getByRole('button', { name: 'Add cycle' }).click()
  await dialog.getByLabel('Title').fill('In the way')
  await dialog.getByRole('button', { name: 'Dates' }).click()
  // Days of other cycles are marked, and weekday letters are above their columns.
  await expect(page.getByText('Crossed out: days of other cycles.')).toBeVisible()
  const centerOf = async (place: Locator) => {
    const { x, width } = (await place.boundingBox()) ?? { x: 0, width: 0 }
    return Math.round(x + width / 2)
  }
  const letter = page.locator('th').first()
  expect(await letter.evaluate((cell) => getComputedStyle(cell).textAlign)).toBe('center')
  const day = page.getByRole('gridcell').first()
  await expect.poll(async () => (await centerOf(letter)) - (await centerOf(day))).toBe(0)
  await pickDays(page, 15, 25)
  await dialog.getByRole('button', { name: 'Create cycle' }).click()
  await expect(dialog.getByText(/^These dates overlap First light \(.*\)/)).toBeVisible()
  await dialog.getByRole('button', { name: /^Dates/ }).click()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await dialog.getByRole('button', { name: 'Create cycle' }).click()
  await expect(section(page, 'Drafts').getByRole('link', { name: 'In the way' })).toBeVisible()
  await expect(coming.getByRole('link', { name: 'In the way' })).toHaveCount(0)

  await addCycle(ada, 'Running', running)
  await addCycle(ada, 'Long ago', ended)
  await expect(section(page, 'Active cycle').getByRole('link', { name: 'Running' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Long ago' })).toHaveCount(0)
  await section(page, 'Completed cycle')
    .getByRole('button', { name: /Completed cycle/ })
    .click()
  await expect(page.getByRole('link', { name: 'Long ago' })).toBeVisible()

  await page.getByRole('button', { name: 'Actions for First light' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const editing = dialogOf(page).filter({ hasText: 'Edit cycle' })
  await editing.getByLabel('Title').fill('Second light')
  await editing.getByRole('button', { name: 'Update cycle' }).click()
  await expect(coming.getByRole('link', { name: 'Second light' })).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search cycles' }).fill('LIGHT')
  await expect(page.getByRole('link', { name: 'Running' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Second light' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search cycles' }).fill('nowhere')
  await expect(page.getByText('Clear the search to see all cycles.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByRole('checkbox', { name: 'Draft' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'In the way' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Running' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove filter Status' }).click()
  await expect(page.getByRole('link', { name: 'Running' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Actions for In the way' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('link', { name: 'In the way' })).toHaveCount(0)
  await changesAnswered(ada.context.request)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Second light' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'In the way' })).toHaveCount(0)
})

// @cap:cycles.active-panel
// @cap:cycles.burndown
// @cap:cycles.sidebar
// @cap:cycles.add-existing-items
test('a running cycle shows how far it is, filters by what is clicked, and follows its items', async ({
  ada,
}) => {
  const { page, context, slug, project_id } = ada
  const place = { slug, project_id }
  const [done, open, gone] = [
    await stateOf(ada, 'completed'),
    await stateOf(ada, 'unstarted'),
    await stateOf(ada, 'cancelled'),
  ]
  const bug = await call(context.request, labelsApi.create, {
    params: place,
    body: { name: 'bug' },
  })
  const me = await call(context.request, projectMembersApi.me, { params: place })
  const mine = { assignee_ids: [me.member.id] }
  const items = [
    await ada.addItem('Finished', { state_id: done, ...mine }),
    await ada.addItem('Given up', { state_id: gone }),
    await ada.addItem('Burning', { state_id: open, priority: 'urgent', label_ids: [bug.id] }),
  ]
  await ada.addItem('Waiting outside', { state_id: open })
  const cycle = await addCycle(ada, 'Ridge walk', { description: 'Up and down again', ...running })
  await putInto(
    ada,
    cycle.id,
    items.map(({ id }) => id),
  )

  await page.goto(cyclesOf(ada))
  const active = section(page, 'Active cycle')
  await expect(active.getByText('1 of 2 work items done')).toBeVisible()
  await expect(active.getByText("1 canceled work item isn't counted.")).toBeVisible()
  await expect(active.getByText('Pending work items 1')).toBeVisible()
  const chart = active.getByRole('table', { name: 'Burn-down' })
  await expect(chart.getByRole('row').nth(1).getByRole('cell')).toHaveText(['2', '2'])
  await expectAccessibleInThemes(page)
  await active.getByRole('tab', { name: 'High-priority work items' }).click()
  await expect(active.getByRole('link', { name: /TRAIL-3/ })).toBeVisible()
  await active.getByRole('tab', { name: 'Labels' }).click()
  await active.getByRole('link', { name: /^bug/ }).click()
  await expect(page).toHaveURL(new RegExp(`cycles/${cycle.id}/.*labels=${bug.id}`))
  const rows = page.getByRole('group', { name: /TRAIL-/ })
  await expect(rows).toHaveCount(1)

  const details = page.getByRole('complementary', { name: 'Cycle details' })
  await expect(details.getByText('Up and down again')).toBeVisible()
  for (const name of ['Dates', 'Lead', 'Members']) {
    await expect(details.getByText(name, { exact: true })).toBeVisible()
  }
  await expect(details.getByText('1/2')).toBeVisible()
  await details.getByRole('tab', { name: 'Labels' }).click()
  await details.getByRole('button', { name: /^bug/ }).click()
  await expect(rows).toHaveCount(3)
  await details.getByRole('tab', { name: 'States' }).click()
  await details.getByRole('button', { name: /^Completed/ }).click()
  await expect(rows).toHaveCount(1)
  await details.getByRole('button', { name: /^Completed/ }).click()
  await expect(rows).toHaveCount(3)

  await details.getByRole('button', { name: 'Work items' }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Burn-up' })).toBeVisible()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Points' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  const estimate = await call(context.request, estimatesApi.create, {
    params: place,
    body: {
      estimate: { name: 'Points', type: 'points' },
      estimate_points: [
        { key: 1, value: '3' },
        { key: 2, value: '5' },
      ],
    },
  })
  const points = estimate.points.toSorted((a, b) => a.key - b.key)
  await call(context.request, projectsApi.change, {
    params: place,
    body: { estimate: estimate.id },
  })
  for (const [index, id] of [items[0]?.id, items[2]?.id].entries()) {
    await call(context.request, workItemsApi.change, {
      params: { ...place, id: id ?? '' },
      body: { estimate_point: points[index]?.id ?? null },
    })
  }
  await expect(details.getByText('3/8')).toBeVisible()
  await details.getByRole('button', { name: 'Work items' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Points' }).click()
  await expect(details.getByText('Pending points 5')).toBeVisible()

  const other = await ada.secondBrowser()
  await other.goto(`${cyclesOf(ada)}${cycle.id}/`)
  const theirs = other.getByRole('complementary', { name: 'Cycle details' })
  await expect(theirs.getByText('1/2')).toBeVisible()
  await call(context.request, workItemsApi.change, {
    params: { ...place, id: items[2]?.id ?? '' },
    body: { state_id: done },
  })
  await expect(theirs.getByText('2/2')).toBeVisible()
  await expect(details.getByText('2/2')).toBeVisible()

  const empty = await addCycle(ada, 'Valley walk', upcoming)
  await page.goto(`${cyclesOf(ada)}${empty.id}/`)
  await page.getByRole('button', { name: 'Add existing work items' }).click()
  const existing = dialogOf(page).filter({ hasText: 'Add existing work items' })
  await existing.getByRole('searchbox').fill('waiting')
  await existing.getByRole('checkbox', { name: /Waiting outside/ }).check()
  await existing.getByRole('button', { name: 'Add selected work items' }).click()
  await expect(rows).toHaveCount(1)
  await expect(details.getByText('0/1')).toBeVisible()
  await rows.getByText('Waiting outside').click()
  await page.getByRole('button', { name: 'Cycle: Valley walk' }).click()
  await page.getByRole('option', { name: 'No cycle' }).click()
  await expect(rows).toHaveCount(0)
  await expect(details.getByText('0/0').first()).toBeVisible()
  await page.goto(`${cyclesOf(ada)}${cycle.id}/`)

  await page.getByRole('button', { name: 'Hide details' }).click()
  await expect(details).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Show details' })).toBeVisible()
  await expect(details).toHaveCount(0)
})

// @cap:cycles.numbers-agree
test('one cycle has the same numbers in list, panel, bar and chart, canceled items apart', async ({
  ada,
}) => {
  const { page } = ada
  const groups = [
    'completed',
    'completed',
    'started',
    'unstarted',
    'cancelled',
    'cancelled',
  ] as const
  const ids: string[] = []
  for (const [n, group] of groups.entries()) {
    const item = await ada.addItem(`Step ${n + 1}`, { state_id: await stateOf(ada, group) })
    ids.push(item.id)
  }
  const cycle = await addCycle(ada, 'Ridge walk', running)
  await putInto(ada, cycle.id, ids)

  await test.step('the list: two of four, half of it, two canceled', async () => {
    await page.goto(cyclesOf(ada))
    const active = section(page, 'Active cycle')
    await expect(active.getByText('2 of 4 work items done')).toBeVisible()
    await expect(active.getByRole('img', { name: /Ridge walk.*: 50%$/ }).first()).toBeVisible()
    await expect(
      active.getByRole('img', { name: 'Completed 2, Started 1, Unstarted 1' }),
    ).toBeVisible()
    await expect(active.getByText('Pending work items 2')).toBeVisible()
    await expect(active.getByText("2 canceled work items aren't counted.")).toBeVisible()
    const chart = active.getByRole('table', { name: 'Burn-down' })
    await expect(chart.getByRole('row').nth(1).getByRole('cell').first()).toHaveText('4')
  })

  await test.step('the panel beside its items: the same', async () => {
    await page.goto(`${cyclesOf(ada)}${cycle.id}/`)
    const details = page.getByRole('complementary', { name: 'Cycle details' })
    await expect(details.getByText('2/4', { exact: true })).toBeVisible()
    await expect(details.getByText('2 canceled', { exact: true })).toBeVisible()
    await expect(details.getByText('50%', { exact: true }).first()).toBeVisible()
    await expect(
      details.getByRole('img', { name: 'Completed 2, Started 1, Unstarted 1' }),
    ).toBeVisible()
    await expect(details.getByText('Pending work items 2')).toBeVisible()
    await details.getByRole('tab', { name: 'States' }).click()
    await expect(details.getByRole('button', { name: /^Completed.*50%/ })).toBeVisible()
  })
})

// @cap:cycles.transfer-asks
test('moving unfinished items on names how many and where to, asks once, and is undone', async ({
  ada,
}) => {
  const { page, context, slug, project_id } = ada
  const place = { slug, project_id }
  const over = await addCycle(ada, 'Old path', running)
  const next = await addCycle(ada, 'New path', upcoming)
  const done = await ada.addItem('Done there', { state_id: await stateOf(ada, 'completed') })
  const open = await Promise.all(['Bridge', 'Stairs'].map((name) => ada.addItem(name)))
  await putInto(
    ada,
    over.id,
    [done, ...open].map(({ id }) => id),
  )
  await call(context.request, cyclesApi.change, { params: { ...place, id: over.id }, body: ended })
  const inNext = async () => {
    const params = { ...place, id: next.id }
    return (await call(context.request, cyclesApi.get, { params })).total_issues
  }
  const row = (name: RegExp) => page.getByRole('group', { name })
  await saveMessages(page)
  await page.goto(`${cyclesOf(ada)}${over.id}/?layout=list`)
  await expect(row(/Bridge/)).toBeVisible()

  await test.step('closing the dialog moves nothing', async () => {
    await page.getByRole('button', { name: 'Move work items' }).click()
    await expect(
      dialogOf(page).getByRole('button', { name: 'Move 2 work items to New path' }),
    ).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toHaveCount(0)
    expect(await inNext()).toBe(0)
  })

  await test.step('one answer moves both, and the message says so', async () => {
    await page.getByRole('button', { name: 'Move work items' }).click()
    await dialogOf(page).getByRole('button', { name: 'Move 2 work items to New path' }).click()
    await expect(row(/Bridge/)).toHaveCount(0)
    await expect(row(/Stairs/)).toHaveCount(0)
    await expect(row(/Done there/)).toBeVisible()
    await expect(page.getByText('2 work items moved to New path')).toBeVisible()
    expect(await inNext()).toBe(2)
  })

  await test.step('undone, what somebody moved on meanwhile stays where it is', async () => {
    await call(context.request, cyclesApi.removeItem, {
      params: { ...place, id: next.id, issue_id: open[1]?.id ?? '' },
    })
    await page.getByText('Undo', { exact: true }).click()
    await expect(page.getByText('1 work item moved back to Old path')).toBeVisible()
    await expect(
      page.getByText('1 work item was moved elsewhere in the meantime and stays there.'),
    ).toBeVisible()
    await expect(row(/Bridge/)).toBeVisible()
    await expect(row(/Stairs/)).toHaveCount(0)
    expect(await inNext()).toBe(0)
    await expect(page.getByRole('button', { name: 'Move work items' })).toBeEnabled()
  })
})

// @cap:cycles.completed-is-frozen
// @cap:cycles.transfer-unfinished
// @cap:cycles.archive-and-restore
// @cap:gantt.read-only
test('a cycle that is over is only to look at: its open items move on, and it is put away', async ({
  ada,
}) => {
  const { page, context, slug, project_id } = ada
  const place = { slug, project_id }
  const over = await addCycle(ada, 'Old path', running)
  const next = await addCycle(ada, 'New path', upcoming)
  const done = await ada.addItem('Done there', { state_id: await stateOf(ada, 'completed') })
  const days = { start_date: inDays(0), target_date: inDays(3) }
  const open = await ada.addItem('Still open', days)
  await putInto(ada, over.id, [done.id, open.id])
  await call(context.request, cyclesApi.change, {
    params: { ...place, id: over.id },
    body: ended,
  })
  await page.goto(`${cyclesOf(ada)}${over.id}/?layout=gantt_chart`)
  await expect(page.getByText("This cycle is completed and can't be edited.")).toBeVisible()
  const block = page.getByRole('button', { name: /Still open,/ })
  const before = await settledBox(block)
  await block.hover()
  await page.mouse.down()
  await page.mouse.move((before?.x ?? 0) + 200, before?.y ?? 0, { steps: 4 })
  await page.mouse.up()
  // Nor does it open: beside the item the list would be narrower, and its banner higher.
  await nextFrame(page)
  await expect(page.getByRole('region', { name: /^Work item/ })).toHaveCount(0)
  expect(await block.boundingBox()).toEqual(before)
  const chart = page.getByRole('list', { name: 'Timeline' })
  await expect(chart.getByRole('button', { name: 'New work item' })).toHaveCount(0)
  const retained = await call(context.request, workItemsApi.get, {
    params: { ...place, id: open.id },
  })
  expect(retained).toMatchObject(days)

  await page.goto(`${cyclesOf(ada)}${over.id}/?layout=list`)
  await expect(page.getByText("This cycle is completed and can't be edited.")).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'New work item' })).toHaveCount(0)
  await expect(page.getByRole('group', { name: /Still open/ })).toBeVisible()
  await page.getByRole('button', { name: 'Add Old path to favorites' }).click()
  const favorites = page.getByRole('navigation', { name: 'Favorites' })
  await expect(favorites.getByRole('link', { name: 'Old path' })).toBeVisible()

  await page.getByRole('button', { name: 'Move work items' }).click()
  const transfer = dialogOf(page).filter({ hasText: 'Move unfinished work from Old path' })
  await expect(transfer.getByRole('button', { name: /^New path/ })).toBeVisible()
  await expect(transfer.getByRole('button', { name: /^Old path/ })).toHaveCount(0)
  await transfer.getByRole('searchbox', { name: 'Search cycles' }).fill('new')
  await transfer.getByRole('button', { name: /^New path/ }).click()
  await transfer.getByRole('button', { name: 'Move 1 work item to New path' }).click()
  await expect(page.getByRole('group', { name: /Still open/ })).toHaveCount(0)
  await expect(page.getByRole('group', { name: /Done there/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move work items' })).toBeDisabled()
  // The numbers from before the items were moved.
  const details = page.getByRole('complementary', { name: 'Cycle details' })
  await expect(details.getByText('1/2')).toBeVisible()
  await expect
    .poll(async () => {
      const params = { ...place, id: next.id }
      return (await call(context.request, cyclesApi.get, { params })).total_issues
    })
    .toBe(1)

  await page.getByRole('main').getByRole('button', { name: 'Actions for Old path' }).click()
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByRole('heading', { name: 'Cycles' })).toBeVisible()
  await expect(favorites.getByRole('link', { name: 'Old path' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Show archived cycles' }).click()
  await page.getByRole('button', { name: 'Old path', exact: true }).click()
  await expect(details.getByText('1/2')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Actions for Old path' }).click()
  await expect(page.getByRole('menuitem')).toHaveCount(1)
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  await expect(page.getByRole('heading', { name: 'No archived cycles yet' })).toBeVisible()
  await expectAccessible(page)
})

// @cap:cycles.manual-order
test('cycles stand as they were put where that order is chosen, for everybody who chose it', async ({
  ada,
}) => {
  const { page, context, slug, project_id } = ada
  for (const name of ['Gamma', 'Beta', 'Alpha']) await addCycle(ada, name)
  await addCycle(ada, 'Delta')
  const namesOn = (where: Page) => async () =>
    (await section(where, 'Drafts').getByRole('link').allInnerTexts()).join(', ')
  await page.goto(cyclesOf(ada))
  await expect.poll(namesOn(page)).toBe('Alpha, Beta, Delta, Gamma')
  await expect(page.getByRole('button', { name: 'Move Beta' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Order: Dates' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Manual' }).click()
  // New cycles come before the first.
  await expect.poll(namesOn(page)).toBe('Delta, Alpha, Beta, Gamma')
  // A separate browser, with a copy of this one's storage.
  const other = await ada.secondBrowser()
  await other.goto(cyclesOf(ada))
  await expect(other.getByRole('button', { name: 'Order: Manual' })).toBeVisible()

  await page.getByRole('link', { name: 'Gamma' }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(namesOn(page)).toBe('Delta, Alpha, Gamma, Beta')
  await expect.poll(namesOn(other)).toBe('Delta, Alpha, Gamma, Beta')
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(namesOn(page)).toBe('Delta, Gamma, Alpha, Beta')

  const rowOf = (name: string) =>
    section(page, 'Drafts').getByRole('listitem').filter({ hasText: name })
  await drag(page.getByRole('button', { name: 'Move Delta' }), rowOf('Beta'), { x: 300, y: 40 })
  await expect.poll(namesOn(page)).toBe('Gamma, Alpha, Beta, Delta')
  await expect.poll(namesOn(other)).toBe('Gamma, Alpha, Beta, Delta')
  await page.getByRole('button', { name: 'Move Alpha' }).click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expect.poll(namesOn(page)).toBe('Alpha, Gamma, Beta, Delta')
  await expectAccessible(page)
  const sorted = async () => {
    const cycles = await call(context.request, cyclesApi.list, { params: { slug, project_id } })
    return cycles.toSorted((a, b) => a.sort_order - b.sort_order).map(({ name }) => name)
  }
  await expect.poll(sorted).toEqual(['Alpha', 'Gamma', 'Beta', 'Delta'])

  await page.reload()
  await expect.poll(namesOn(page)).toBe('Alpha, Gamma, Beta, Delta')
  await page.getByRole('button', { name: 'Order: Manual' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Dates' }).click()
  await expect.poll(namesOn(page)).toBe('Alpha, Beta, Delta, Gamma')
})

// @cap:cycles.recorded-progress
test('a cycle records its days, and its burn-down shows them when items moved later', async ({
  ada,
}) => {
  const { page, context, slug, project_id } = ada
  const place = { slug, project_id }
  const { request } = context
  const days = { start_date: inDays(-1), end_date: inDays(6) }
  const cycle = await addCycle(ada, 'Ridge walk', days)
  const next = await addCycle(ada, 'Valley walk', upcoming)
  const items = [await ada.addItem('Boots'), await ada.addItem('Rope'), await ada.addItem('Map')]
  await putInto(
    ada,
    cycle.id,
    items.map(({ id }) => id),
  )
  const [first] = items
  const params = { ...place, id: first?.id ?? '' }
  const record = async (count: number) => {
    await runJob('record-cycle-days')
    await expect.poll(() => countRecordedDays(cycle.id)).toBe(count)
  }

  await record(1)
  await passDays(cycle.id, 3)
  const body = { state_id: await stateOf(ada, 'completed') }
  await call(request, workItemsApi.change, { params, body })
  await record(2)
  await passDays(cycle.id, 10)

  const remaining = async () => {
    const chart = page
      .getByRole('complementary', { name: 'Cycle details' })
      .getByRole('table', { name: 'Burn-down' })
    const rows = await chart.getByRole('row').allInnerTexts()
    return rows.slice(1).map((row) => row.split('\t')[1])
  }
  const recorded = ['3', '3', '3', '2', '2', '2', '2', '2']
  await page.goto(`${cyclesOf(ada)}${cycle.id}/`)
  await expect(page.getByText("This cycle is completed and can't be edited.")).toBeVisible()
  await expect.poll(remaining).toEqual(recorded)

  await call(request, cyclesApi.transfer, {
    params: { ...place, id: cycle.id },
    body: { new_cycle_id: next.id },
  })
  await call(request, workItemsApi.remove, { params })
  await page.reload()
  await expect(page.getByText("This cycle is completed and can't be edited.")).toBeVisible()
  await expect.poll(remaining).toEqual(recorded)
})

// @cap:cycles.workspace-active-list
test('what runs in all projects is on one page, guests look at cycles without changing them', async ({
  ada,
}) => {
  const { page, context, slug, project_id } = ada
  const place = { slug, project_id }
  await addCycle(ada, 'Trail cycle', running)
  const names = Array.from({ length: 10 }, (_, n) => `P${n}`)
  for (const identifier of names) {
    const project = await call(context.request, projectsApi.create, {
      params: { slug },
      body: { name: `Project ${identifier}`, identifier },
    })
    const params = { slug, project_id: project.id }
    const body = { name: `Cycle of ${identifier}`, start_date: inDays(-3), end_date: inDays(9) }
    await call(context.request, cyclesApi.create, { params, body })
  }
  await page.goto(`/${slug}/active-cycles/`)
  await expect(page.getByRole('region', { name: 'Trail Maps' })).toContainText('Trail cycle')
  const cycles = page.getByRole('link', { name: /^(Trail cycle|Cycle of P\d)$/ })
  await expect(cycles).toHaveCount(10)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(cycles).toHaveCount(11)
  await expectAccessible(page)

  const gus = await ada.addColleague(GUEST, 'Gus')
  const mel = await ada.addColleague(MEMBER, 'Mel')
  const members = await call(context.request, workspacesApi.members, { params: { slug } })
  const idOf = (name: string) =>
    members.find(({ member }) => member.display_name === name)?.member.id ?? ''
  await call(context.request, projectMembersApi.add, {
    params: place,
    body: {
      members: [
        { member_id: idOf('Gus'), role: GUEST },
        { member_id: idOf('Mel'), role: MEMBER },
      ],
    },
  })
  await mel.page.goto(`/${slug}/active-cycles/`)
  await expect(mel.page.getByRole('link', { name: 'Trail cycle' })).toBeVisible()
  await expect(mel.page.getByRole('link', { name: /^Cycle of/ })).toHaveCount(0)
  await gus.page.goto(cyclesOf(ada))
  await expect(gus.page.getByRole('link', { name: 'Trail cycle' })).toBeVisible()
  await expect(gus.page.getByRole('button', { name: 'Add cycle' })).toHaveCount(0)
  await gus.page.goto(`/${slug}/active-cycles/`)
  const closed = gus.page.getByRole('heading', { name: "You don't have access to this page" })
  await expect(closed).toBeVisible()
})
