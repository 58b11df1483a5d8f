import {
  accountApi,
  GUEST,
  MEMBER,
  projectMembersApi,
  projectsApi,
  type Role,
  statesApi,
  workItemsApi,
} from '@cairn/contract'
import type { APIRequestContext, Download, Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import { call, expect, test, type Visitor } from '../kit/visitors.ts'

const idOf = async (request: APIRequestContext) => (await call(request, accountApi.me, {})).id

/** A colleague who is in the project, too. */
async function addToProject(ada: Visitor, role: Role, name: string) {
  const colleague = await ada.addColleague(role, name)
  const id = await idOf(colleague.context.request)
  await call(ada.context.request, projectMembersApi.add, {
    params: { slug: ada.slug, project_id: ada.project_id },
    body: { members: [{ member_id: id, role }] },
  })
  return { ...colleague, id }
}

async function stateIn({ context, slug, project_id }: Visitor, group: string) {
  const states = await call(context.request, statesApi.list, { params: { slug, project_id } })
  return states.find((state) => state.group === group)?.id ?? ''
}

const panel = (page: Page) => page.getByRole('complementary', { name: 'Profile' })
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Profile sections' })

// @cap:profile.summary
// @cap:profile.side-panel
test('a profile sums up what somebody has to do, as far as the reader may see it', async ({
  ada,
}) => {
  const { slug, context } = ada
  const { request } = context
  const me = await idOf(request)
  const bob = await addToProject(ada, MEMBER, 'Bob')
  const mine = { assignee_ids: [me] }
  await call(request, accountApi.change, {
    body: { first_name: 'Ada', last_name: 'Byron', user_timezone: 'Asia/Tokyo' },
  })
  const [started, completed] = [await stateIn(ada, 'started'), await stateIn(ada, 'completed')]
  await ada.addItem('Draw the tarn', { ...mine, priority: 'urgent', state_id: started })
  await ada.addItem('Mark the ford', { ...mine, priority: 'low', state_id: completed })
  await ada.addItem('Nobody’s yet')
  const hidden = await call(request, projectsApi.create, {
    params: { slug },
    body: { name: 'Secret pass', identifier: 'PASS', network: 0 },
  })
  await call(request, workItemsApi.create, {
    params: { slug, project_id: hidden.id },
    body: { name: 'Not for Bob', ...mine },
  })

  const { page } = bob
  await page.clock.setSystemTime(new Date('2026-11-16T20:24:00Z'))
  await page.goto(`/${slug}/profile/${me}/`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Ada Byron's work")
  const card = (name: string) => page.getByRole('link', { name: new RegExp(`^${name} work items`) })
  await expect(card('Created')).toHaveText('Created work items3')
  await expect(card('Assigned')).toHaveText('Assigned work items2')
  await expect(card('Followed')).toHaveText('Followed work items3')
  await expect(page.getByRole('region', { name: 'Workload' }).getByRole('listitem')).toHaveText([
    ...['Backlog0', 'Not started0', 'In progress1', 'Completed1', 'Canceled0'],
  ])
  const priorities = page.getByRole('table', { name: 'Work items by priority' })
  await expect(priorities.getByRole('cell')).toHaveText(['1', '0', '0', '1', '0'])
  const states = page.getByRole('list', { name: 'Work items by state' }).getByRole('listitem')
  await expect(states).toHaveText(['Started1', 'Completed1'])
  const actions = page.getByRole('list', { name: 'Recent activity' }).getByRole('listitem')
  await expect(actions.first()).toContainText('Nobody’s yet')
  await expect(page.getByText('Not for Bob')).toHaveCount(0)

  const aside = panel(page)
  await expect(aside.getByRole('heading')).toHaveText('Ada Byron')
  await expect(aside.getByText('5:24 AM Asia/Tokyo')).toBeVisible()
  await expect(aside.getByText('Joined on')).toBeVisible()
  const project = aside.getByRole('group').filter({ hasText: 'Trail Maps' })
  await expect(project).toContainText('50%')
  await expect(aside.getByText('Secret pass')).toHaveCount(0)
  await project.getByText('Trail Maps').click()
  await expect(project.getByRole('definition')).toHaveText(['3', '2', '1', '1'])
  await expect(aside.getByRole('link', { name: 'Edit your profile' })).toHaveCount(0)
  await expectAccessible(page)

  // Counted again when something changes meanwhile.
  await ada.addItem('One more', mine)
  await expect(card('Assigned')).toHaveText('Assigned work items3')
  await expect(project).toContainText('33%')
  await card('Assigned').click()
  await expect(page.getByRole('group', { name: /^TRAIL-/ })).toHaveCount(3)

  await ada.page.goto(`/${slug}/profile/${me}/`)
  await expect(ada.page.getByRole('heading', { level: 1 })).toHaveText('Your work')
  await panel(ada.page).getByRole('link', { name: 'Edit your profile' }).click()
  await expect(ada.page).toHaveURL(/settings\/account/)
})

// @cap:profile.work-item-tabs
test('three tabs list exactly what is somebody’s, as list or board, and guests are kept out', async ({
  ada,
}) => {
  const { page, slug, context } = ada
  const me = await idOf(context.request)
  const bob = await addToProject(ada, MEMBER, 'Bob')
  const gus = await addToProject(ada, GUEST, 'Gus')
  await ada.addItem('Given', { assignee_ids: [bob.id], priority: 'high' })
  await ada.addItem('Another’s', { assignee_ids: [me] })
  await call(bob.context.request, workItemsApi.create, {
    params: { slug, project_id: ada.project_id },
    body: { name: 'Made' },
  })
  const items = page.getByRole('group', { name: /^TRAIL-/ })
  const labelled = (name: string) => page.getByRole('group', { name })

  await page.goto(`/${slug}/profile/${bob.id}/assigned/`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Bob's work")
  await expect(labelled('TRAIL-1 Given')).toBeVisible()
  await expect(items).toHaveCount(1)
  await tabs(page).getByRole('link', { name: 'Created' }).click()
  await expect(labelled('TRAIL-3 Made')).toBeVisible()
  await expect(items).toHaveCount(1)
  await expect(page).toHaveTitle(/Profile - Created/)
  await tabs(page).getByRole('link', { name: 'Subscribed' }).click()
  await expect(labelled('TRAIL-1 Given')).toBeVisible()
  await expect(items).toHaveCount(2)

  // As a board, with its own filters.
  await page.getByRole('radio', { name: 'Board' }).click()
  await expect(page.getByRole('region', { name: 'High', exact: true })).toContainText('Given')
  await page.getByRole('button', { name: /^Filters/ }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await filters.getByRole('checkbox', { name: 'High' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('article', { name: 'Given' }).click()
  await expect(page).toHaveURL(/peekId=TRAIL-1/)
  await page.goto(`/${slug}/profile/${bob.id}/created/`)
  await expect(labelled('TRAIL-3 Made')).toBeVisible()

  await gus.page.goto(`/${slug}/profile/${bob.id}/assigned/`)
  await expect(gus.page.getByText("You don't have access to this page.")).toBeVisible()
  await expect(tabs(gus.page).getByRole('link')).toHaveText(['Summary'])
  await tabs(gus.page).getByRole('link', { name: 'Summary' }).click()
  await expect(gus.page.getByRole('region', { name: 'Overview' })).toContainText(
    'Created work items0',
  )
  await expect(gus.page.getByRole('link', { name: /^Work items/ })).toHaveCount(0)

  await page.goto(`/${slug}/profile/${crypto.randomUUID()}/assigned/`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

async function contentOf(download: Download) {
  const parts = await (await download.createReadStream()).toArray()
  return Buffer.concat(parts).toString()
}

// @cap:profile.activity-export
test('what somebody did is read page by page, and today of it is a file', async ({ ada }) => {
  const { slug, context } = ada
  const me = await idOf(context.request)
  const { page } = await addToProject(ada, MEMBER, 'Bob')
  await call(context.request, accountApi.change, { body: { display_name: 'Ada' } })
  await ada.addItem('The first')
  await ada.addItems(Array.from({ length: 101 }, (_, n) => `Hut ${n}`))
  await page.goto(`/${slug}/profile/${me}/activity/`)
  const actions = page.getByRole('list', { name: 'Recent activity' }).getByRole('listitem')
  await expect(actions).toHaveCount(100)
  await expect(actions.first()).toContainText(/^Ada created TRAIL-/)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(actions).toHaveCount(102)
  await expect(actions.last()).toContainText('The first')
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: "Download today's activity" }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^profile-activity-\d+\.csv$/)
  const lines = (await contentOf(file)).split('\r\n')
  expect(lines[0]).toMatch(/^"Actor name","Issue ID","Project",/)
  expect(lines.slice(1).filter((line) => !line.includes('","Trail Maps","'))).toEqual([])

  await page.route('**/export/', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('button', { name: "Download today's activity" }).click()
  await expect(page.getByText("The activity wasn't downloaded").first()).toBeVisible()
  await actions.last().getByRole('link', { name: 'The first' }).click()
  await expect(page).toHaveURL(/peekId=TRAIL-1\b/)
})

test('on a phone the parts of a profile are a menu, and its panel lies over it', async ({
  ada,
}) => {
  const { page, slug } = ada
  const bob = await ada.addColleague(MEMBER, 'Bob')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/${slug}/profile/${await idOf(bob.context.request)}/`)
  await expect(page.getByText('No data yet').first()).toBeVisible()
  await page.getByRole('button', { name: 'Profile section: Summary' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Activity' }).click()
  await expect(page.getByText('No activity yet')).toBeVisible()
  await expect(page).toHaveTitle(/Profile - Activity/)
  await page.getByRole('button', { name: 'Show profile' }).click()
  await expect(page.getByText('Joined on')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Joined on')).toHaveCount(0)
  await expectAccessible(page)
})
