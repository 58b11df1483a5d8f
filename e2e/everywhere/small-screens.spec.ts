import {
  accountApi,
  cyclesApi,
  deployBoardsApi,
  initiativesApi,
  intakeItemsApi,
  labelsApi,
  modulesApi,
  pagesApi,
  projectsApi,
  statusUpdatesApi,
  stickiesApi,
  teamspacesApi,
  viewsApi,
} from '@cairn/contract'
import type { Browser, Page } from '@playwright/test'
import { expectFits } from '../kit/fits.ts'
import { call, dialogOf, expect, test, type Visitor } from '../kit/visitors.ts'

const phone = { width: 360, height: 740 }
/** A window of 1280 × 720 at 200 %. */
const zoomed = { width: 640, height: 360 }
const long = 'Wegweiserbeschriftungsrichtlinie'.repeat(7)

/** A touch browser of the same user. */
const touching = async (browser: Browser, ada: Visitor) =>
  browser.newContext({
    storageState: await ada.context.storageState(),
    ...{ viewport: phone, hasTouch: true, isMobile: true },
  })

type Screens = readonly (readonly [address: string, title: RegExp])[]

/** Each screen once, on a phone and zoomed in. */
async function visit(page: Page, screens: Screens) {
  const titles = new Map<string, string>()
  for (const [address, title] of screens) {
    await page.setViewportSize(phone)
    await page.goto(address)
    await expect(page, address).toHaveTitle(title)
    await expect(page.getByRole('main').first()).toBeVisible()
    await expect(page.getByText('Loading', { exact: true })).toHaveCount(0)
    await expectFits(page, `${address} on a phone`)
    await page.setViewportSize(zoomed)
    await expectFits(page, `${address} at 200 %`)
    titles.set(address, await page.title())
  }
  return titles
}

// @cap:mobile.no-overflow
// @cap:mobile.touch
// @cap:accessibility.zoom-and-motion
// @cap:accessibility.screen-reader-names
test('the screens of a workspace fit a phone and a page at 200 %, and each has its title', async ({
  ada,
  browser,
}) => {
  // Some thirty screens, one after the other.
  test.slow()
  const { slug, project_id, list } = ada
  const { request } = ada.context
  const params = { slug, project_id }
  await call(request, projectsApi.change, { params, body: { inbox_view: true } })
  const label = await call(request, labelsApi.create, {
    params,
    body: { name: long, color: '#3d81d4' },
  })
  const dates = { start_date: '2020-01-01', target_date: new Date().toISOString().slice(0, 10) }
  const item = { label_ids: [label.id], priority: 'urgent', ...dates }
  await ada.addItem(long, item)
  await ada.addItem('Short')
  const name = long.slice(0, 120)
  const cycle = await call(request, cyclesApi.create, { params, body: { name } })
  const module = await call(request, modulesApi.create, { params, body: { name } })
  const view = await call(request, viewsApi.create, { params, body: { name } })
  const page = await call(request, pagesApi.create, {
    params,
    body: { name: `Notes on ${name}` },
  })
  const team = await call(request, teamspacesApi.create, { params: { slug }, body: { name } })
  const initiative = await call(request, initiativesApi.create, {
    params: { slug },
    body: { name, project_ids: [project_id] },
  })
  await call(request, statusUpdatesApi.createForProject, {
    params,
    body: { health: 'at_risk', text: long },
  })
  await call(request, stickiesApi.create, {
    params: { slug },
    body: { description_html: `<p>${long}</p>` },
  })
  const { anchor } = await call(request, deployBoardsApi.publish, { params, body: {} })
  await call(request, intakeItemsApi.create, {
    params,
    body: { issue: { name: long } },
  })
  const me = await call(request, accountApi.me, {})

  const at = `/${slug}/projects/${project_id}`
  const context = await touching(browser, ada)
  const titles = await visit(await context.newPage(), [
    [`/${slug}/`, /Acme - Home/],
    [`/${slug}/projects/`, /Acme - Projects/],
    [`/${slug}/projects/archives/`, /Acme - Archived projects/],
    [`${at}/overview/`, /Trail Maps - Overview/],
    [list, /Trail Maps - Work items/],
    ...['kanban', 'spreadsheet', 'calendar', 'gantt_chart'].map(
      (layout) => [`${list}?layout=${layout}`, /Trail Maps - Work items/] as const,
    ),
    [`/${slug}/browse/TRAIL-1/`, /TRAIL-1 Wegweiser/],
    [`${at}/archives/issues/`, /Archived work items/],
    [`${at}/epics/`, /Epics/],
    [`${at}/cycles/`, /Trail Maps - Cycles/],
    [`${at}/cycles/${cycle.id}/`, /Wegweiser.* - Cycles/],
    [`${at}/modules/`, /Trail Maps - Modules/],
    [`${at}/modules/${module.id}/`, /Wegweiser.* - Modules/],
    [`${at}/views/`, /Trail Maps - Views/],
    [`${at}/views/${view.id}/`, /Wegweiser/],
    [`${at}/pages/`, /Trail Maps - Pages/],
    [`${at}/pages/${page.id}/`, /Notes on Wegweiser/],
    [`${at}/intake/`, /Trail Maps - Intake/],
    [`/${slug}/profile/${me.id}/`, /Your work/],
    [`/${slug}/profile/${me.id}/created/`, /Profile - Created/],
    [`/${slug}/drafts/`, /Drafts/],
    [`/${slug}/notifications/`, /Acme - Inbox/],
    [`/${slug}/stickies/`, /Stickies/],
    [`/${slug}/workspace-views/`, /Acme - Views/],
    [`/${slug}/workspace-views/all-issues/`, /All work items/],
    [`/${slug}/analytics/overview/`, /Acme - Analytics/],
    [`/${slug}/initiatives/`, /Acme - Initiatives/],
    [`/${slug}/initiatives/${initiative.id}/`, /Wegweiser.* - Initiative/],
    [`/${slug}/teamspaces/`, /Acme - Teamspaces/],
    [`/${slug}/teamspaces/${team.id}/`, /Wegweiser/],
    [`/${slug}/active-cycles/`, /Acme - Active cycles/],
    [`/${slug}/nowhere/`, /404/],
    [`/spaces/issues/${anchor}`, /Trail Maps/],
  ])
  const plain = [...titles].filter(([address]) => !address.includes('?'))
  const shown = plain.map(([, title]) => title)
  expect(shown.filter((title, index) => shown.indexOf(title) !== index)).toEqual([])
  await context.close()
})

