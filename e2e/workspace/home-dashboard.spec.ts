import { accountApi, dashboardApi, statesApi } from '@cairn/contract'
import { expectAccessibleInThemes } from '../kit/accessibility.ts'
import { followNumber, removeOtherProjects } from '../kit/counted-items.ts'
import { expectFits } from '../kit/fits.ts'
import { changesAnswered } from '../kit/unanswered-changes.ts'
import { call, expect, test, type Visitor } from '../kit/visitors.ts'

const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Items of every kind the numbers distinguish, one of them a child of another. */
async function addWork(ada: Visitor) {
  const { context, slug, project_id, addItem } = ada
  await removeOtherProjects(ada)
  const me = (await call(context.request, accountApi.me, {})).id
  const params = { slug, project_id }
  const states = await call(context.request, statesApi.list, { params })
  const done = states.find(({ group }) => group === 'completed')?.id
  const started = states.find(({ group }) => group === 'started')?.id
  const mine = { assignee_ids: [me] }
  const parent = await addItem('Map the ridge', { ...mine, state_id: started, priority: 'urgent' })
  await addItem('Draw the contour lines', {
    ...{ ...mine, parent_id: parent.id, target_date: dayFromNow(0), priority: 'high' },
  })
  await addItem('Order new markers', { ...mine, target_date: dayFromNow(-1), priority: 'high' })
  await addItem('Paint the summit sign', { ...mine, state_id: done, target_date: dayFromNow(-2) })
  await addItem('Nobody has this one', { target_date: dayFromNow(0) })
}

test('home says what there is to do in numbers and widgets, as one last left them @cap:dashboards.home-strip', async ({
  ada,
}) => {
  const { page, slug, context } = ada
  await addWork(ada)
  await page.goto(`/${slug}/`)
  const strip = page.getByRole('region', { name: 'Your work in numbers' })

  await test.step('each number of the strip opens the list it counts', async () => {
    await expect(strip.getByRole('link')).toHaveText([
      ...['Assigned to you3', 'Due this week1', 'Overdue1', 'Done in the last 7 days1'],
    ])
    const expected = [
      ['Assigned to you', 3, 'Map the ridge'],
      ['Due this week', 1, 'Draw the contour lines'],
      ['Overdue', 1, 'Order new markers'],
      ['Done in the last 7 days', 1, 'Paint the summit sign'],
    ] as const
    for (const [name, count, item] of expected) {
      const list = await followNumber(page, strip.getByRole('link', { name }))
      expect([name, list.count]).toEqual([name, count])
      expect(list.names).toContain(item)
    }
  })

  const widget = (name: string) => page.getByRole('region', { name, exact: true })
  const names = {
    overview_stats: 'Overview',
    assigned_issues: 'Assigned to you',
    created_issues: 'Created by you',
    issues_by_state_groups: 'Assigned by state',
    issues_by_priority: 'Assigned by priority',
    recent_activity: 'Your activity',
    recent_projects: 'Recent projects',
    recent_collaborators: 'Collaborators',
  }
  /** They are rendered when scrolled near. */
  async function scrollThrough() {
    for (const [key, name] of Object.entries(names)) {
      await page.locator(`[data-widget=${key}]`).scrollIntoViewIfNeeded()
      await expect(widget(name)).toBeVisible()
    }
  }
  const choose = async (name: string, duration: string) => {
    await widget(name)
      .getByRole('button', { name: `${name}: ` })
      .click()
    await page.getByRole('menuitemcheckbox', { name: duration }).click()
    await expect(widget(name).getByRole('button', { name: `${name}: ${duration}` })).toBeVisible()
  }

  await test.step('the eight widgets are there', async () => {
    await scrollThrough()
    await expect(widget('Your activity').getByRole('listitem').first()).toBeVisible()
    await expect(widget('Recent projects').getByRole('link')).toHaveText([/Trail Maps/])
    await expect(widget('Overview').getByRole('link')).toHaveText([
      ...[/assigned4$/, /overdue1$/, /created5$/, /completed1$/],
    ])
    await expectAccessibleInThemes(page)
  })

  await test.step('what is chosen in them is saved, and applied on the next visit', async () => {
    await choose('Assigned to you', 'All time')
    await widget('Assigned to you').getByRole('radio', { name: 'Completed' }).check()
    await expect(widget('Assigned to you').getByRole('listitem')).toHaveText([/Paint the summit/])
    await choose('Assigned by priority', 'All time')
    await choose('Assigned by state', 'Due today')
    const query = { dashboard_type: 'home' }
    const saved = async () => {
      const url = `${dashboardApi.home.url.replace(':slug', slug)}?${new URLSearchParams(query)}`
      const { widgets } = await (await context.request.get(url)).json()
      return Object.fromEntries(
        widgets.map((one: { key: string; widget_filters: object }) => [
          ...[one.key, one.widget_filters],
        ]),
      )
    }
    await expect.poll(saved).toMatchObject({
      assigned_issues: { duration: 'none', tab: 'completed' },
      issues_by_priority: { duration: 'none' },
      issues_by_state_groups: { duration: 'today' },
    })
    await page.reload()
    await scrollThrough()
    await expect(widget('Assigned to you').getByRole('radio', { name: 'Completed' })).toBeChecked()
    await expect(widget('Assigned to you').getByRole('listitem')).toHaveText([/Paint the summit/])
    const priorities = widget('Assigned by priority')
    await expect(priorities.getByRole('button', { name: /All time$/ })).toBeVisible()
    await expect(priorities.getByRole('link')).toHaveText([
      ...['Urgent1', 'High2', 'Medium0', 'Low0', 'No priority1'],
    ])
    await expect(widget('Assigned by state').getByRole('link')).toHaveText([
      ...[/^Backlog1$/, /^Unstarted0$/, /^Started0$/, /^Completed0$/, /^Canceled0$/],
    ])
  })

  await test.step('their numbers open the lists they count', async () => {
    const links = [
      widget('Assigned by priority').getByRole('link', { name: 'High' }),
      widget('Assigned by state').getByRole('link', { name: 'Backlog' }),
      widget('Assigned to you').getByRole('link', { name: 'Show' }),
      widget('Overview').getByRole('link', { name: 'created' }),
      widget('Collaborators').getByRole('link').first(),
    ]
    for (const link of links) {
      await scrollThrough()
      await followNumber(page, link)
    }
  })

  await test.step('widgets are hidden and shown', async () => {
    await page.getByRole('button', { name: 'Manage widgets' }).click()
    await page.getByRole('switch', { name: 'Your activity' }).uncheck()
    await page.getByRole('switch', { name: 'Overview' }).uncheck()
    await page.keyboard.press('Escape')
    await expect(widget('Overview')).toHaveCount(0)
    await changesAnswered(context.request)
    await page.reload()
    await page.locator('[data-widget=assigned_issues]').scrollIntoViewIfNeeded()
    await expect(widget('Assigned to you')).toBeVisible()
    await expect(widget('Overview')).toHaveCount(0)
    await page.setViewportSize({ width: 390, height: 800 })
    await expect(widget('Assigned to you')).toBeVisible()
    await expectFits(page, 'home')
  })
})

