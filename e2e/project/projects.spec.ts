import {
  ADMIN,
  accountApi,
  deployBoardsApi,
  favoritesApi,
  GUEST,
  MEMBER,
  PRIVATE,
  projectMembersApi,
  projectsApi,
  type Role,
} from '@cairn/contract'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import { call, expect, test, type Visitor } from '../kit/visitors.ts'

const cards = (page: Page) => page.getByRole('main').getByRole('article')
const cardOf = (page: Page, name: string) => cards(page).filter({ hasText: name })
const cardNames = (page: Page) => cards(page).getByRole('heading')

const addProject = (ada: Visitor, name: string, identifier: string, more: object = {}) =>
  call(ada.context.request, projectsApi.create, {
    params: { slug: ada.slug },
    body: { name, identifier, ...more },
  })

const projectsOf = (ada: Visitor) =>
  call(ada.context.request, projectsApi.list, { params: { slug: ada.slug } })

/** Removes the starter project of a new workspace. */
async function filterTrailMaps(ada: Visitor) {
  const { slug } = ada
  for (const { id } of await projectsOf(ada)) {
    if (id === ada.project_id) continue
    await call(ada.context.request, projectsApi.remove, { params: { slug, project_id: id } })
  }
}

/** Selects an option in a picker with a search field. */
async function choose(page: Page, opener: Locator, option: string) {
  await opener.click()
  await page.getByRole('option', { name: option }).click()
}

test.beforeEach(({ ada }) => filterTrailMaps(ada))