/** Swipes repeatedly until something is visible, or no longer. */
async function swipeUntil(page: Page, by: { x?: number; y?: number }, seen: () => Promise<void>) {
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share?: number) => {
    const at = { x: 180 + (by.x ?? 0) * (share ?? 0), y: 480 + (by.y ?? 0) * (share ?? 0) }
    const touchPoints = share === undefined ? [] : [at]
    return devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  }
  await expect(async () => {
    await touch('touchStart', 0)
    for (let step = 1; step <= 8; step += 1) await touch('touchMove', step / 8)
    await touch('touchEnd')
    await seen()
  }).toPass()
  await devtools.detach()
}

// @cap:mobile.lists-and-filters
// @cap:mobile.touch
test('on a phone lists are chosen, filtered and scrolled by touch; a tablet hides nothing', async ({
  ada,
  browser,
}) => {
  test.slow()
  for (let n = 1; n <= 14; n += 1) await ada.addItem(`Item ${n}`, { priority: 'low' })
  await ada.arrange({ layout: 'list', group_by: 'state', order_by: 'sort_order' })
  const context = await touching(browser, ada)
  const page = await context.newPage()
  await page.goto(ada.list)
  const first = page.getByText('Item 1', { exact: true })
  await expect(first).toBeInViewport()

  await test.step('filters and what is shown are behind the second bar', async () => {
    await page.getByRole('button', { name: 'Filters', exact: true }).tap()
    await page.getByRole('checkbox', { name: 'High' }).tap()
    await expect(first).toHaveCount(0)
    await page.getByRole('checkbox', { name: 'High' }).tap()
    await page.keyboard.press('Escape')
    await expect(first).toBeVisible()
    await page.getByRole('button', { name: 'Display', exact: true }).tap()
    await expect(page.getByText('Group by').first()).toBeVisible()
    await expectFits(page, 'display')
    await page.keyboard.press('Escape')
    await expect(page.getByText('Group by')).toHaveCount(0)
  })

  await test.step('another layout is chosen there; all of them follow the finger', async () => {
    await page.getByRole('button', { name: 'List', exact: true }).tap()
    await page.getByRole('menuitemcheckbox', { name: 'Board' }).tap()
    const cancelled = page.getByRole('heading', { name: 'Cancelled' })
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(cancelled).not.toBeInViewport()
    await swipeUntil(page, { x: -150 }, () => expect(cancelled).toBeInViewport({ timeout: 1_000 }))
    await page.goto(`${ada.list}?layout=spreadsheet`)
    const created = page.getByRole('columnheader', { name: 'Created on' })
    await expect(page.getByRole('columnheader', { name: 'State' })).toBeVisible()
    await expect(created).not.toBeInViewport()
    await swipeUntil(page, { x: -150 }, () => expect(created).toBeInViewport({ timeout: 1_000 }))
    await page.goto(`${ada.list}?layout=list`)
    await expect(first).toBeInViewport()
    await swipeUntil(page, { y: -300 }, () => expect(first).not.toBeInViewport({ timeout: 1_000 }))
  })

  // Another tab: in this one the lists restore their positions.
  const tablet = await context.newPage()
  await tablet.setViewportSize({ width: 1024, height: 768 })
  for (const layout of ['list', 'kanban', 'spreadsheet', 'calendar', 'gantt_chart']) {
    await tablet.goto(`${ada.list}?layout=${layout}`)
    await expect(
      tablet
        .getByRole('main')
        .getByText('Item 1', { exact: true })
        .or(tablet.getByText('Today'))
        .first(),
    ).toBeVisible()
    await expectFits(tablet, `${layout} on a tablet`)
  }
  await tablet.goto(`/${ada.slug}/settings/projects/${ada.project_id}/states/`)
  await expect(tablet.getByRole('button', { name: 'Move Backlog' })).toBeVisible()
  await expectFits(tablet, 'states on a tablet')
  await context.close()
})