test('a widget has its height before it is loaded, and with much in it', async ({ ada }) => {
  const { page, context, slug, addItems } = ada
  const me = (await call(context.request, accountApi.me, {})).id
  const names = Array.from({ length: 9 }, (_, at) => `Ridge ${at}`)
  await addItems(names, { assignee_ids: [me], target_date: dayFromNow(0) })
  const widgets = page.locator('[data-widget]')
  const heights = () =>
    widgets.evaluateAll((all) =>
      all.map(({ clientHeight, dataset }) => `${dataset.widget} ${clientHeight}`),
    )
  const read = Promise.withResolvers<void>()
  await page.route(/\/dashboard\/[^/]+\/\?/, (route) => read.promise.then(() => route.continue()))
  for (const width of [1440, 800, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/${slug}/`)
    await expect(widgets).toHaveCount(8)
    const before = await heights()
    read.resolve()
    for (const widget of await widgets.all()) {
      await widget.scrollIntoViewIfNeeded()
      await expect(widget.getByRole('listitem').first()).toBeVisible()
    }
    expect(await heights()).toEqual(before)
    // Only lists of many people and activities scroll.
    const scrolls = await widgets.evaluateAll((all) =>
      all.flatMap((one) =>
        [...one.querySelectorAll('.overflow-y-auto')].some(
          (body) => body.scrollHeight > body.clientHeight,
        )
          ? (one.dataset.widget ?? '')
          : [],
      ),
    )
    expect(scrolls.filter((key) => key !== 'recent_activity')).toEqual([])
  }
})
