import {
  cyclesApi,
  GUEST,
  MEMBER,
  modulesApi,
  pagesApi,
  projectJoiningApi,
  projectMembersApi,
  projectsApi,
  viewsApi,
  workspacesApi,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { drag } from '../kit/drag.ts'
import { nextFrame } from '../kit/next-frame.ts'
import { addRowOf, call, dialogOf, expect, test, type Visitor } from '../kit/visitors.ts'

const long =
  'A name as long as it gets, because somebody pasted a whole paragraph here and nobody minded '
    .repeat(3)
    .slice(0, 250)

const addProject = ({ context, slug }: Visitor, name: string, identifier: string) =>
  call(context.request, projectsApi.create, { params: { slug }, body: { name, identifier } })

const projectsOf = (page: Page) => page.getByRole('navigation', { name: 'Projects', exact: true })
/** Without the default project of every workspace. */
async function namesIn(page: Page) {
  const names = await projectsOf(page).locator('[data-row][aria-expanded]').allInnerTexts()
  return names.filter((name) => name !== 'Acme')
}

const saved = (page: Page) =>
  page.waitForResponse((answer) => answer.url().includes('/project-views/') && answer.ok())

test('the sidebar is one Tab stop per part, and arrow keys walk through it', async ({ ada }) => {
  const { page, slug } = ada
  await addProject(ada, 'Website', 'WEB')
  await page.goto(`/${slug}/`)
  await expect(projectsOf(page).getByRole('button', { name: 'Website', exact: true })).toBeVisible()
  // Shown once the favorites are known.
  await expect(page.getByRole('button', { name: 'New folder' })).toBeAttached()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#main$/)

  await page.getByRole('link', { name: 'Home' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: 'Inbox', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: 'Projects', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Favorites', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Create folder' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'New folder' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Projects', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const first = projectsOf(page).getByRole('button', { name: 'Website', exact: true })
  await expect(first).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(first).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(projectsOf(page).getByRole('link', { name: 'Overview' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  await expect(first).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('End')
  const last = projectsOf(page).getByRole('button', { name: 'Acme', exact: true })
  await expect(last).toBeFocused()

  await page.keyboard.press('Tab')
  const menu = page.getByRole('button', { name: 'Actions for Acme' })
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  // It takes the focus after it is shown, and returns it after it is gone.
  await expect(page.locator('[role=menu]:focus, [role=menu] :focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(menu).toBeFocused()
  await nextFrame(page)
  const teamspaces = page.getByRole('navigation', { name: 'Teamspaces' })
  await expect(teamspaces).toBeVisible()
  for (const part of [
    page.getByRole('button', { name: 'Teamspaces', exact: true }),
    page.getByRole('button', { name: 'Add teamspace' }),
    teamspaces.getByRole('link', { name: 'All teamspaces' }),
    page.getByRole('button', { name: 'Help' }),
  ]) {
    await page.keyboard.press('Tab')
    await expect(part).toBeFocused()
  }
})

// @cap:projects.sidebar-navigation
test('a project’s part of the sidebar shows what it uses, and its menu what the role may do', async ({
  ada,
}) => {
  const { page, slug, project_id, context } = ada
  const params = { slug, project_id }
  const switches = { cycle_view: false, module_view: true, issue_views_view: true }
  await call(context.request, projectsApi.change, { params, body: switches })
  const people = [await ada.addColleague(MEMBER, 'Mel'), await ada.addColleague(GUEST, 'Gus')]
  const members = await call(context.request, workspacesApi.members, { params: { slug } })
  const idOf = (name: string) =>
    members.find(({ member }) => member.display_name === name)?.member.id ?? ''
  await call(context.request, projectMembersApi.add, {
    params,
    body: {
      members: [
        { member_id: idOf('Mel'), role: MEMBER },
        { member_id: idOf('Gus'), role: GUEST },
      ],
    },
  })
  const common = ['Add to favorites', 'Copy link']
  const offers = [
    [page, ['Add to favorites', 'Publish project', 'Copy link', 'Archives', 'Settings']],
    [people[0]?.page, [...common, 'Archives', 'Settings']],
    [people[1]?.page, [...common, 'Leave project']],
  ] as const
  for (const [browser, wanted] of offers) {
    if (!browser) continue
    await browser.goto(ada.list)
    const opened = projectsOf(browser).getByRole('button', { name: 'Trail Maps', exact: true })
    await expect(opened).toHaveAttribute('aria-expanded', 'true')
    await expect(projectsOf(browser).getByRole('link', { name: 'Work items' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await expect(projectsOf(browser).getByRole('link', { name: 'Modules' })).toBeVisible()
    await expect(projectsOf(browser).getByRole('link', { name: 'Cycles' })).toHaveCount(0)
    await browser.getByRole('button', { name: 'Actions for Trail Maps' }).click()
    const items = browser.getByRole('menuitem')
    await expect(items.filter({ hasText: wanted.at(-1) ?? '' })).toBeVisible()
    const shown = async () =>
      (await items.allInnerTexts()).filter((name) => !name.startsWith('Move'))
    await expect.poll(shown).toEqual(wanted)
    await browser.keyboard.press('Escape')
  }
})

// @cap:projects.sidebar-order
test('projects are put into order by hand and by key, in all one’s browsers and nobody else’s', async ({
  ada,
}) => {
  const { page, slug } = ada
  const website = await addProject(ada, 'Website', 'WEB')
  const research = await addProject(ada, 'Research', 'RES')
  const bob = await ada.addColleague(MEMBER, 'Bob Fields')
  for (const id of [ada.project_id, website.id, research.id]) {
    const body = { project_ids: [id] }
    await call(bob.context.request, projectJoiningApi.join, { params: { slug }, body })
  }
  const other = await ada.secondBrowser()
  await Promise.all([page, other, bob.page].map((each) => each.goto(`/${slug}/`)))
  await expect.poll(() => namesIn(bob.page)).toEqual(['Research', 'Website', 'Trail Maps'])
  const row = (name: string) => projectsOf(page).locator('[data-sortable]', { hasText: name })
  await expect.poll(() => namesIn(page)).toEqual(['Research', 'Website', 'Trail Maps'])

  let answer = saved(page)
  await drag(row('Trail Maps'), row('Research'), { x: 60, y: 3 })
  await expect.poll(() => namesIn(page)).toEqual(['Trail Maps', 'Research', 'Website'])
  await answer
  await expect.poll(() => namesIn(other)).toEqual(['Trail Maps', 'Research', 'Website'])
  answer = saved(page)
  const lower = projectsOf(page).getByRole('button', { name: 'Research', exact: true })
  await lower.press('Alt+ArrowDown')
  await expect.poll(() => namesIn(page)).toEqual(['Trail Maps', 'Website', 'Research'])
  await expect(lower).toBeFocused()
  await answer
  await page.reload()
  await expect.poll(() => namesIn(page)).toEqual(['Trail Maps', 'Website', 'Research'])

  await page.route('**/project-views/', (route) => route.abort())
  await lower.press('Alt+ArrowUp')
  await expect(page.getByText("The project wasn't moved").first()).toBeVisible()
  await expect.poll(() => namesIn(page)).toEqual(['Trail Maps', 'Website', 'Research'])
  // The lists of other users are unchanged.
  await expect.poll(() => namesIn(bob.page)).toEqual(['Research', 'Website', 'Trail Maps'])

  await page.goto(ada.list)
  await page.getByRole('button', { name: 'Switch project' }).click()
  await expect(page.getByPlaceholder('Switch project')).toBeFocused()
  await page.keyboard.type('web')
  await expect(page.getByRole('option')).toHaveText([/Website/])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/projects/${website.id}/issues/$`))
  await expect(page).toHaveTitle('Website - Work items')
})

// @cap:shortcuts.guide
// @cap:shortcuts.ignored-while-typing
test('? lists the shortcuts, searchable; in fields, editors and dialogs keys are only typed', async ({
  ada,
}) => {
  const { page } = ada
  await ada.addItem('First')
  await page.goto(ada.list)
  await expect(page.getByRole('group', { name: 'First' })).toBeVisible()
  await page.evaluate(`
    const editor = document.createElement('div')
    editor.contentEditable = 'true'
    editor.setAttribute('role', 'textbox')
    editor.setAttribute('aria-label', 'Editor')
    document.querySelector('main').append(editor)`)
  const editor = page.getByRole('textbox', { name: 'Editor' })
  await editor.focus()
  await page.keyboard.type('cp?')
  await expect(editor).toHaveText('cp?')
  await expect(dialogOf(page)).toBeHidden()

  await addRowOf(page).click()
  await expect(page.getByRole('textbox', { name: 'Work item title' })).toBeFocused()
  await page.keyboard.type('cp?')
  await expect(page.getByRole('textbox', { name: 'Work item title' })).toHaveValue('cp?')
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()

  await page.getByRole('group', { name: 'First' }).focus()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog.getByText('New work item')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('c')
  await page.keyboard.press('p')
  await expect(dialogOf(page)).toHaveCount(1)
  await dialog.getByRole('searchbox').fill('palette')
  await expect(dialog.getByText('New work item')).toBeHidden()
  await expect(dialog.getByText('Control+K')).toBeAttached()
  await dialog.getByRole('searchbox').fill('zzz')
  await expect(dialog.getByText('No shortcuts found for “zzz”')).toBeVisible()

  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'platform', { value: 'MacIntel' })
  })
  await page.reload()
  await expect(page.getByRole('group', { name: 'First' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(dialog.getByText('⌘').first()).toBeVisible()
  await expect(dialog.getByText('Command+K')).toBeAttached()
})

// @cap:workspaces.sidebar-customise
test('navigation is pinned, unpinned and put into order for oneself, as far as one’s role goes', async ({
  ada,
}) => {
  const { page, slug } = ada
  const entries = (of: Page) =>
    of.getByRole('navigation', { name: 'Main navigation' }).locator('[data-row]').allInnerTexts()
  const panel = page.getByRole('region', { name: 'More' })
  const saved = () =>
    page.waitForResponse((answer) => answer.url().includes('/sidebar-preferences/') && answer.ok())
  const other = await ada.secondBrowser()
  await Promise.all([page.goto(`/${slug}/`), other.goto(`/${slug}/`)])
  await page.getByRole('button', { name: 'More' }).click()
  await expect(panel.getByRole('link', { name: 'Views' })).toBeFocused()
  await panel.getByRole('button', { name: 'Pin Archives' }).click()
  await panel.getByRole('button', { name: 'Pin Drafts' }).click()
  await expect
    .poll(() => entries(page))
    .toEqual(['Home', 'Inbox', 'Projects', 'Dashboards', 'Drafts', 'Archives', 'More'])
  await expect
    .poll(() => entries(other))
    .toEqual(['Home', 'Inbox', 'Projects', 'Dashboards', 'Drafts', 'Archives', 'More'])
  await expectAccessible(page)

  let answer = saved()
  const row = (name: string) => panel.locator('[data-sortable]', { hasText: name })
  await drag(panel.getByRole('button', { name: 'Move Archives' }), row('Drafts'), { x: 60, y: 3 })
  await answer
  await expect
    .poll(() => entries(page))
    .toEqual(['Home', 'Inbox', 'Projects', 'Dashboards', 'Archives', 'Drafts', 'More'])
  // The panel stays open after a reload.
  await page.reload()
  await expect(panel).toBeVisible()
  await expect
    .poll(() => entries(page))
    .toEqual(['Home', 'Inbox', 'Projects', 'Dashboards', 'Archives', 'Drafts', 'More'])
  answer = saved()
  await panel.getByRole('button', { name: 'Move Archives' }).press('Alt+ArrowDown')
  await expect
    .poll(() => entries(page))
    .toEqual(['Home', 'Inbox', 'Projects', 'Dashboards', 'Drafts', 'Archives', 'More'])
  await answer
  await panel.getByRole('button', { name: 'Unpin Drafts' }).click()
  await expect
    .poll(() => entries(other))
    .toEqual(['Home', 'Inbox', 'Projects', 'Dashboards', 'Archives', 'More'])

  await page.route('**/sidebar-preferences/*/', (route) => route.abort())
  await panel.getByRole('button', { name: 'Unpin Archives' }).click()
  await expect(page.getByText("The navigation wasn't saved").first()).toBeVisible()
  await expect
    .poll(() => entries(page))
    .toEqual(['Home', 'Inbox', 'Projects', 'Dashboards', 'Archives', 'More'])
  await panel.getByRole('link', { name: 'Archives' }).press('Escape')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('button', { name: 'More' })).toBeFocused()

  const gus = await ada.addColleague(GUEST, 'Gus')
  await gus.page.goto(`/${slug}/`)
  await expect
    .poll(() => entries(gus.page))
    .toEqual(['Home', 'Inbox', 'Projects', 'Dashboards', 'More'])
  await gus.page.getByRole('button', { name: 'More' }).click()
  const offered = gus.page.getByRole('region', { name: 'More' }).getByRole('link')
  await expect(offered).toHaveText(['Views'])
})

// @cap:home.recents
test('home lists what was opened lately, by kind, and opens it again', async ({ ada }) => {
  const { page, slug } = ada
  await ada.addItem('Tiles stop')
  await page.goto(`/${slug}/browse/TRAIL-1/`)
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Tiles stop')
  await page.goto(ada.list)
  await expect(page.getByText('Tiles stop')).toBeVisible()
  const notes = await call(ada.context.request, pagesApi.create, {
    params: { slug, project_id: ada.project_id },
    body: { name: 'Notes' },
  })
  await page.goto(`/${slug}/projects/${ada.project_id}/pages/${notes.id}/`)
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Notes')
  const params = { slug, project_id: ada.project_id }
  const spring = await call(ada.context.request, cyclesApi.create, {
    params,
    body: { name: 'Spring' },
  })
  await call(ada.context.request, cyclesApi.get, { params: { ...params, id: spring.id } })
  await page.goto(`/${slug}/`)
  const recents = page.getByRole('region', { name: 'Recents' })
  await expect(recents.getByRole('link')).toContainText([
    ...['Spring', 'Notes', 'Trail Maps', 'Tiles stop'],
  ])
  const cycle = recents.getByRole('link', { name: /Spring/ })
  await expect(cycle).toHaveAttribute('href', new RegExp(`/cycles/${spring.id}/`))
  await expectAccessible(page)
  await recents.getByRole('button', { name: 'All' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Pages' }).click()
  await expect(recents.getByRole('link')).toContainText(['Notes'])
  await recents.getByRole('button', { name: 'Pages' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'All' }).click()
  await recents.getByRole('button', { name: 'All' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Work items' }).click()
  await expect(recents.getByRole('link')).toHaveCount(1)
  await recents.getByRole('link', { name: /Tiles stop/ }).click()
  await expect(page).toHaveURL(/peekId=TRAIL-1/)
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Tiles stop')
})

// @cap:workspaces.breadcrumb-switchers
test('breadcrumbs lead one level up, and to siblings found by typing', async ({ ada }) => {
  const { page, context, slug, project_id } = ada
  const { request } = context
  const params = { slug, project_id }
  await addProject(ada, 'Website', 'WEB')
  const things = {
    cycle: (name: string) => call(request, cyclesApi.create, { params, body: { name } }),
    module: (name: string) => call(request, modulesApi.create, { params, body: { name } }),
    view: (name: string) => call(request, viewsApi.create, { params, body: { name } }),
    page: (name: string) => call(request, pagesApi.create, { params, body: { name } }),
  }
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
  const switchTo = async (what: string, name: string) => {
    await crumbs.getByRole('button', { name: `Switch ${what}`, exact: true }).click()
    await page.getByRole('combobox').fill(name.slice(0, 4).toLowerCase())
    await page.getByRole('option', { name }).click()
  }
  for (const [kind, add] of Object.entries(things)) {
    const path = `${kind}s`
    const first = await add(`First ${kind}`)
    const other = await add(`Other ${kind}`)
    await page.goto(`/${slug}/projects/${project_id}/${path}/${first.id}/`)
    await switchTo(kind, `Other ${kind}`)
    await expect(page).toHaveURL(new RegExp(`/${path}/${other.id}/`))
    await crumbs.getByRole('link', { name: new RegExp(path, 'i') }).click()
    await expect(page).toHaveURL(new RegExp(`/${path}/$`))
  }
  await expect(page.getByRole('main').getByRole('link', { name: 'First page' })).toBeVisible()
  await switchTo('feature', 'Modules')
  await expect(page).toHaveURL(/modules\/$/)
  await crumbs.getByRole('link', { name: 'Trail Maps' }).click()
  await expect(page).toHaveURL(/issues\/$/)
  await switchTo('project', 'Website')
  await expect(crumbs.getByText('Website')).toBeVisible()

  // The current page's name is cut with an ellipsis if there is no room.
  const wide = 'Everything that has to happen before the first snow closes the high passes'
  const { id } = await things.view(wide)
  await page.setViewportSize({ width: 1024, height: 700 })
  await page.goto(`/${slug}/projects/${project_id}/views/${id}/`)
  const current = crumbs.getByText(wide)
  await expect(current).toBeVisible()
  // Cut once the rest of the header is there.
  const cut = () =>
    current.evaluate((text) => [
      text.scrollWidth > text.clientWidth,
      getComputedStyle(text).textOverflow,
    ])
  await expect.poll(cut).toEqual([true, 'ellipsis'])
})

test('what is open and closed in the sidebar is so after a reload; a wrong address says so in it', async ({
  ada,
}) => {
  const { page, slug } = ada
  await page.goto(`/${slug}/`)
  await page.getByRole('button', { name: 'Favorites', exact: true }).click()
  await expect(page.getByText('No favorites yet.')).toBeHidden()
  await page.getByRole('button', { name: 'Projects', exact: true }).click()
  await expect(projectsOf(page)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Favorites', exact: true })).toBeVisible()
  await expect(page.getByText('No favorites yet.')).toBeHidden()
  await expect(projectsOf(page)).toBeHidden()
  // On a projects page the section is shown.
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(projectsOf(page)).toBeVisible()

  await page.goto(`/${slug}/nowhere/`)
  await expect(page).toHaveTitle('404 - Page not found')
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page).toHaveURL(new RegExp(`/${slug}/$`))
})

test('the sidebar bears long names and small screens, in every theme', async ({ ada }) => {
  const { page, slug } = ada
  await addProject(ada, long, 'LONG')
  await page.goto(`/${slug}/`)
  const row = projectsOf(page).getByRole('button', { name: long, exact: true })
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: `Actions for ${long}` }).click()
  await page.getByRole('menuitem', { name: 'Add to favorites' }).click()
  await expect(page.getByRole('navigation', { name: 'Favorites' }).getByRole('link')).toBeVisible()
  await expectAccessibleInThemes(page)
  expect((await row.boundingBox())?.width).toBeLessThan(240)

  await page.keyboard.press('ControlOrMeta+b')
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
  await expectAccessibleInThemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: long })).toBeVisible()
  await expectAccessible(page)
  const overflow = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
  expect(overflow).toBe(false)
})

test('the frame stays with what is open in it while the code of a page is loaded', async ({
  ada,
}) => {
  const { page } = ada
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  // The table of all pages, recognized by one of their paths.
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch()
    if ((await response.text()).includes('/archives/cycles/')) await released
    await route.fulfill({ response })
  })
  await page.goto(ada.list)
  await expect(page.getByRole('heading', { name: 'No work items yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('typed while it loads')
  // The last page is replaced by a sign that the next one is loading.
  await expect(page.getByText('No work items yet')).toBeHidden()
  release()
  await expect(page.getByText(/^Good (morning|afternoon|evening)/)).toBeVisible()
  await expect(palette.getByRole('combobox')).toHaveValue('typed while it loads')
})