// @cap:mobile.no-overflow
// @cap:accessibility.screen-reader-names
test('settings, the way in and what is written in dialogs fit a phone, too', async ({
  ada,
  browser,
  stranger,
}) => {
  test.slow()
  const { slug, project_id } = ada
  const project = `/${slug}/settings/projects/${project_id}`
  const account = `/${slug}/settings/account`
  const context = await touching(browser, ada)
  const page = await context.newPage()
  await visit(page, [
    [`/${slug}/settings/`, /Acme - General settings/],
    [`/${slug}/settings/members/`, /Acme - Members/],
    [`/${slug}/settings/webhooks/`, /Acme - Webhooks/],
    [`/${slug}/settings/exports/`, /Acme - Exports/],
    [`/${slug}/settings/imports/`, /Acme - Imports/],
    [`${project}/`, /Trail Maps - General settings/],
    [`${project}/members/`, /Trail Maps - Members/],
    [`${project}/states/`, /Trail Maps - States/],
    [`${project}/labels/`, /Trail Maps - Labels/],
    [`${project}/estimates/`, /Trail Maps - Estimates/],
    [`${project}/features/`, /Trail Maps - Features/],
    [`${project}/automations/`, /Trail Maps - Automations/],
    [`${account}/`, /Profile - General settings/],
    [`${account}/preferences/`, /Profile - Preferences/],
    [`${account}/notifications/`, /Profile - Notifications/],
    [`${account}/security/`, /Profile - Security/],
    [`${account}/activity/`, /Profile - Activity/],
    [`${account}/api-tokens/`, /Personal access tokens/],
    ['/create-workspace/', /Create workspace/],
    ['/invitations/', /Invitations/],
  ])
  await visit(stranger, [
    ['/', /./],
    ['/sign-up/', /./],
    ['/accounts/forgot-password/', /./],
  ])

  await test.step('what a dialog was opened for stays in sight over the keyboard of the phone', async () => {
    await page.setViewportSize({ width: 360, height: 380 })
    await page.goto(`/${slug}/projects/${project_id}/cycles/`)
    await expect(page.getByRole('heading', { name: 'Plan work in cycles' })).toBeVisible()
    for (const [key, submit] of [
      ['c', 'Create work item'],
      ['p', 'Create project'],
      ['q', 'Create cycle'],
      ['m', 'Create module'],
      ['v', 'Create view'],
      ['d', 'Create page'],
    ] as const) {
      await page.keyboard.press(key)
      const button = dialogOf(page).getByRole('button', { name: submit, exact: true })
      await expect(button).toBeInViewport({ ratio: 1 })
      await expectFits(page, submit)
      await page.keyboard.press('Escape')
      await expect(dialogOf(page)).toHaveCount(0)
    }
  })
  await context.close()
})
