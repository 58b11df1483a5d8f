import { projectsApi, statesApi, workItemsApi } from '@cairn/contract'
import type { Response } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import { multiply } from '../kit/many-items.ts'
import { addRowOf, call, dialogOf, expect, test, type Visitor } from '../kit/visitors.ts'

test.use({ localCache: true })

const row = ({ page }: Visitor, name: string) => page.getByRole('group', { name })
const group = ({ page }: Visitor, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}`) })

const stateNamed = async ({ context, slug, project_id }: Visitor, name: string) => {
  const states = await call(context.request, statesApi.list, { params: { slug, project_id } })
  return states.find((state) => state.name === name)?.id ?? ''
}

// @cap:work-items.quick-add
test('items typed one after the other appear at once and survive a reload', async ({ ada }) => {
  const { page } = ada
  await page.goto(ada.list)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create your first work item' }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Title').fill('Contour lines flicker')
  await dialog.getByRole('button', { name: 'Create work item' }).click()
  await expect(row(ada, 'TRAIL-1 Contour lines flicker')).toBeVisible()

  await addRowOf(page).click()
  const field = page.getByRole('textbox', { name: 'Work item title' })
  for (const name of ['Second', 'Third', 'Fourth']) {
    await field.fill(name)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Escape')
  await expect(row(ada, 'TRAIL-4 Fourth')).toBeVisible()
  await page.reload()
  for (const name of ['TRAIL-2 Second', 'TRAIL-3 Third', 'TRAIL-4 Fourth']) {
    await expect(row(ada, name)).toBeVisible()
  }

  // An item the server rejects is removed, with the reason.
  await page.route('**/issues/', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { error: 'Not today.' } })
      : route.fallback(),
  )
  await addRowOf(page).click()
  await field.fill('Fifth')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Not today.').first()).toBeAttached()
  await expect(row(ada, 'Fifth')).toHaveCount(0)
  await expect(row(ada, 'TRAIL-4 Fourth')).toBeVisible()
})

test('state, priority and name are changed in the row, by mouse and by keys', async ({ ada }) => {
  const { page } = ada
  await ada.addItem('Contour lines flicker')
  await page.goto(ada.list)
  const item = row(ada, 'TRAIL-1')
  await item.getByRole('button', { name: 'State: Backlog' }).click()
  await page.getByRole('option', { name: 'In Progress' }).click()
  await expect(item.getByRole('button', { name: 'State: In Progress' })).toBeVisible()
  await item.getByRole('button', { name: 'Priority: No priority' }).click()
  await page.getByRole('option', { name: 'Urgent' }).click()
  await expect(item.getByRole('button', { name: 'Priority: Urgent' })).toBeVisible()
  // A picker returns the focus when it is gone.
  await expect(page.getByRole('listbox')).toHaveCount(0)

  await item.focus()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Name' }).fill('Contour lines are steady')
  await page.keyboard.press('Enter')
  await expect(row(ada, 'TRAIL-1 Contour lines are steady')).toBeFocused()
  await page.keyboard.press('p')
  await page.getByRole('option', { name: 'Low' }).click()
  await expect(row(ada, 'TRAIL-1').getByRole('button', { name: 'Priority: Low' })).toBeVisible()
  await page.reload()
  const saved = row(ada, 'TRAIL-1 Contour lines are steady')
  await expect(saved.getByRole('button', { name: 'Priority: Low' })).toBeVisible()
  await expect(saved.getByRole('button', { name: 'State: In Progress' })).toBeVisible()
})

// @cap:work-items.delete
test('deleting asks first', async ({ ada }) => {
  const { page } = ada
  await ada.addItem('Keep me')
  await ada.addItem('Delete me')
  await page.goto(ada.list)
  const doomed = row(ada, 'Delete me')
  await doomed.hover()
  await doomed.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete TRAIL-2?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  // It returns the focus when it is gone.
  await expect(dialog).toHaveCount(0)
  await expect(doomed).toBeVisible()
  await doomed.focus()
  await page.keyboard.press('Delete')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(doomed).toBeHidden()
  await expect(row(ada, 'Keep me')).toBeVisible()
})

test('a refused change shows at once, then goes back with a message and can be tried again', async ({
  ada,
}) => {
  const { page } = ada
  await ada.addItem('Contour lines flicker')
  await page.goto(ada.list)
  await expect(row(ada, 'TRAIL-1')).toBeVisible()
  let answer: () => void = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/issues/*/', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    await asked
    await route.fulfill({ status: 403, json: { error: 'No longer yours to change.' } })
  })
  await row(ada, 'TRAIL-1').getByRole('button', { name: 'Priority: No priority' }).click()
  await page.getByRole('option', { name: 'High' }).click()
  await expect(row(ada, 'TRAIL-1').getByRole('button', { name: 'Priority: High' })).toBeVisible()
  answer()
  const notice = page.getByRole('region', { name: 'Notifications' })
  await expect(notice.getByText("You don't have permission to do this.")).toBeVisible()
  // A hovered toast stays.
  await notice.getByText("You don't have permission to do this.").hover()
  await expect(
    row(ada, 'TRAIL-1').getByRole('button', { name: 'Priority: No priority' }),
  ).toBeVisible()
  await page.unroute('**/issues/*/')
  // By text: an urgent toast is read out by itself and hidden from screen readers until focused.
  await notice.getByText('Try again', { exact: true }).click()
  await expect(row(ada, 'TRAIL-1').getByRole('button', { name: 'Priority: High' })).toBeVisible()
})

// @cap:work-items.not-found
test('what somebody deleted meanwhile is told to be gone, and leaves; the others stay', async ({
  ada,
}) => {
  const { page } = ada
  // A browser that receives no event, although its socket is open.
  await page.routeWebSocket('**/api/live/**', () => undefined)
  const [one, two] = [await ada.addItem('One'), await ada.addItem('Two')]
  await ada.addItem('Three')
  await page.goto(ada.list)
  await expect(row(ada, 'TRAIL-3')).toBeVisible()
  const place = { slug: ada.slug, project_id: ada.project_id }
  for (const { id } of [one, two]) {
    await call(ada.context.request, workItemsApi.remove, { params: { ...place, id } })
  }
  await row(ada, 'TRAIL-1').getByRole('button', { name: 'Priority: No priority' }).click()
  await page.getByRole('option', { name: 'High' }).click()
  const notice = page.getByRole('region', { name: 'Notifications' })
  await expect(notice.getByText('It was deleted,')).toBeVisible()
  await expect(row(ada, 'TRAIL-1')).toHaveCount(0)
  await expect(row(ada, 'TRAIL-3')).toBeVisible()
})

test('a row is late only after its day, shows what is empty while pointed at, and opens dates where they stand', async ({
  ada,
}) => {
  const { page } = ada
  const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)
  await ada.addItem('Yesterday', { target_date: day(-1) })
  await ada.addItem('Today', { target_date: day(0) })
  await ada.addItem('Someday')
  const due = (name: string) => row(ada, name).getByRole('button', { name: /^Due date/ })

  await test.step('who has today has all of it', async () => {
    await page.goto(ada.list)
    await expect(due('Yesterday')).toHaveAccessibleName(/, overdue$/)
    await expect(due('Today')).not.toHaveAccessibleName(/overdue/)
    await page.goto(`${ada.list}?layout=kanban`)
    const card = (name: string) => page.getByRole('article', { name })
    await expect(card('Yesterday').getByRole('button', { name: /, overdue$/ })).toBeVisible()
    await expect(card('Today').getByRole('button', { name: /^Due date/ })).toBeVisible()
    await expect(card('Today').getByRole('button', { name: /overdue/ })).toHaveCount(0)
    const peek = (key: string) => page.getByRole('region', { name: key })
    await page.goto(`${ada.list}?peekId=TRAIL-1`)
    await expect(peek('TRAIL-1').getByText('1 day late')).toBeVisible()
    await page.goto(`${ada.list}?peekId=TRAIL-2`)
    await expect(peek('TRAIL-2').getByRole('button', { name: /^Due date/ })).toBeVisible()
    await expect(page.getByText(/late$/)).toHaveCount(0)
  })

  await test.step('what is empty is offered while one points at it, and no longer', async () => {
    await page.goto(ada.list)
    await row(ada, 'Someday').hover()
    await expect(due('Someday')).toHaveCSS('opacity', '1')
    await row(ada, 'Yesterday').hover()
    await expect(due('Someday')).toHaveCSS('opacity', '0')
  })

  await test.step('the first time, too, its days are opened below their cell', async () => {
    await page.goto(ada.list)
    await expect(due('Today')).toBeVisible()
    await row(ada, 'Today').focus()
    await page.keyboard.press('d')
    const dates = page.getByRole('dialog', { name: 'Due date' })
    await expect(dates.getByRole('gridcell').first()).toBeVisible()
    const [cell, box] = [await due('Today').boundingBox(), await dates.boundingBox()]
    if (!cell || !box) throw new Error('nothing is shown')
    // It ends where its cell does, or as close as the window allows.
    expect(Math.abs(box.x + box.width - (cell.x + cell.width))).toBeLessThan(260)
    expect(Math.abs(box.y - (cell.y + cell.height))).toBeLessThan(24)
  })
})

// @cap:list.collapse-groups
test('groups show exact counts, and fold away until they are unfolded', async ({ ada }) => {
  const { page } = ada
  await ada.addItem('One')
  await ada.addItem('Two')
  await ada.addItem('Three', { state_id: await stateNamed(ada, 'Done') })
  await ada.arrange({ group_by: 'state' })
  await page.goto(ada.list)
  await expect(group(ada, 'Backlog')).toContainText('2')
  await expect(group(ada, 'Done')).toContainText('1')
  await group(ada, 'Backlog').click()
  await expect(row(ada, 'One')).toBeHidden()
  await page.reload()
  await expect(row(ada, 'Three')).toBeVisible()
  await expect(row(ada, 'One')).toBeHidden()
  // The board and the list share the collapsed groups.
  await page.goto(`${ada.list}?layout=kanban`)
  await page.getByRole('button', { name: 'Expand Backlog' }).click()
  await expect(page.getByRole('article', { name: 'One' })).toBeVisible()
  await page.goto(`${ada.list}?layout=list`)
  await expect(row(ada, 'One')).toBeVisible()
})

// @cap:list.paging
test('a long list is read on while scrolling, a long group when asked; nothing twice, nothing left out', async ({
  ada,
}) => {
  const { page } = ada
  const names = Array.from({ length: 130 }, (_, n) => `Item ${String(n + 1).padStart(3, '0')}`)
  for (const name of names) await ada.addItem(name)
  const pages: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (/^\/api\/.*\/issues\/$/.test(pathname)) pages.push(searchParams.get('per_page'))
  })
  const rows = page.getByRole('group', { name: /Item \d+/ })

  /** Scrolls down until this many different items were seen; each is in the list once. */
  const expectSeen = async (count: number) => {
    const seen = new Map<string, string | null>()
    await page.mouse.move(700, 500)
    await page.mouse.wheel(0, -100_000)
    await expect(row(ada, 'Item 130')).toBeInViewport()
    await expect
      .poll(
        async () => {
          // In one call, and only to the rows seen: a busy browser may have rendered more since.
          const shown = await rows.evaluateAll((all) => {
            all.at(-1)?.scrollIntoView({ block: 'end' })
            return all.map((one) => ({
              name: one.getAttribute('aria-label') ?? '',
              place: one.closest('[data-index]')?.getAttribute('data-index') ?? null,
            }))
          })
          for (const { name, place } of shown) {
            expect(seen.get(name) ?? place, name).toBe(place)
            seen.set(name, place)
          }
          return seen.size
        },
        { intervals: [30] },
      )
      .toBe(count)
  }

  await page.goto(ada.list)
  await expect(row(ada, 'Item 130')).toBeVisible()
  await expectSeen(130)
  expect(pages[0]).toBe('100')

  pages.length = 0
  await ada.arrange({ group_by: 'state', order_by: '-created_at' })
  await page.goto(ada.list)
  // The list opens as the user left it.
  await expect(rows.first()).toBeVisible()
  expect(pages.at(-1)).toBe('50')
  const more = page.getByRole('button', { name: 'Load more of Backlog' })
  await expectSeen(50)
  await expect(more).toContainText('80 left')
  await more.click()
  await expectSeen(100)
  await expect(more).toContainText('30 left')
  await more.press('Enter')
  await expectSeen(130)
  await expect(more).toBeHidden()
})

// @cap:list.large-project
test('ten thousand items open, scroll and filter at the cost of a page', async ({ ada }) => {
  const { page, slug, context } = ada
  const other = await call(context.request, projectsApi.create, {
    params: { slug },
    body: { name: 'Huts', identifier: 'HUT' },
  })
  const few = await call(context.request, workItemsApi.create, {
    params: { slug, project_id: other.id },
    body: { name: 'Hut' },
  })
  await multiply(few.id, 200)
  await multiply((await ada.addItem('Cairn')).id, 10_000)
  const rows = page.getByRole('group', { name: /^(HUT|TRAIL)-/ })

  /** The list responses until the newest item is shown, and the number of rendered rows. */
  const open = async (address: string, newest: string) => {
    const answers: Promise<Buffer>[] = []
    const track = (response: Response) => {
      if (/^\/api\/.*\/issues\/$/.test(new URL(response.url()).pathname)) {
        answers.push(response.body())
      }
    }
    page.on('response', track)
    await page.goto(address)
    await expect(page.getByRole('group', { name: newest })).toBeVisible()
    page.off('response', track)
    return { answers: await Promise.all(answers), drawn: await rows.count() }
  }
  const small = await open(`/${slug}/projects/${other.id}/issues/`, 'Hut 200')
  const big = await open(ada.list, 'Cairn 10000')
  expect([small.answers.length, big.answers.length]).toEqual([1, 1])
  expect(big.answers[0]?.length).toBeLessThan((small.answers[0]?.length ?? 0) * 1.25)
  expect(big.drawn).toBeLessThan(small.drawn * 2)

  await expect(page.getByText('10,000', { exact: true }).first()).toBeVisible()
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 1_000_000)
  const last = page.getByRole('group', { name: 'TRAIL-1 Cairn', exact: true })
  await expect(last).toBeVisible()
  expect(await rows.count()).toBeLessThan(small.drawn * 2)

  await page.goto(`${ada.list}?priority=urgent`)
  await expect(page.getByRole('group', { name: 'Cairn 10000' })).toBeVisible()
  await expect(rows).toHaveCount(10)
})
