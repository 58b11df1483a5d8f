import {
  ADMIN,
  GUEST,
  labelsApi,
  MEMBER,
  projectMembersApi,
  projectsApi,
  statesApi,
  workspacesApi,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import { drag, lift } from '../kit/drag.ts'
import { askForEverything, call, expect, test, type Visitor } from '../kit/visitors.ts'

const settings = ({ slug, project_id }: Visitor, page = '') =>
  `/${slug}/settings/projects/${project_id}/${page}`

const projectOf = async (ada: Visitor) =>
  (await call(ada.context.request, projectsApi.list, { params: { slug: ada.slug } })).find(
    ({ id }) => id === ada.project_id,
  )

/** A new user in the workspace who is also in the project. */
async function addToProject(
  ada: Visitor,
  workspaceRole: typeof MEMBER | typeof GUEST,
  role: typeof ADMIN | typeof MEMBER | typeof GUEST,
  name: string,
) {
  const { slug, project_id } = ada
  const { request } = ada.context
  const colleague = await ada.addColleague(workspaceRole, name)
  const rows = await call(request, workspacesApi.members, { params: { slug } })
  const member_id = rows.find(({ member }) => member.display_name === name)?.member.id ?? ''
  await call(request, projectMembersApi.add, {
    params: { slug, project_id },
    body: { members: [{ member_id, role }] },
  })
  return { ...colleague, id: member_id }
}

/** Drags a row by its handle over another, from 0 (upper edge) to 1 (lower edge). */
async function carry(page: Page, name: string, target: string, share: number) {
  const grip = page.getByRole('button', { name: `Move ${name}`, exact: true })
  const place = page.locator('[data-sortable]').filter({ hasText: target }).first()
  const { width, height } = (await place.boundingBox()) ?? { width: 0, height: 0 }
  await drag(grip, place, { x: width / 2, y: 2 + (height - 4) * share })
}

// @cap:projects.edit-general
// @cap:projects.rename-identifier
test('an admin edits everything general, the others see it change and may not', async ({ ada }) => {
  const { page, slug } = ada
  const bob = await addToProject(ada, MEMBER, MEMBER, 'Bob Fields')
  const gus = await addToProject(ada, GUEST, GUEST, 'Gus Guest')
  await ada.addItem('Signposts')
  await call(ada.context.request, projectsApi.create, {
    params: { slug },
    body: { name: 'Other', identifier: 'TAKEN' },
  })
  for (const reader of [bob, gus]) {
    await reader.page.goto(settings(ada))
    await expect(reader.page.getByLabel('Project name')).toHaveValue('Trail Maps')
    for (const field of ['Project name', 'Description', 'Project ID', 'Access']) {
      await expect(reader.page.getByLabel(field)).toHaveAttribute('readonly', '')
    }
    for (const name of ['Update project', 'Archive project', 'Delete project', 'Change cover']) {
      await expect(reader.page.getByRole('button', { name })).toHaveCount(0)
    }
  }
  await expectAccessible(gus.page)
  const refused = await bob.context.request.patch(
    `/api/workspaces/${slug}/projects/${ada.project_id}/`,
    { data: { name: 'Mine now' } },
  )
  expect(refused.status()).toBe(403)

  await page.goto(settings(ada))
  await expect(page).toHaveTitle('Trail Maps - General settings')
  await expectAccessible(page)
  await page.getByLabel('Project name').fill('')
  await expect(page.getByText('Enter a name.')).toBeVisible()
  await page.getByLabel('Project name').fill('Path Maps')
  await page.getByLabel('Description').fill('For those who walk')
  await page.getByLabel('Project ID').fill('taken')
  await page.getByRole('button', { name: 'Update project' }).click()
  await expect(page.getByText('Another project uses this key.')).toBeVisible()
  await page.getByLabel('Project ID').fill('path')
  await page.getByRole('combobox', { name: 'Access' }).click()
  await page.getByRole('option', { name: 'Private' }).click()
  await page.getByRole('button', { name: /^Project time zone/ }).click()
  await page.getByRole('combobox', { name: 'Search time zones' }).fill('Athens')
  await page.getByRole('option', { name: 'Athens' }).click()
  await page.getByRole('button', { name: 'Update project' }).click()
  await expect(page.getByText(/ saved$/)).toBeVisible()
  expect(await projectOf(ada)).toMatchObject({
    name: 'Path Maps',
    description: 'For those who walk',
    identifier: 'PATH',
    network: 0,
    timezone: 'Europe/Athens',
  })
  await expect(bob.page.getByLabel('Project name')).toHaveValue('Path Maps')
  await expect(bob.page.getByLabel('Access')).toHaveValue('Private')

  // The keys of all items change with it: in lists, links and search.
  await bob.page.goto(ada.list)
  await expect(bob.page.getByText('PATH-1')).toBeVisible()
  const { request } = bob.context
  const byKey = (key: string) => request.get(`/api/workspaces/${slug}/work-items/${key}/`)
  expect(await (await byKey('PATH-1')).json()).toMatchObject({ name: 'Signposts' })
  expect((await byKey('TRAIL-1')).status()).toBe(404)
  const found = await request.get(`/api/workspaces/${slug}/search/?search=path-1`)
  expect((await found.json()).results.issue).toMatchObject([
    { name: 'Signposts', project__identifier: 'PATH', sequence_id: 1 },
  ])
})

// @cap:projects.cover-and-logo
test('a built-in cover, one of one’s own and a logo show at once, here and elsewhere', async ({
  ada,
}) => {
  const { page, slug } = ada
  const other = await ada.secondBrowser()
  await other.goto(`/${slug}/projects/`)
  const card = other.getByRole('article', { name: 'Trail Maps' }).locator('img').first()
  await page.goto(settings(ada))
  await page.getByRole('button', { name: 'Change cover' }).click()
  await page.getByRole('button', { name: 'Cover glacier' }).click()
  await expect(card).toHaveAttribute('src', '/covers/glacier.svg')

  await page.getByRole('button', { name: 'Change cover' }).click()
  await page.getByRole('button', { name: 'Upload an image' }).click()
  const upload = page.getByRole('dialog')
  await upload.getByLabel('Image file').setInputFiles({
    name: 'cover.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  })
  await upload.getByRole('button', { name: 'Save' }).click()
  await expect(card).toHaveAttribute('src', /\/api\/assets\/v2\/static\//)
  await page.getByRole('button', { name: 'Project logo' }).click()
  const picker = page.getByRole('dialog', { name: 'Project logo' })
  await picker.getByPlaceholder('Search emoji').fill('compass')
  await picker.getByRole('button', { name: 'compass', exact: true }).click()
  await expect(other.getByRole('article', { name: 'Trail Maps' })).toContainText('🧭')
  await expect(other.getByRole('navigation', { name: 'Projects' })).toContainText('🧭')
  await page.getByRole('button', { name: 'Project logo' }).click()
  await picker.getByRole('tab', { name: 'Icons' }).click()
  await picker.getByRole('tabpanel').getByRole('button').last().click()
  await page.keyboard.press('Escape')
  await expect(other.getByRole('navigation', { name: 'Projects' })).not.toContainText('🧭')
  await page.getByRole('button', { name: 'Project logo' }).click()
  await picker.getByRole('tab', { name: 'Emoji' }).click()
  await picker.getByPlaceholder('Search emoji').fill('compass')
  await picker.getByRole('button', { name: 'compass', exact: true }).click()
  await other.goto(ada.list)
  await expect(other.locator('main header')).toContainText('🧭')

  // If the instance may search elsewhere for pictures.
  await askForEverything(page)
  await page.route('**/api/instances/', async (route) => {
    const response = await route.fetch()
    const info = await response.json()
    const config = { ...info.config, has_unsplash_configured: true }
    await route.fulfill({ response, json: { ...info, config } })
  })
  const found = 'https://images.unsplash.com/photo-1'
  await page.route('**/api/unsplash/**', (route) => {
    const urls = Object.fromEntries(
      ['raw', 'full', 'regular', 'small', 'thumb'].map((size) => [size, found]),
    )
    const picture = { id: '1', urls, alt_description: 'tarn', width: 4, height: 3, color: null }
    return route.fulfill({ json: { results: [picture], total: 1, total_pages: 1 } })
  })
  await page.reload()
  await page.getByRole('button', { name: 'Change cover' }).click()
  await page.getByRole('tab', { name: 'Search the web' }).click()
  await page.getByRole('searchbox', { name: 'mountains, desk, sea' }).fill('tarn')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('button', { name: 'Cover tarn' }).click()
  await expect.poll(async () => (await projectOf(ada))?.cover_image_url).toBe(found)
})

// @cap:members.add-to-project
// @cap:members.change-project-role
// @cap:members.workspace-list
// @cap:members.leave-or-remove-from-project
test('people are added with the roles the workspace allows; roles change at once, and who is removed is out', async ({
  ada,
}) => {
  const { page, slug, project_id } = ada
  const bob = await ada.addColleague(MEMBER, 'Bob Fields')
  await ada.addColleague(GUEST, 'Gus Guest')
  const cara = await ada.addColleague(ADMIN, 'Cara Chief')
  await page.goto(settings(ada, 'members/'))
  await page.getByRole('button', { name: 'Add member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add members' })
  await dialog.getByRole('button', { name: 'Add member' }).click()
  await expect(dialog.getByText('Choose a person.')).toBeVisible()
  await expectAccessible(page)
  const pick = async (number: number, name: string) => {
    await dialog.getByRole('button', { name: `Person ${number}` }).click()
    await page.getByRole('option', { name }).click()
  }
  const offered = async (number: number) => {
    await dialog.getByRole('combobox', { name: `Role ${number}` }).click()
    await expect(page.getByRole('option').first()).toBeVisible()
    const names = await page.getByRole('option').allInnerTexts()
    await page.keyboard.press('Escape')
    return names
  }
  // The user is not among the options.
  await dialog.getByRole('button', { name: 'Person 1' }).click()
  await expect(page.getByRole('option')).toHaveText([/^Bob Fields/, /^Cara Chief/, /^Gus Guest/])
  await page.keyboard.press('Escape')
  await pick(1, 'Bob Fields')
  expect(await offered(1)).toEqual(['Guest', 'Member', 'Admin'])
  await dialog.getByRole('button', { name: 'Add more' }).click()
  await pick(2, 'Gus Guest')
  expect(await offered(2)).toEqual(['Guest'])
  await dialog.getByRole('button', { name: 'Add more' }).click()
  await pick(3, 'Cara Chief')
  expect(await offered(3)).toEqual(['Admin'])
  await dialog.getByRole('button', { name: 'Add members' }).click()
  await expect(page.getByText('3 members added')).toBeVisible()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect(row('Bob Fields')).toContainText('Member')
  await expect(row('Gus Guest')).toContainText('Guest')
  await expect(row('Cara Chief')).toContainText('Admin')
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toContainText('4')

  await cara.page.goto(`/${slug}/projects/`)
  await expect(cara.page.getByRole('link', { name: 'Settings for Trail Maps' })).toBeVisible()

  await bob.page.goto(settings(ada, 'members/'))
  // A member can change nothing there.
  await expect(bob.page.getByRole('row').filter({ hasText: 'Bob Fields' })).toBeVisible()
  await expect(bob.page.getByRole('button', { name: 'Add member' })).toBeHidden()
  await expect(bob.page.getByRole('button', { name: /^Role of/ })).toHaveCount(0)

  await page.getByRole('button', { name: 'Role of Bob Fields: Member' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Admin' }).click()
  await expect(bob.page.getByRole('button', { name: 'Add member' })).toBeVisible()
  await expect(bob.page.getByRole('link', { name: 'Automations' })).toBeVisible()
  await page.getByRole('button', { name: 'Role of Bob Fields: Admin' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Member' }).click()
  await expect(page.getByRole('button', { name: 'Role of Bob Fields: Member' })).toBeVisible()
  await expect(bob.page.getByRole('button', { name: 'Add member' })).toBeHidden()
  await expect(bob.page.getByRole('link', { name: 'Automations' })).toBeHidden()

  await page.route('**/members/*/', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 400, json: { error: 'A project needs at least one admin' } })
      : route.fallback(),
  )
  await page.getByRole('button', { name: 'Role of Bob Fields: Member' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Guest' }).click()
  await expect(page.getByText('A project needs at least one admin').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Role of Bob Fields: Member' })).toBeVisible()
  await page.unroute('**/members/*/')

  await page.getByRole('button', { name: 'Actions for Bob Fields' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page
    .getByRole('alertdialog', { name: 'Remove Bob Fields?' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(page.getByRole('row').filter({ hasText: 'Bob Fields' })).toHaveCount(0)
  await expect(bob.page.getByRole('heading', { name: 'Join Trail Maps' })).toBeVisible()
  const left = await call(ada.context.request, projectsApi.members, {
    params: { slug, project_id },
  })
  expect(left).toHaveLength(3)

  // The user's own role: what it allowed disappears without a reload.
  await page
    .getByRole('button', { name: /^Role of .*: Admin$/ })
    .first()
    .click()
  await page.getByRole('menuitemcheckbox', { name: 'Member' }).click()
  await expect(page.getByRole('button', { name: 'Add member' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Automations' })).toBeHidden()
})

// @cap:members.leave-or-remove-from-project
test('leaving asks for the name and the words; the only admin cannot', async ({ ada }) => {
  const { page, slug } = ada
  const bob = await addToProject(ada, MEMBER, MEMBER, 'Bob Fields')
  const leave = async (on: Page, name: string) => {
    await on.goto(settings(ada, 'members/'))
    await on.getByRole('button', { name: `Actions for ${name}` }).click()
    await on.getByRole('menuitem', { name: 'Leave' }).click()
    const dialog = on.getByRole('dialog', { name: 'Leave project' })
    await dialog.getByRole('button', { name: 'Leave project' }).click()
    await expect(dialog.getByText('Enter the project name as shown.')).toBeVisible()
    await expectAccessible(on)
    await dialog.getByLabel('Type “Trail Maps” to confirm').fill('Trail Maps')
    await dialog.getByLabel('Type “Leave project” to confirm').fill('Leave project')
    await dialog.getByRole('button', { name: 'Leave project' }).click()
  }
  await leave(bob.page, 'Bob Fields')
  await bob.page.waitForURL(`**/${slug}/projects/`)
  const card = bob.page.getByRole('article', { name: 'Trail Maps' })
  await expect(card.getByRole('button', { name: 'Join', exact: true })).toBeVisible()

  const own = await call(ada.context.request, projectsApi.members, {
    params: { slug, project_id: ada.project_id },
  })
  expect(own).toHaveLength(1)
  await page.goto(settings(ada, 'members/'))
  const mine = await page
    .getByRole('row')
    .nth(1)
    .getByRole('button', { name: /^Actions for/ })
  await mine.click()
  await page.getByRole('menuitem', { name: 'Leave' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave project' })
  await dialog.getByLabel('Type “Trail Maps” to confirm').fill('Trail Maps')
  await dialog.getByLabel('Type “Leave project” to confirm').fill('Leave project')
  await dialog.getByRole('button', { name: 'Leave project' }).click()
  await expect(page.getByText(/only admin of the project/).first()).toBeVisible()
})

// @cap:members.guests-not-assignable
// @cap:projects.defaults-and-guest-access
test('lead, default assignee and what guests see are set; new items get the default assignee', async ({
  ada,
}) => {
  const { page } = ada
  const bob = await addToProject(ada, MEMBER, MEMBER, 'Bob Fields')
  await addToProject(ada, GUEST, GUEST, 'Gus Guest')
  await page.goto(settings(ada, 'members/'))
  await page.getByRole('button', { name: 'Project lead: None' }).click()
  await expect(page.getByRole('option', { name: 'Gus Guest' })).toHaveCount(0)
  await page.getByRole('option', { name: 'Bob Fields' }).click()
  await page.getByRole('button', { name: 'Default assignee: None' }).click()
  await expect(page.getByRole('option', { name: 'Gus Guest' })).toHaveCount(0)
  await page.getByRole('option', { name: 'Bob Fields' }).click()
  await page.getByRole('switch', { name: 'Guest access' }).click()
  await expect
    .poll(() => projectOf(ada))
    .toMatchObject({
      project_lead: bob.id,
      default_assignee: bob.id,
      guest_view_all_features: true,
    })
  const item = await ada.addItem('Whose is this?')
  expect(item.assignee_ids).toEqual([bob.id])
  await bob.page.goto(settings(ada, 'members/'))
  await expect(bob.page.getByRole('switch', { name: 'Guest access' })).toBeDisabled()
  await page.getByRole('button', { name: 'Default assignee: Bob Fields' }).click()
  await page.getByRole('option', { name: 'None' }).click()
  await expect.poll(async () => (await projectOf(ada))?.default_assignee).toBeNull()
})

const statesOf = ({ slug, project_id, context }: Visitor) =>
  call(context.request, statesApi.list, { params: { slug, project_id } })

const statesIn = (page: Page, group: string) =>
  page.getByRole('region', { name: group, exact: true }).locator('[data-sortable]')

// @cap:states.create-and-edit
test('states are made and edited in their groups; a repeated name is refused', async ({ ada }) => {
  const { page } = ada
  const other = await ada.secondBrowser()
  await other.goto(settings(ada, 'states/'))
  await page.goto(settings(ada, 'states/'))
  await expect(page).toHaveTitle('Trail Maps - States')
  for (const group of ['Backlog', 'Unstarted', 'Started', 'Completed', 'Canceled']) {
    await expect(statesIn(page, group)).toHaveCount(1)
  }
  await page.getByRole('button', { name: 'Add state to Started' }).click()
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await page.getByRole('button', { name: 'Create state', exact: true }).click()
  await expect(page.getByText('Enter a name.')).toBeVisible()
  await name.fill('In Progress')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Another state has this name.')).toBeVisible()
  await name.fill('In Review')
  await page.getByRole('textbox', { name: 'Description' }).fill('Somebody looks at it')
  await page.getByRole('button', { name: 'State color' }).click()
  await page.getByRole('radio', { name: 'Iris' }).check()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create state', exact: true }).click()
  await expect(page.getByText('In Review created')).toBeVisible()
  await expect(statesIn(page, 'Started').nth(1)).toContainText('In Review')
  await expect(statesIn(other, 'Started').nth(1)).toContainText('Somebody looks at it')

  await page.getByRole('button', { name: 'Edit In Review' }).click()
  await name.fill('Checking')
  await page.getByRole('button', { name: 'Save changes', exact: true }).click()
  await expect(statesIn(page, 'Started').nth(1)).toContainText('Checking')
  await expect(page.getByText('Checking saved')).toBeVisible()
  await expect(statesIn(other, 'Started').nth(1)).toContainText('Checking')
  expect((await statesOf(ada)).find((state) => state.name === 'Checking')).toMatchObject({
    group: 'started',
    color: '#7173d7',
    description: 'Somebody looks at it',
  })
})

// @cap:states.reorder
test('a state is carried within and between groups, by pointer and by keyboard', async ({
  ada,
}) => {
  const { page, slug, project_id } = ada
  const other = await ada.secondBrowser()
  await page.goto(settings(ada, 'states/'))
  await other.goto(settings(ada, 'states/'))
  await expect(statesIn(other, 'Backlog')).toHaveCount(1)
  await carry(page, 'Todo', 'In Progress', 0)
  await expect(statesIn(page, 'Started')).toContainText(['Todo', 'In Progress'])
  await expect(page.getByText('No states in Unstarted.')).toBeVisible()
  await expect(statesIn(other, 'Started')).toContainText(['Todo', 'In Progress'])
  await carry(page, 'Todo', 'In Progress', 1)
  await expect(statesIn(page, 'Started')).toContainText(['In Progress', 'Todo'])
  await page.reload()
  await expect(statesIn(page, 'Started')).toContainText(['In Progress', 'Todo'])

  const grip = page.getByRole('button', { name: 'Move Todo', exact: true })
  await grip.focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(statesIn(page, 'Started')).toContainText(['Todo', 'In Progress'])
  await expect(grip).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(statesIn(page, 'Unstarted')).toContainText(['Todo'])
  await expect(grip).toBeFocused()
  await grip.click()
  await page.getByRole('menuitem', { name: 'Move down' }).click()
  await expect(statesIn(other, 'Started')).toContainText(['Todo', 'In Progress'])
  await expect(page.getByText('Todo is now 1 of 2')).toBeAttached()

  // The picker of a new work item shows the same order.
  await page.goto(`/${slug}/projects/${project_id}/issues/`)
  await expect(page.getByRole('button', { name: 'Create your first work item' })).toBeVisible()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^State/ }).click()
  await expect(page.getByRole('option')).toHaveText([
    /Backlog/,
    /Todo/,
    /In Progress/,
    /Done/,
    /Cancelled/,
  ])
  const todo = (await statesOf(ada)).find((state) => state.name === 'Todo')
  expect(todo?.group).toBe('started')
  await ada.addItem('Signposts')
  await page.goto(`/${slug}/projects/${project_id}/issues/?layout=kanban`)
  await expect(page.getByRole('article', { name: 'Signposts' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('region').getByRole('heading')).toHaveText([
    ...[/Backlog/, /Todo/, /In Progress/, /Done/, /Cancelled/],
  ])
})

// @cap:states.mark-default
// @cap:states.delete-guards
// @cap:states.update-rolls-back
test('the default moves; it, the last of a group and one with items stay; what is refused is as it was', async ({
  ada,
}) => {
  const { page, slug, project_id } = ada
  const add = (name: string, group: 'started' | 'completed') =>
    call(ada.context.request, statesApi.create, {
      params: { slug, project_id },
      body: { name, group, color: '#3d81d4' },
    })
  const gate = await add('Held', 'started')
  await add('Empty', 'completed')
  await ada.addItem('In the way', { state_id: gate.id })
  await page.goto(settings(ada, 'states/'))
  await expect(statesIn(page, 'Backlog')).toContainText('Default')
  const retained = (name: string) => page.getByRole('button', { name })
  await expect(retained("Delete Backlog: The default state can't be deleted.")).toBeDisabled()
  await expect(retained('Delete Todo: Each group needs at least one state.')).toBeDisabled()
  await page.getByRole('button', { name: 'Delete Held' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete state Held?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Move its work items to another state first.').first()).toBeVisible()
  await expect(statesIn(page, 'Started')).toHaveCount(2)
  await page.getByRole('button', { name: 'Delete Empty' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(statesIn(page, 'Completed')).toHaveCount(1)
  // It is gone from the page before the server has answered.
  const names = async () => (await statesOf(ada)).map(({ name }) => name)
  await expect.poll(names).not.toContain('Empty')
  expect(await names()).toContain('Held')

  await page.getByRole('button', { name: 'Make default: Todo' }).click()
  await expect(statesIn(page, 'Unstarted')).toContainText('Default')
  await expect(page.getByText('Default', { exact: true })).toHaveCount(1)
  await expect
    .poll(async () =>
      (await statesOf(ada)).filter((state) => state.default).map(({ name }) => name),
    )
    .toEqual(['Todo'])
  const item = await ada.addItem('Without a state')
  expect((await statesOf(ada)).find(({ id }) => id === item.state_id)?.name).toBe('Todo')

  await page.route('**/states/*/', (route) =>
    route.fulfill({ status: 400, json: { name: 'The state name is already taken' } }),
  )
  await page.getByRole('button', { name: 'Edit Todo' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Doing')
  await page.getByRole('button', { name: 'Save changes', exact: true }).click()
  await expect(page.getByText('Another state has this name.').first()).toBeVisible()
  await expect(statesIn(page, 'Unstarted')).toContainText('Todo')
  await carry(page, 'Todo', 'In Progress', 0)
  await expect(statesIn(page, 'Unstarted')).toContainText('Todo')
  await expect(statesIn(page, 'Started')).toHaveCount(2)
})

// @cap:states.roles
// @cap:members.permission-check
test('members read the states and add labels, guests open neither, and nobody else changes them', async ({
  ada,
}) => {
  const { slug, project_id } = ada
  const bob = await addToProject(ada, MEMBER, MEMBER, 'Bob Fields')
  const gus = await addToProject(ada, GUEST, GUEST, 'Gus Guest')
  await addLabel(ada, 'Bug')
  await bob.page.goto(settings(ada, 'states/'))
  await expect(statesIn(bob.page, 'Backlog')).toContainText('Backlog')
  await expect(
    bob.page.getByRole('main').getByRole('button', { name: /^(Move|Edit|Delete|Make|Add)/ }),
  ).toHaveCount(0)
  await expectAccessible(bob.page)
  for (const path of ['states/', 'labels/', 'members/', 'features/', 'automations/']) {
    await gus.page.goto(settings(ada, path))
    const refusal = "You don't have access to this page"
    await expect(gus.page.getByRole('heading', { name: refusal })).toBeVisible()
  }
  await bob.page.goto(settings(ada, 'features/'))
  await expect(
    bob.page.getByRole('heading', { name: "You don't have access to this page" }),
  ).toBeVisible()
  await bob.page.goto(settings(ada, 'labels/'))
  await expect(labelRows(bob.page)).toHaveText(['Bug'])
  await expect(bob.page.getByRole('button', { name: /^(Move|Actions for) Bug/ })).toHaveCount(0)
  await bob.page.getByRole('button', { name: 'Add label' }).click()
  await bob.page.getByRole('textbox', { name: 'Label name' }).fill('Idea')
  await bob.page.keyboard.press('Enter')
  await expect(labelRows(bob.page)).toHaveText(['Bug', 'Idea'])
  const before = await statesOf(ada)
  const [state] = before
  const url = `/api/workspaces/${slug}/projects/${project_id}/states/`
  for (const { context } of [bob, gus]) {
    const data = { name: 'X', color: '#3d81d4' }
    expect((await context.request.post(url, { data })).status()).toBe(403)
    expect((await context.request.patch(`${url}${state?.id}/`, { data })).status()).toBe(403)
    expect((await context.request.delete(`${url}${state?.id}/`)).status()).toBe(403)
  }
  expect(await statesOf(ada)).toEqual(before)
})

const labelsOf = ({ slug, project_id, context }: Visitor) =>
  call(context.request, labelsApi.list, { params: { slug, project_id } })

const labelRows = (page: Page) => page.getByRole('main').locator('[data-sortable]')

const addLabel = ({ slug, project_id, context }: Visitor, name: string) =>
  call(context.request, labelsApi.create, {
    params: { slug, project_id },
    body: { name, color: '#3d81d4' },
  })

// @cap:labels.create-and-edit
test('labels are made, renamed and recoloured; an empty or repeated name is refused', async ({
  ada,
}) => {
  const { page } = ada
  const other = await ada.secondBrowser()
  await other.goto(settings(ada, 'labels/'))
  await page.goto(settings(ada, 'labels/'))
  await expect(page.getByRole('heading', { name: 'Create your first label' })).toBeVisible()
  await page.getByRole('button', { name: 'Add label' }).click()
  const title = page.getByRole('textbox', { name: 'Label name' })
  await expect(title).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a name.')).toBeVisible()
  await title.fill('Bug')
  await page.keyboard.press('Enter')
  await expect(labelRows(page)).toHaveText(['Bug'])
  await expect(title).toBeFocused()
  await title.fill('Bug')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Another label has this name.')).toBeVisible()
  await title.fill('Idea')
  await page.keyboard.press('Enter')
  await expect(labelRows(page)).toHaveText(['Bug', 'Idea'])
  await page.keyboard.press('Escape')
  await expect(title).toBeHidden()

  await page.getByRole('button', { name: 'Actions for Bug' }).click()
  await page.getByRole('menuitem', { name: 'Edit label' }).click()
  await title.fill('Defect')
  await page.getByRole('button', { name: 'Label color' }).click()
  await page.getByRole('radio', { name: 'Rust' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save changes', exact: true }).click()
  await expect(labelRows(page)).toHaveText(['Defect', 'Idea'])
  await expect(labelRows(other)).toHaveText(['Defect', 'Idea'])
  await expect.poll(() => labelsOf(ada)).toMatchObject([{ name: 'Defect', color: '#ca5747' }, {}])
  await expectAccessible(page)
})

// @cap:labels.groups
test('a label dropped on another makes a group, dragged out it leaves it; no group in a group', async ({
  ada,
}) => {
  const { page } = ada
  const area = await addLabel(ada, 'Area')
  for (const name of ['Map', 'Sync', 'Solo']) await addLabel(ada, name)
  await page.goto(settings(ada, 'labels/'))
  const parentOf = async (name: string) =>
    (await labelsOf(ada)).find((label) => label.name === name)?.parent
  await carry(page, 'Map', 'Area', 0.5)
  await expect(page.getByRole('button', { name: 'Area 1' })).toBeVisible()
  await expect.poll(() => parentOf('Map')).toBe(area.id)
  await carry(page, 'Area', 'Sync', 0.5)
  await expect.poll(() => parentOf('Area')).toBeNull()
  await expect(labelRows(page)).toHaveText([/Area/, 'Map', 'Sync', 'Solo'])
  await carry(page, 'Map', 'Solo', 0)
  await expect(labelRows(page)).toHaveText(['Area', 'Sync', 'Map', 'Solo'])
  await expect.poll(() => parentOf('Map')).toBeNull()

  const grip = page.getByRole('button', { name: 'Move Sync', exact: true })
  await grip.focus()
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => parentOf('Sync')).toBe(area.id)
  await expect(grip).toBeFocused()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(() => parentOf('Sync')).toBeNull()
  await expect(grip).toBeFocused()
})

// @cap:labels.reorder
test('a carried label keeps its place after a reload, and changes nothing without a target', async ({
  ada,
}) => {
  const { page } = ada
  const one = await addLabel(ada, 'One')
  const two = await addLabel(ada, 'Two')
  await addLabel(ada, 'Three')
  expect(one.sort_order).toBe(65_535)
  await page.goto(settings(ada, 'labels/'))
  const orderOf = async (name: string) =>
    (await labelsOf(ada)).find((label) => label.name === name)?.sort_order
  await carry(page, 'Three', 'One', 0)
  await expect(labelRows(page)).toHaveText(['Three', 'One', 'Two'])
  await expect.poll(() => orderOf('Three')).toBe(65_535 / 2)
  await carry(page, 'Three', 'Two', 0)
  await expect.poll(() => orderOf('Three')).toBe(65_535 + 5000)
  await carry(page, 'One', 'Two', 1)
  await expect.poll(() => orderOf('One')).toBe(two.sort_order + 10_000)
  await expect(labelRows(page)).toHaveText(['Three', 'Two', 'One'])
  await page.reload()
  await expect(labelRows(page)).toHaveText(['Three', 'Two', 'One'])

  const before = await labelsOf(ada)
  const grip = page.getByRole('button', { name: 'Move Two', exact: true })
  await lift(grip)
  await page.mouse.move(100, 700, { steps: 5 })
  await page.mouse.up()
  await expect(labelRows(page)).toHaveText(['Three', 'Two', 'One'])
  expect(await labelsOf(ada)).toEqual(before)

  // Deleting a label asks first and removes it everywhere; items with it stay.
  await ada.addItem('Carries it', { label_ids: [two.id] })
  const other = await ada.secondBrowser()
  await other.goto(settings(ada, 'labels/'))
  await expect(labelRows(other)).toHaveText(['Three', 'Two', 'One'])
  await page.getByRole('button', { name: 'Actions for Two' }).click()
  await page.getByRole('menuitem', { name: 'Delete label' }).click()
  await page
    .getByRole('alertdialog', { name: 'Delete label Two?' })
    .getByRole('button', { name: 'Delete label' })
    .click()
  for (const browser of [page, other]) {
    await expect(labelRows(browser)).toHaveText(['Three', 'One'])
  }
  await page.goto(ada.list)
  await expect(page.getByText('Carries it')).toBeVisible()
  await expect(page.getByText('Two', { exact: true })).toHaveCount(0)
})

test('features and automations are switched and set; months stay between 1 and 12', async ({
  ada,
}) => {
  const { page } = ada
  const other = await ada.secondBrowser()
  await other.goto(settings(ada, 'features/'))
  await page.goto(settings(ada, 'features/'))
  await expect(page).toHaveTitle('Trail Maps - Features')
  await page.getByRole('switch', { name: 'Epics' }).click()
  await expect(other.getByRole('switch', { name: 'Epics' })).toBeChecked()
  expect(await projectOf(ada)).toMatchObject({ is_epic_enabled: true })
  await expectAccessible(page)

  await page.goto(settings(ada, 'automations/'))
  await page.getByRole('switch', { name: 'Auto-archive closed work items' }).click()
  await expect.poll(async () => (await projectOf(ada))?.archive_in).toBe(1)
  const after = page.getByRole('combobox', { name: 'Auto-archive items closed for' })
  await after.click()
  await page.getByRole('option', { name: '6 months' }).click()
  await expect.poll(async () => (await projectOf(ada))?.archive_in).toBe(6)
  await after.click()
  await page.getByRole('option', { name: 'Set a custom period' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set a custom period' })
  await dialog.getByLabel('Number of months').fill('13')
  await dialog.getByRole('button', { name: 'Set period' }).click()
  await expect(dialog.getByText('Choose between 1 and 12 months.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Number of months').fill('4')
  await dialog.getByRole('button', { name: 'Set period' }).click()
  await expect(after).toContainText('4 months')

  await page.getByRole('switch', { name: 'Auto-close work items' }).click()
  const cancelled = (await statesOf(ada)).find(({ group }) => group === 'cancelled')
  await expect
    .poll(() => projectOf(ada))
    .toMatchObject({
      archive_in: 4,
      close_in: 1,
      default_state: cancelled?.id,
    })
  await page.getByRole('switch', { name: 'Auto-close work items' }).click()
  await expect.poll(() => projectOf(ada)).toMatchObject({ close_in: 0, default_state: null })
  await expectAccessible(page)
})

test('30 states, 100 labels and a long name fit a phone and every theme', async ({ ada }) => {
  const { page, slug, project_id, context } = ada
  const params = { slug, project_id }
  await call(context.request, projectsApi.change, {
    params,
    body: { name: 'An endless name '.repeat(16).slice(0, 250).trim() },
  })
  const groups = ['backlog', 'unstarted', 'started'] as const
  for (let n = 0; n < 25; n += 1) {
    await call(context.request, statesApi.create, {
      params,
      body: {
        ...{ name: `State ${n}`, group: groups[n % 3] ?? 'started' },
        ...{ color: '#d9d9d9', description: 'Words '.repeat(40) },
      },
    })
  }
  const label_data = Array.from({ length: 100 }, (_, n) => ({ name: `Label ${n}` }))
  await call(context.request, labelsApi.createMany, { params, body: { label_data } })
  const pages = [
    ['', 'dark-contrast'],
    ['members/', 'light-contrast'],
    ['states/', 'dark'],
    ['labels/', undefined],
    ['automations/', undefined],
  ]
  for (const [path, theme] of pages) {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(settings(ada, path))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect
      .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'))
      .toBeLessThanOrEqual(390)
    if (!theme) continue
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    await expectAccessible(page)
  }
})
