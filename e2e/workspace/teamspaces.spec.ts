import {
  accountApi,
  cyclesApi,
  epicsApi,
  MEMBER,
  modulesApi,
  projectsApi,
  statesApi,
  teamspacesApi,
  viewsApi,
  workItemsApi,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { choose } from '../kit/choose.ts'
import { changesAnswered } from '../kit/unanswered-changes.ts'
import { addRowOf, call, dialogOf, expect, test, type Visitor } from '../kit/visitors.ts'

async function addProject({ context, slug }: Visitor, name: string, identifier: string) {
  return call(context.request, projectsApi.create, { params: { slug }, body: { name, identifier } })
}

const addTo = ({ context, slug }: Visitor, project_id: string, name: string) =>
  call(context.request, workItemsApi.create, { params: { slug, project_id }, body: { name } })

const make = ({ context, slug }: Visitor, name: string, more: object) =>
  call(context.request, teamspacesApi.create, { params: { slug }, body: { name, ...more } })

const listed = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(name) })

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Teamspaces' })

// @cap:teamspaces.manage
test('an admin makes a teamspace with lead, members and projects, changes it and deletes it', async ({
  ada,
}) => {
  const { page, slug } = ada
  await ada.addColleague(MEMBER, 'Mel')
  await page.goto(`/${slug}/teamspaces/`)
  await expect(page.getByRole('heading', { name: 'No teamspaces yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Create your first teamspace' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: 'Create teamspace' }).click()
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Cartographers')
  await dialog.getByRole('button', { name: 'Lead' }).click()
  await page.getByRole('option', { name: /Mel/ }).click()
  await dialog.getByRole('button', { name: 'Projects: 0 projects' }).click()
  await page.getByRole('option', { name: /Trail Maps/ }).click()
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create teamspace' }).click()
  await expect(page).toHaveURL(/\/teamspaces\/[0-9a-f-]+\/$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Cartographers' })).toBeVisible()
  await expect(sidebar(page).getByRole('link', { name: 'Trail Maps' })).toBeVisible()

  // Names are unique.
  await page.getByRole('button', { name: 'Add teamspace' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Cartographers')
  await dialog.getByRole('button', { name: 'Create teamspace' }).click()
  await expect(dialog.getByText('Another teamspace has this name.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()

  const main = page.getByRole('main')
  const favorites = page.getByRole('navigation', { name: 'Favorites' })
  await main.getByRole('button', { name: 'Actions for Cartographers' }).click()
  await page.getByRole('menuitem', { name: 'Add to favorites' }).click()
  await expect(favorites.getByRole('link', { name: 'Cartographers' })).toBeVisible()
  await main.getByRole('button', { name: 'Actions for Cartographers' }).click()
  await page.getByRole('menuitem', { name: 'Edit teamspace' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Surveyors')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Surveyors' })).toBeVisible()
  await expect(favorites.getByRole('link', { name: 'Surveyors' })).toBeVisible()
  await changesAnswered(ada.context.request)
  await page.goto(`/${slug}/teamspaces/`)
  await expect(listed(page, 'Surveyors')).toBeVisible()
  await expectAccessibleInThemes(page)
  await main.getByRole('button', { name: 'Actions for Surveyors' }).click()
  await page.getByRole('menuitem', { name: 'Delete teamspace' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Surveyors?' })
  await question.getByRole('button', { name: 'Delete teamspace' }).click()
  await expect(page.getByRole('heading', { name: 'No teamspaces yet' })).toBeVisible()
  await expect(favorites.getByRole('link', { name: 'Surveyors' })).toBeHidden()
})

// @cap:teamspaces.work-items
// @cap:teamspaces.team-project
test('a team’s list is across its projects; one of them opened in it is like the project’s own', async ({
  ada,
}) => {
  const { page, slug, project_id } = ada
  const huts = await addProject(ada, 'Mountain Huts', 'HUTS')
  const shop = await addProject(ada, 'Shop', 'SHOP')
  await ada.addItem('Contour lines')
  await addTo(ada, huts.id, 'Leaking roof')
  await addTo(ada, shop.id, 'Broken till')
  const team = await make(ada, 'Cartographers', { project_ids: [project_id, huts.id] })
  const base = `/${slug}/teamspaces/${team.id}`
  await page.goto(`${base}/`)
  await expect(listed(page, 'Contour lines')).toBeVisible()
  await expect(listed(page, 'Leaking roof')).toBeVisible()
  await expect(listed(page, 'Broken till')).toBeHidden()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Display', exact: true }).click()
  await choose(page, 'Group by', 'Project')
  await page.keyboard.press('Escape')
  const groups = page.getByRole('main').getByRole('button', { name: /^(Trail Maps|Mountain Huts)/ })
  await expect(groups.first()).toBeVisible()

  // The project must be chosen, and only those of the team are offered.
  await page.getByRole('main').getByRole('button', { name: 'New work item' }).first().click()
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: /^Project/ }).click()
  await expect(page.getByRole('option')).toHaveCount(2)
  await page.getByRole('option', { name: /Mountain Huts/ }).click()
  await dialog.getByLabel('Title').fill('Loose shutter')
  await dialog.getByRole('button', { name: 'Create work item', exact: true }).click()
  await expect(listed(page, 'Loose shutter')).toBeVisible()

  await sidebar(page).getByRole('link', { name: 'Mountain Huts' }).click()
  await expect(page).toHaveURL(`${base}/projects/${huts.id}/`)
  await expect(listed(page, 'Leaking roof')).toBeVisible()
  await expect(listed(page, 'Contour lines')).toBeHidden()
  await addRowOf(page).click()
  await page.getByRole('textbox', { name: 'Work item title' }).fill('Cold stove')
  await page.keyboard.press('Enter')
  await expect(listed(page, 'Cold stove')).toBeVisible()
  await expect(
    page.getByRole('main').getByRole('button', { name: 'New work item' }).first(),
  ).toBeVisible()
})

const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)

// @cap:work-items.creation-per-context
test('items are made where a list is of one project, only by the dialog in a profile, and nowhere else', async ({
  ada,
}) => {
  const { page, slug, project_id, context } = ada
  const { request } = context
  const params = { slug, project_id }
  await call(request, projectsApi.change, { params, body: { is_epic_enabled: true } })
  await call(request, epicsApi.create, { params, body: { name: 'Tarn epic' } })
  const me = await call(request, accountApi.me, {})
  const states = await call(request, statesApi.list, { params })
  const state_id = states.find(({ group }) => group === 'completed')?.id
  const old = await ada.addItem('Old tarn', { state_id })
  await call(request, workItemsApi.archive, { params: { ...params, id: old.id } })
  const item = await ada.addItem('Tarn', { assignee_ids: [me.id] })
  const over = await ada.addItem('Late tarn')
  const cycle = await call(request, cyclesApi.create, { params, body: { name: 'Now' } })
  const past = await call(request, cyclesApi.create, {
    params,
    body: { name: 'Then', start_date: inDays(-40), end_date: inDays(30) },
  })
  const module = await call(request, modulesApi.create, { params, body: { name: 'Paper' } })
  const view = await call(request, viewsApi.create, { params, body: { name: 'All' } })
  const team = await make(ada, 'Team', { project_ids: [project_id] })
  const put = (id: string) => ({ params: { ...params, id }, body: { issues: [item.id] } })
  await call(request, cyclesApi.addItems, put(cycle.id))
  await call(request, modulesApi.addItems, put(module.id))
  const late = { ...put(past.id), body: { issues: [over.id] } }
  await call(request, cyclesApi.addItems, late)
  await call(request, cyclesApi.change, {
    params: { ...params, id: past.id },
    body: { start_date: inDays(-40), end_date: inDays(-30) },
  })

  const quick = page.locator('main button:not(header button)', { hasText: 'New work item' })
  const byDialog = page.getByRole('button', { name: /^Add work item to / })
  const project = `/${slug}/projects/${project_id}`
  const profile = `/${slug}/profile/${me.id}`
  for (const [path, creates, adds] of [
    [`${project}/issues/`, true, true],
    [`${project}/epics/`, true, true],
    [`${project}/cycles/${cycle.id}/`, true, true],
    [`${project}/modules/${module.id}/`, true, true],
    [`${project}/views/${view.id}/`, true, true],
    [`/${slug}/teamspaces/${team.id}/projects/${project_id}/`, true, true],
    [`${profile}/assigned/`, true, false],
    [`${profile}/subscribed/`, false, false],
    [`${project}/archives/issues/`, false, false],
    [`${project}/cycles/${past.id}/`, false, false],
    [`/${slug}/workspace-views/all-issues/`, false, false],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('main').getByText(/tarn/i).first()).toBeVisible()
    await expect(byDialog).toHaveCount(creates ? 1 : 0)
    await expect(quick).toHaveCount(adds ? 1 : 0)
  }
})

// @cap:teamspaces.initiatives
test('an initiative gathers projects and epics, and shows how many of these are done', async ({
  ada,
}) => {
  const { page, slug, project_id, context } = ada
  const { request } = context
  const params = { slug, project_id }
  await call(request, projectsApi.change, { params, body: { is_epic_enabled: true } })
  const epic = await call(request, epicsApi.create, { params, body: { name: 'Maps for all' } })
  await page.goto(`/${slug}/teamspaces/`)
  await sidebar(page).getByRole('link', { name: 'Initiatives' }).click()
  await page.getByRole('button', { name: 'Create your first initiative' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('The north')
  await dialog.getByRole('button', { name: 'Projects: 0 projects' }).click()
  await page.getByRole('option', { name: /Trail Maps/ }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Epics: 0 epics' }).click()
  await page.getByRole('option', { name: /Maps for all/ }).click()
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create initiative' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'The north' })
  await expect(row).toContainText('0 of 1 epic done')
  await expect(row).toContainText('1 project')

  const states = await call(request, statesApi.list, { params })
  const state_id = states.find(({ group }) => group === 'completed')?.id
  await call(request, epicsApi.change, { params: { ...params, id: epic.id }, body: { state_id } })
  await expect(row).toContainText('1 of 1 epic done')

  await page.getByRole('button', { name: 'Actions for The north' }).click()
  await page.getByRole('menuitem', { name: 'Edit initiative' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('The far north')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Actions for The far north' }).click()
  await page.getByRole('menuitem', { name: 'Delete initiative' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete The far north?' })
  await question.getByRole('button', { name: 'Delete initiative' }).click()
  await expect(page.getByRole('heading', { name: 'No initiatives yet' })).toBeVisible()
})
