import {
  accountApi,
  cyclesApi,
  type Endpoint,
  GUEST,
  type Input,
  MEMBER,
  modulesApi,
  type NewView,
  type Output,
  projectMembersApi,
  projectsApi,
  type Role,
  subscribersApi,
  viewsApi,
  workItemsApi,
  workspaceViewsApi,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { call, dialogOf, expect, test, type Visitor } from '../kit/visitors.ts'

test.use({ localCache: true })

const at = ({ slug, project_id }: Visitor) => ({ slug, project_id })
const viewsOf = ({ slug, project_id }: Visitor) => `/${slug}/projects/${project_id}/views/`

const ask = <E extends Endpoint>({ context }: Visitor, endpoint: E, input: Input<E>) =>
  call(context.request, endpoint, input) as Promise<Output<E>>
const saved = (ada: Visitor) => ask(ada, viewsApi.list, { params: at(ada) })
const save = (ada: Visitor, body: NewView) => ask(ada, viewsApi.create, { params: at(ada), body })

/** Joins the workspace, and the project in this role. */
async function colleague(ada: Visitor, role: Role, name: string, project_id = ada.project_id) {
  const somebody = await ada.addColleague(role, name)
  const { id: member_id } = await call(somebody.context.request, accountApi.me, {})
  await ask(ada, projectMembersApi.add, {
    params: { slug: ada.slug, project_id },
    body: { members: [{ member_id, role }] },
  })
  return { ...somebody, id: member_id }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const card = (page: Page, name: string) => page.getByRole('main').getByText(name, { exact: true })
const rows = (page: Page) => page.getByRole('list', { name: 'Views' }).getByRole('listitem')
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const favorites = (page: Page) => page.getByRole('navigation', { name: 'Favorites' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function choose(page: Page, view: string, entry: string) {
  await page
    .getByRole('main')
    .getByRole('button', { name: `Actions for ${view}` })
    .click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

// @cap:views.create
// @cap:views.change-is-local-until-saved
// @cap:work-items.create-prefilled
test('a view is saved from a list or from nothing, and changes on one’s own screen until it is updated', async ({
  ada,
}) => {
  const { page } = ada
  await ada.addItem('Urgent bug', { priority: 'urgent' })
  const idea = await ada.addItem('Low idea', { priority: 'low' })
  await page.goto(`${ada.list}?layout=list&priority=urgent`)
  await expect(card(page, 'Urgent bug')).toBeVisible()
  await button(page, 'Save view').click()
  const dialog = page.getByRole('dialog', { name: 'Create view' })
  await dialog.getByRole('button', { name: 'Create view' }).click()
  await expect(dialog.getByText('Enter a title.')).toBeVisible()
  await dialog.getByLabel('Title').fill('Hot')
  await dialog.getByLabel('Description').fill('What hurts')
  await dialog.getByRole('button', { name: 'View icon' }).click()
  await page.getByRole('button', { name: 'grinning face', exact: true }).click()
  await dialog.getByRole('button', { name: 'Access' }).click()
  await page.getByRole('option', { name: 'Private' }).click()
  await dialog.getByRole('button', { name: 'Layout' }).click()
  await page.getByRole('option', { name: 'Board' }).click()
  await dialog.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('button', { name: 'Start date', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Remove filter Priority' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create view' }).click()

  await expect(heading(page, 'Hot')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Board' })).toBeChecked()
  await expect(card(page, 'Urgent bug')).toBeVisible()
  await expect(card(page, 'Low idea')).toHaveCount(0)
  const [made] = await saved(ada)
  expect(made).toMatchObject({
    ...{ name: 'Hot', description: 'What hurts', access: 0, query: { priority: ['urgent'] } },
    logo_props: { in_use: 'emoji' },
    display_filters: { layout: 'kanban' },
    display_properties: { start_date: false, key: true },
  })

  const other = await ada.secondBrowser()
  await other.goto(page.url())
  await expect(card(other, 'Urgent bug')).toBeVisible()
  await expect(button(page, 'Save as')).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove filter Priority' }).click()
  await expect(card(page, 'Low idea')).toBeVisible()
  await expect(button(page, 'Update view')).toBeVisible()
  await button(page, 'Reset').click()
  await expect(card(page, 'Low idea')).toHaveCount(0)
  await expect(button(page, 'Update view')).toHaveCount(0)

  // New items in a view match the view, unless the user changes them.
  await page.getByRole('main').getByRole('button', { name: 'New work item' }).first().click()
  const form = page.getByRole('dialog', { name: 'New work item' })
  await expect(form.getByRole('button', { name: 'Priority: Urgent' })).toBeVisible()
  await form.getByLabel('Title').fill('Urgent as well')
  await page.keyboard.press('Enter')
  await expect(card(page, 'Urgent as well')).toBeVisible()
  await expect(form).toBeHidden()
  await page.getByRole('main').getByRole('button', { name: 'New work item' }).first().click()
  await form.getByLabel('Title').fill('Not so urgent')
  await form.getByRole('button', { name: 'Priority: Urgent' }).click()
  await page.getByRole('option', { name: 'Low' }).click()
  await form.getByRole('button', { name: 'Create work item', exact: true }).click()
  await expect(form).toBeHidden()
  await expect(card(page, 'Not so urgent')).toHaveCount(0)

  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.getByRole('radio', { name: 'List' }).click()
  await expect(card(page, 'Low idea')).toBeVisible()
  await expect(card(other, 'Low idea')).toHaveCount(0)
  expect((await saved(ada))[0]?.query).toEqual({ priority: ['urgent'] })
  await button(page, 'Save as').click()
  await expect(dialog.getByLabel('Title')).toHaveValue('Hot 2')
  await dialog.getByRole('button', { name: 'Create view' }).click()
  await expect(heading(page, 'Hot 2')).toBeVisible()
  await expect(card(page, 'Low idea')).toBeVisible()

  await page.getByRole('button', { name: 'Switch view' }).click()
  await page.getByRole('option', { name: 'Hot', exact: true }).click()
  await expect(heading(page, 'Hot')).toBeVisible()
  await expect(card(page, 'Low idea')).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.route('**/views/*/', (route) => route.fulfill({ status: 500, json: { error: 'No' } }))
  await button(page, 'Update view').click()
  await expect(page.getByText("The view wasn't saved").first()).toBeVisible()
  await expect(button(page, 'Update view')).toBeVisible()
  await page.unroute('**/views/*/')
  await button(page, 'Update view').click()
  await expect(button(page, 'Update view')).toHaveCount(0)
  await expect(card(other, 'Low idea')).toBeVisible()

  const plans = [
    ['modules', 'Module', modulesApi],
    ['cycles', 'Cycle', cyclesApi],
  ] as const
  for (const [path, filter, api] of plans) {
    const { id } = await ask(ada, api.create, { params: at(ada), body: { name: 'Offline' } })
    await ask(ada, api.addItems, { params: { ...at(ada), id }, body: { issues: [idea.id] } })
    await page.goto(
      `/${ada.slug}/projects/${ada.project_id}/${path}/${id}/?layout=list&priority=low`,
    )
    await expect(card(page, 'Low idea')).toBeVisible()
    await button(page, 'Save view').click()
    await dialog.getByLabel('Title').fill(`Small, of a ${filter}`)
    await dialog.getByRole('button', { name: 'Create view' }).click()
    await expect(heading(page, `Small, of a ${filter}`)).toBeVisible()
    await expect(card(page, 'Low idea')).toBeVisible()
    await expect(button(page, `Remove filter ${filter}`)).toBeVisible()
  }

  await page.goto(viewsOf(ada))
  await expect(row(page, 'Hot 2')).toBeVisible()
  await page.keyboard.press('v')
  await dialog.getByLabel('Title').fill('Everything')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Everything')).toBeVisible()
  await expect(card(page, 'Urgent bug')).toBeVisible()
})

// @cap:views.list
// @cap:views.favorite
test('views are searched, ordered and narrowed, and favorited at once or not at all', async ({
  ada,
}) => {
  const { page } = ada
  await page.goto(viewsOf(ada))
  await expect(button(page, 'Create your first view')).toBeVisible()
  const bo = await colleague(ada, MEMBER, 'Bo')
  await save(ada, { name: 'Alps' })
  await save(ada, { name: 'Bugs', access: 0, filters: { priority: ['high'], state: [] } })
  await call(bo.context.request, viewsApi.create, { params: at(ada), body: { name: 'Climbs' } })
  const names = rows(page).getByRole('link')
  await expect(names).toHaveText(['Climbs', 'Bugs', 'Alps'])
  await expect(row(page, 'Bugs')).toContainText('1 filter')
  await expectAccessibleInThemes(page)

  await page.getByRole('searchbox', { name: 'Search views' }).fill('LPS')
  await expect(names).toHaveText(['Alps'])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Updated date' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Name' }).click()
  await expect(names).toHaveText(['Climbs', 'Bugs', 'Alps'])
  await button(page, 'Name').click()
  await page.getByRole('menuitemcheckbox', { name: 'Ascending' }).click()
  await expect(names).toHaveText(['Alps', 'Bugs', 'Climbs'])

  await page.route('**/user-favorites/', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { error: 'The disk is full' } })
      : route.fallback(),
  )
  await button(page, 'Add Climbs to favorites').click()
  await expect(page.getByText('Something went wrong. Try again.').first()).toBeVisible()
  await expect(button(page, 'Add Climbs to favorites')).toHaveAttribute('aria-pressed', 'false')
  await expect(favorites(page).getByRole('link', { name: 'Climbs' })).toHaveCount(0)
  await page.unroute('**/user-favorites/')
  await button(page, 'Add Climbs to favorites').click()
  await expect(button(page, 'Remove Climbs from favorites')).toHaveAttribute('aria-pressed', 'true')
  await expect(favorites(page).getByRole('link', { name: 'Climbs' })).toBeVisible()

  await button(page, 'Filters').click()
  const panel = page.getByRole('dialog', { name: 'Filters' })
  await panel.getByRole('checkbox', { name: 'Favorites' }).check()
  await expect(names).toHaveText(['Climbs'])
  await panel.getByRole('checkbox', { name: 'Favorites' }).uncheck()
  await panel.getByRole('checkbox', { name: 'Private' }).check()
  await expect(names).toHaveText(['Bugs'])
  await panel.getByRole('checkbox', { name: 'Bo' }).check()
  await expect(page.getByText('No matching views')).toBeVisible()
  await panel.getByRole('checkbox', { name: 'Private' }).uncheck()
  await expect(names).toHaveText(['Climbs'])
  await panel.getByRole('radio', { name: 'Last 7 days' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove filter Created date' }).click()
  await expect(names).toHaveText(['Climbs'])
  await button(page, 'Clear all').click()
  await expect(names).toHaveCount(3)
  await favorites(page).getByRole('link', { name: 'Climbs' }).click()
  await expect(heading(page, 'Climbs')).toBeVisible()
})

// @cap:views.access
// @cap:views.lock
// @cap:views.edit-and-delete-rights
// @cap:views.delete-removes-favorite
test('the owner hides, locks, changes and deletes a view, and others see it happen', async ({
  ada,
}) => {
  const { page } = ada
  const { page: theirs } = await colleague(ada, MEMBER, 'Bo')
  await ada.addItem('Urgent bug', { priority: 'urgent' })
  const view = await save(ada, { name: 'Shared', filters: { priority: ['urgent'] } })
  await page.goto(viewsOf(ada))
  await theirs.goto(viewsOf(ada))
  await button(theirs, 'Add Shared to favorites').click()
  await expect(favorites(theirs).getByRole('link', { name: 'Shared' })).toBeVisible()
  await theirs.getByRole('main').getByRole('button', { name: 'Actions for Shared' }).click()
  await expect(theirs.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  for (const entry of ['Edit', 'Make private', 'Lock', 'Delete']) {
    await expect(theirs.getByRole('menuitem', { name: entry, exact: true })).toHaveCount(0)
  }
  await theirs.keyboard.press('Escape')

  const fail = (url: string) =>
    page.route(url, (route) => route.fulfill({ status: 500, json: { error: 'No' } }))
  await fail('**/access/')
  await choose(page, 'Shared', 'Make private')
  await expect(page.getByText("The access wasn't changed").first()).toBeVisible()
  await expect(row(page, 'Shared').getByText('Public')).toBeAttached()
  await page.unroute('**/access/')
  await choose(page, 'Shared', 'Make private')
  await expect(row(page, 'Shared').getByText('Private')).toBeAttached()
  await expect(button(theirs, 'Create your first view')).toBeVisible()
  await expect(favorites(theirs).getByRole('link', { name: 'Shared' })).toHaveCount(0)
  await theirs.goto(`${viewsOf(ada)}${view.id}/`)
  await expect(heading(theirs, "This view doesn't exist")).toBeVisible()
  await choose(page, 'Shared', 'Make public')
  await expect(heading(theirs, 'Shared')).toBeVisible()
  await theirs.getByRole('main').getByRole('button', { name: 'Add Shared to favorites' }).click()
  await expect(favorites(theirs).getByRole('link', { name: 'Shared' })).toBeVisible()

  await row(page, 'Shared').getByRole('link', { name: 'Shared' }).click()
  await expect(card(page, 'Urgent bug')).toBeVisible()
  await fail('**/lock/')
  await choose(page, 'Shared', 'Lock')
  await expect(page.getByText("The lock wasn't changed").first()).toBeVisible()
  await expect(button(page, 'Display')).toBeVisible()
  await page.unroute('**/lock/')
  await choose(page, 'Shared', 'Lock')
  for (const screen of [page, theirs]) {
    await expect(screen.getByText('Locked', { exact: true })).toBeVisible()
    await expect(button(screen, 'Display')).toHaveCount(0)
    await expect(screen.getByRole('radio', { name: 'Board' })).toHaveCount(0)
    await expect(screen.getByRole('button', { name: /^Remove filter/ })).toHaveCount(0)
  }
  await expectAccessible(theirs)
  await choose(page, 'Shared', 'Unlock')
  await expect(button(page, 'Display')).toBeVisible()
  await choose(page, 'Shared', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit view' })
  await dialog.getByLabel('Title').fill('Ours')
  await dialog.getByRole('button', { name: 'Update view' }).click()
  await expect(heading(page, 'Ours')).toBeVisible()
  await expect(heading(theirs, 'Ours')).toBeVisible()
  await expect(favorites(theirs).getByRole('link', { name: 'Ours' })).toBeVisible()

  await choose(page, 'Ours', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(button(page, 'Create your first view')).toBeVisible()
  await expect(heading(theirs, "This view doesn't exist")).toBeVisible()
  await expect(favorites(theirs).getByRole('link', { name: 'Ours' })).toHaveCount(0)
  await theirs.getByRole('link', { name: 'View other views' }).click()
  await expect(button(theirs, 'Create your first view')).toBeVisible()
})

// @cap:global-views.fixed
// @cap:global-views.saved
// @cap:global-views.edit-by-project-role
// @cap:global-views.no-quick-add
// @cap:filters.from-url
test('the views of a workspace show what matches in all projects, each item by one’s role there', async ({
  ada,
}) => {
  const { slug, context } = ada
  const site = await ask(ada, projectsApi.create, {
    params: { slug },
    body: { name: 'Site', identifier: 'SITE', guest_view_all_features: true },
  })
  const bo = await colleague(ada, MEMBER, 'Bo')
  await ask(ada, projectMembersApi.add, {
    params: { slug, project_id: site.id },
    body: { members: [{ member_id: bo.id, role: GUEST }] },
  })
  const there = { slug, project_id: site.id }
  const addThere = (name: string, more: object = {}) =>
    call(context.request, workItemsApi.create, { params: there, body: { name, ...more } })
  await ada.addItem('Hers', { priority: 'urgent' })
  await ada.addItem('His to do', { assignee_ids: [bo.id] })
  const followed = await addThere('Followed', { priority: 'urgent' })
  await call(bo.context.request, workItemsApi.create, { params: at(ada), body: { name: 'Made' } })
  await call(bo.context.request, subscribersApi.subscribe, {
    params: { ...there, id: followed.id },
  })

  const { page } = bo
  const names = page.locator('[role=gridcell][data-col="0"]').getByRole('link')
  const tabs = page.getByRole('navigation', { name: 'Workspace views' })
  await page.goto(`/${slug}/workspace-views/`)
  await page.getByRole('link', { name: 'All work items' }).click()
  await expect(names).toHaveText(['Made', 'Followed', 'His to do', 'Hers'])
  await tabs.getByRole('link', { name: 'Assigned' }).click()
  await expect(names).toHaveText(['His to do'])
  await tabs.getByRole('link', { name: 'Created' }).click()
  await expect(names).toHaveText(['Made'])
  await tabs.getByRole('link', { name: 'Subscribed' }).click()
  // The creator and the assignees of an item are subscribed to it.
  await expect(names).toHaveText(['Made', 'Followed', 'His to do'])
  await expect(page.getByRole('grid')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('button', { name: /^(add|new) work item/i })).toHaveCount(0)

  await page.goto(`/${slug}/workspace-views/all-issues/?priority=urgent`)
  await expect(names).toHaveText(['Followed', 'Hers'])
  await expect(button(page, 'Save as')).toHaveCount(0)
  const state = (name: string) =>
    page.getByRole('row', { name }).getByRole('gridcell', { name: /^State/ })
  await state('Hers').click()
  await page.getByRole('option', { name: 'Todo' }).click()
  await expect(state('Hers')).toHaveAccessibleName(/Todo/)
  await state('Followed').click()
  await expect(page.getByRole('listbox')).toHaveCount(0)

  await tabs.locator('..').getByRole('button', { name: 'Add view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create view' })
  await dialog.getByLabel('Title').fill('Urgent everywhere')
  await dialog.getByRole('button', { name: /^Filters/ }).click()
  await page.getByRole('checkbox', { name: 'Urgent' }).check()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Create view' }).click()
  await expect(heading(page, 'Urgent everywhere')).toBeVisible()
  await expect(names).toHaveText(['Followed', 'Hers'])
  await expect(tabs.getByRole('link')).toHaveText([
    ...['All work items', 'Assigned', 'Created', 'Subscribed', 'Urgent everywhere'],
  ])
  await expectAccessible(page)

  await page.goto(`${page.url()}?priority=low`)
  await expect(names).toHaveText(['Followed', 'Hers'])
  await page.getByRole('button', { name: 'Remove filter Priority', exact: true }).click()
  await expect(names).toHaveCount(4)
  await button(page, 'Update view').click()
  await expect(button(page, 'Update view')).toHaveCount(0)
  await expect
    .poll(async () => (await ask(ada, workspaceViewsApi.list, { params: { slug } }))[0]?.query)
    .toEqual({})
  await choose(page, 'Urgent everywhere', 'Lock')
  await expect(button(page, 'Filters')).toHaveCount(0)
  await choose(page, 'Urgent everywhere', 'Unlock')
  await choose(page, 'Urgent everywhere', 'Edit')
  await page.getByRole('dialog', { name: 'Edit view' }).getByLabel('Title').fill('Everything')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Everything')).toBeVisible()
  await page.getByRole('button', { name: 'Switch view' }).click()
  await expect(page.getByRole('option')).toHaveText([
    ...[/^All work items/, /^Assigned/, /^Created/, /^Subscribed/, /^Everything/],
  ])
  await page.keyboard.press('Escape')
  await choose(page, 'Everything', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(heading(page, 'All work items')).toBeVisible()
  await expect(tabs.getByRole('link')).toHaveCount(4)
  await expect(dialogOf(page)).toHaveCount(0)
})