// @cap:projects.create
// @cap:projects.create-conflicts
test('a member makes a project with all it has; its ID follows the name until somebody edits it', async ({
  ada,
}) => {
  const { slug } = ada
  const bob = await ada.addColleague(MEMBER, 'Bob Fields')
  const { page } = bob
  await page.goto(`/${slug}/projects/`)
  await page.getByRole('main').getByRole('button', { name: 'Add project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create project' })
  const name = dialog.getByLabel('Project name')
  const identifier = dialog.getByLabel('Project ID')
  await expect(name).toBeFocused()
  await name.fill('Night watch')
  await expect(identifier).toHaveValue('NIGHT')
  await name.fill('')
  await expect(identifier).toHaveValue('')
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  await expect(dialog.getByText('Enter a project ID.')).toBeVisible()

  // A taken name or ID is reported at its field, and the typed text stays.
  const create = dialog.getByRole('button', { name: 'Create project' })
  await name.fill('Trail Maps')
  await identifier.fill('OTHER')
  await dialog.getByLabel('Description').fill('Kept')
  await create.click()
  await expect(dialog.getByText('Another project has this name.')).toBeVisible()
  await name.fill('Other Maps')
  await identifier.fill('TRAIL')
  await expect(dialog.getByText('Another project uses this ID.')).toBeVisible()
  await create.click()
  await expect(dialog.getByLabel('Description')).toHaveValue('Kept')
  await expect(name).toHaveValue('Other Maps')
  await expect(identifier).toHaveValue('TRAIL')
  expect(await projectsOf(ada)).toHaveLength(1)

  await name.fill('Night watch')
  await identifier.fill('n-w 1!toolong')
  await expect(identifier).toHaveValue('NW1')
  await name.fill('Night watches')
  await expect(identifier).toHaveValue('NW1')
  await dialog.getByLabel('Description').fill('Who looks at what, and when.')
  await choose(page, dialog.getByRole('button', { name: 'Access: Public' }), 'Private')
  await choose(page, dialog.getByRole('button', { name: /^Lead/ }), 'Bob Fields')
  await dialog.getByRole('button', { name: 'Change cover' }).click()
  const covers = page.getByRole('dialog', { name: 'Choose a cover' })
  await expectAccessible(page)
  await covers.getByRole('button', { name: 'Cover fjord' }).click()
  await expect(covers).toBeHidden()
  await dialog.getByRole('button', { name: 'Project logo' }).click()
  const logos = page.getByRole('dialog', { name: 'Project logo' })
  await logos.getByPlaceholder('Search emoji').fill('moon')
  await logos.getByRole('button', { name: 'full moon face', exact: true }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await page.waitForURL('**/issues/')

  const made = (await call(bob.context.request, projectsApi.list, { params: { slug } })).find(
    (project) => project.identifier === 'NW1',
  )
  expect(made).toMatchObject({
    name: 'Night watches',
    description: 'Who looks at what, and when.',
    network: PRIVATE,
    cover_image_url: '/covers/fjord.svg',
    logo_props: { in_use: 'emoji' },
    member_role: ADMIN,
  })
  expect(made?.project_lead).toBe(made?.created_by)
  // The creator sees the list grouped by state.
  await expect
    .poll(async () => {
      const params = { slug, project_id: made?.id ?? '' }
      return (await call(bob.context.request, projectMembersApi.properties, { params }))
        .display_filters
    })
    .toMatchObject({ layout: 'list', group_by: 'state' })
})

// @cap:projects.create-needs-member
test('guests cannot create projects: no button, no key, no call', async ({ ada }) => {
  const { slug } = ada
  const gus = await ada.addColleague(GUEST, 'Gus Guest')
  await gus.page.goto(`/${slug}/projects/`)
  await expect(gus.page.getByRole('heading', { name: 'No active projects' })).toBeVisible()
  await expect(gus.page.getByRole('main').getByRole('button', { name: 'Add project' })).toBeHidden()
  await expect(gus.page.getByText('Ask an admin of this workspace')).toBeVisible()
  await expect(gus.page.getByRole('button', { name: 'Create project' })).toHaveCount(0)
  await expectAccessible(gus.page)
  await gus.page.keyboard.press('p')
  await expect(gus.page.getByText("You don't have permission to do this").first()).toBeVisible()
  await gus.page.keyboard.press('c')
  await expect(gus.page.getByText('Create or join a project first').first()).toBeVisible()
  await expect(gus.page.getByRole('dialog')).toHaveCount(0)
  const sidebar = gus.page.getByRole('complementary', { name: 'Sidebar' })
  await expect(sidebar.getByRole('button', { name: 'Create project' })).toBeHidden()
  const refused = await gus.context.request.post(`/api/workspaces/${slug}/projects/`, {
    data: { name: 'Mine', identifier: 'MINE' },
  })
  expect(refused.status()).toBe(403)
  expect(await projectsOf(ada)).toHaveLength(1)
})

// @cap:projects.list-search-order-filter
test('the list is searched, ordered and filtered; chips, counts and order survive a reload', async ({
  ada,
}) => {
  const { page, slug } = ada
  const bob = await ada.addColleague(MEMBER, 'Bob Fields')
  const rows = await call(bob.context.request, projectsApi.create, {
    params: { slug },
    body: { name: 'Birds', identifier: 'WINGS' },
  })
  await addProject(ada, 'Archive Tool', 'ARCH', { network: PRIVATE })
  await addProject(ada, 'Caves', 'CAVE', { project_lead: rows.created_by })

  await page.goto(`/${slug}/projects/`)
  await expect(cardNames(page)).toHaveText(['Trail Maps', 'Birds', 'Archive Tool', 'Caves'])
  const search = page.getByRole('searchbox', { name: 'Search projects' })
  await search.fill('wing')
  await expect(cardNames(page)).toHaveText(['Birds'])
  await search.fill('nothing like this')
  await expect(page.getByRole('heading', { name: 'No matching projects' })).toBeVisible()
  await search.press('Escape')
  await expect(cardNames(page)).toHaveCount(4)

  const pick = async (order: string) => {
    await page.getByRole('button', { name: /^(Created date|Name|Manual|Number)/ }).click()
    await page.getByRole('menuitemcheckbox', { name: order }).click()
  }
  await pick('Name')
  await expect(cardNames(page)).toHaveText(['Archive Tool', 'Birds', 'Caves', 'Trail Maps'])
  await pick('Descending')
  await expect(cardNames(page)).toHaveText(['Trail Maps', 'Caves', 'Birds', 'Archive Tool'])
  await pick('Number of members')
  await expect(cardNames(page).first()).toHaveText('Caves')
  await pick('Manual')
  await expect(cardNames(page)).toHaveText(['Caves', 'Archive Tool', 'Trail Maps', 'Birds'])

  await page.getByRole('button', { name: /^Filters/ }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await filters.getByRole('checkbox', { name: 'My projects' }).check()
  await expect(cardNames(page)).toHaveText(['Caves', 'Archive Tool', 'Trail Maps'])
  await expect(page.getByText('3/4')).toBeVisible()
  await filters.getByRole('checkbox', { name: 'Private' }).check()
  await expect(cardNames(page)).toHaveText(['Archive Tool'])
  await filters.getByRole('checkbox', { name: 'Private' }).uncheck()
  await filters.getByRole('group', { name: 'Lead' }).getByLabel('Bob Fields').check()
  await expect(cardNames(page)).toHaveText(['Caves'])
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.reload()
  await expect(cardNames(page)).toHaveText(['Caves'])
  await expect(page.getByText('1/4')).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter Lead: Bob Fields' }).click()
  await page.getByRole('button', { name: 'Remove filter Show: My projects' }).click()
  await expect(cardNames(page)).toHaveText(['Caves', 'Archive Tool', 'Trail Maps', 'Birds'])

  await page.getByRole('button', { name: /^Filters/ }).click()
  await filters.getByRole('group', { name: 'Members' }).getByLabel('Bob Fields').check()
  await expect(cardNames(page)).toHaveText(['Caves', 'Birds'])
  await filters.getByRole('radio', { name: 'Yesterday' }).check()
  await expect(page.getByText('0/4')).toBeVisible()
  await expect(page.getByText('Remove a filter to see more.')).toBeVisible()
  await filters.getByRole('radio', { name: 'Today' }).check()
  await expect(page.getByText('2/4')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(cardNames(page)).toHaveCount(4)
})

// @cap:projects.join-screen
test('an unjoined public project offers to join it; a private one says that it is private', async ({
  ada,
}) => {
  const { slug } = ada
  const bob = await ada.addColleague(MEMBER, 'Bob Fields')
  const secret = await addProject(ada, 'Secret', 'SECR', { network: PRIVATE })
  const { page } = bob
  await page.goto(`/${slug}/projects/${secret.id}/issues/`)
  await expect(page.getByRole('heading', { name: "You can't open this project" })).toBeVisible()
  await expect(page.getByText("it's private and you're not a member")).toBeVisible()
  await expectAccessible(page)

  await page.goto(ada.list)
  await expect(page.getByRole('heading', { name: 'Join Trail Maps' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Join project' }).click()
  await expect(page.getByRole('heading', { name: 'Work items', level: 1 })).toBeVisible()

  // Joining by its card asks first.
  await addProject(ada, 'Open to all', 'OPEN')
  await page.goto(`/${slug}/projects/`)
  await cardOf(page, 'Open to all').getByRole('button', { name: 'Join', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Join project?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await cardOf(page, 'Open to all')
    .getByRole('button', { name: 'Open to all', exact: true })
    .click()
  await dialog.getByRole('button', { name: 'Join project' }).click()
  await page.waitForURL('**/issues/')
  await expect(page.getByRole('heading', { name: 'Work items', level: 1 })).toBeVisible()

  // A workspace admin sees private projects and may join them.
  const theirs = await call(bob.context.request, projectsApi.create, {
    params: { slug },
    body: { name: 'Bob’s own', identifier: 'BOBS', network: PRIVATE },
  })
  await ada.page.goto(`/${slug}/projects/${theirs.id}/issues/`)
  await expect(ada.page.getByRole('heading', { name: 'Join Bob’s own' })).toBeVisible()
  await expect(ada.page.getByText('This project is private')).toBeVisible()
})

// @cap:projects.visibility-by-role
test('admins see every project, members public and joined ones, guests joined ones', async ({
  ada,
}) => {
  const { slug, context } = ada
  await filterTrailMaps(ada)
  const secret = await addProject(ada, 'Secret', 'SECR', { network: PRIVATE })
  await addProject(ada, 'Open', 'OPEN')
  const max = await ada.addColleague(ADMIN, 'Max')
  const mel = await ada.addColleague(MEMBER, 'Mel')
  const gus = await ada.addColleague(GUEST, 'Gus')
  const join = async ({ context: of }: typeof gus, project_id: string, role: Role) => {
    const { id: member_id } = await call(of.request, accountApi.me, {})
    const params = { slug, project_id }
    const body = { members: [{ member_id, role }] }
    await call(context.request, projectMembersApi.add, { params, body })
  }
  await join(gus, ada.project_id, GUEST)
  const seen = async ({ page }: typeof gus, names: string[]) => {
    await page.goto(`/${slug}/projects/`)
    await expect(cardNames(page)).toHaveCount(names.length)
    expect((await cardNames(page).allTextContents()).toSorted()).toEqual(names)
  }
  await seen(max, ['Open', 'Secret', 'Trail Maps'])
  await seen(mel, ['Open', 'Trail Maps'])
  await seen(gus, ['Trail Maps'])
  for (const { page } of [mel, gus]) {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox').fill('Secret')
    const found = page.getByRole('option', { name: /Secret/ })
    await expect(found).toHaveCount(1)
    await expect(found).toContainText('Search everything for')
    await page.goto(`/${slug}/projects/${secret.id}/issues/`)
    await expect(page.getByRole('heading', { name: "You can't open this project" })).toBeVisible()
    await expect(page.getByText('Secret')).toHaveCount(0)
  }
  await join(mel, secret.id, MEMBER)
  await seen(mel, ['Open', 'Secret', 'Trail Maps'])
})

// @cap:projects.archive-and-restore
test('an archived project is gone everywhere but under archives, and comes back whole', async ({
  ada,
}) => {
  const { page, slug, project_id } = ada
  const { request } = ada.context
  const params = { slug, project_id }
  await ada.addItem('Kept in the archive')
  await call(request, favoritesApi.addProject, {
    params: { slug },
    body: { project: project_id },
  })
  const other = await ada.secondBrowser()
  await other.goto(`/${slug}/projects/`)
  await expect(cards(other)).toHaveCount(1)

  await page.goto(`/${slug}/settings/projects/${project_id}/`)
  await page.getByRole('button', { name: 'Archive project' }).click()
  await page.getByRole('button', { name: 'Archive project' }).nth(1).click()
  const dialog = page.getByRole('alertdialog', { name: 'Archive Trail Maps?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Archive', exact: true }).click()
  await page.waitForURL(`**/${slug}/projects/`)
  await expect(page.getByText('Trail Maps archived')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No active projects' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Trail Maps' })).toHaveCount(0)
  await expect(cards(other)).toHaveCount(0)
  expect(await call(request, favoritesApi.list, { params: { slug } })).toEqual([])
  await page.goto(ada.list)
  await expect(page.getByRole('heading', { name: 'Trail Maps is archived' })).toBeVisible()
  await expect(page.getByText('Kept in the archive')).toHaveCount(0)
  await expectAccessible(page)

  const [before] = await projectsOf(ada)
  await call(request, projectsApi.archive, { params })
  expect((await projectsOf(ada))[0]?.archived_at).toBe(before?.archived_at)

  await page.goto(`/${slug}/projects/archives/`)
  await expect(cardNames(page)).toHaveText(['Trail Maps'])
  await expectAccessible(page)
  await cards(page).getByRole('button', { name: 'Restore' }).click()
  await page
    .getByRole('alertdialog', { name: 'Restore Trail Maps?' })
    .getByRole('button', { name: 'Restore' })
    .click()
  await expect(page.getByText('Trail Maps restored')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No archived projects' })).toBeVisible()
  await expect(cardNames(other)).toHaveText(['Trail Maps'])
  await call(request, projectsApi.restore, { params })
  await page.goto(ada.list)
  await expect(page.getByText('Kept in the archive')).toBeVisible()
})

// @cap:projects.delete
test('a project is deleted only after its name and the phrase are typed', async ({ ada }) => {
  const { page, slug, project_id } = ada
  const { request } = ada.context
  const params = { slug, project_id }
  const { id } = await ada.addItem('Gone with it')
  await call(request, favoritesApi.addProject, { params: { slug }, body: { project: project_id } })
  const { anchor } = await call(request, deployBoardsApi.publish, { params, body: {} })
  await page.goto(`/${slug}/settings/projects/${project_id}/`)
  await page.getByRole('button', { name: 'Delete project' }).click()
  await page.getByRole('button', { name: 'Delete this project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete project' })
  const button = dialog.getByRole('button', { name: 'Delete project' })
  await expectAccessible(page)
  await dialog.getByLabel('Type “Trail Maps” to confirm').fill('Trail Maps')
  await expect(button).toBeDisabled()
  await dialog.getByLabel('Type “delete my project” to confirm').fill('delete my projects')
  await expect(button).toBeDisabled()
  await dialog.getByLabel('Type “delete my project” to confirm').fill('delete my project')
  await button.click()
  await page.waitForURL(`**/${slug}/projects/`)
  await expect(page.getByText('Trail Maps deleted')).toBeVisible()
  expect(await projectsOf(ada)).toEqual([])
  expect(await call(request, favoritesApi.list, { params: { slug } })).toEqual([])
  const project = `/api/workspaces/${slug}/projects/${project_id}/`
  for (const gone of [`${project}states/`, `${project}issues/${id}/`]) {
    expect((await request.get(gone)).status()).toBe(403)
  }
  const published = await request.get(`/api/public/anchor/${anchor}/settings/`)
  expect(published.status()).toBe(404)
})

test('long names and many projects keep their cards, on a phone too', async ({ ada }) => {
  const { page, slug } = ada
  await addProject(ada, 'An endless name '.repeat(16).slice(0, 250).trim(), 'LONG', {
    description: 'words '.repeat(100),
  })
  // A few at a time: more would wait for the server's connections.
  for (let at = 0; at < 40; at += 5) {
    const some = Array.from({ length: 5 }, (_, n) => at + n)
    await Promise.all(some.map((n) => addProject(ada, `Project ${n}`, `P${n}`)))
  }
  await page.goto(`/${slug}/projects/`)
  await expect(cards(page)).toHaveCount(42)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: /^Filters/ })).toBeVisible()
  await expect
    .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'))
    .toBeLessThanOrEqual(390)
  await expectAccessible(page)
})
