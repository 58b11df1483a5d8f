import {
  cyclesApi,
  favoritesApi,
  modulesApi,
  pagesApi,
  projectsApi,
  viewsApi,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import { drag } from '../kit/drag.ts'
import { changesAnswered } from '../kit/unanswered-changes.ts'
import { call, expect, test, type Visitor } from '../kit/visitors.ts'

const addProject = ({ context, slug }: Visitor, name: string, identifier: string) =>
  call(context.request, projectsApi.create, { params: { slug }, body: { name, identifier } })

const addFavorite = ({ context, slug }: Visitor, id: string) =>
  call(context.request, favoritesApi.create, {
    params: { slug },
    body: { entity_type: 'project', entity_identifier: id, project_id: id },
  })

const addFolder = ({ context, slug }: Visitor, name: string) =>
  call(context.request, favoritesApi.create, {
    params: { slug },
    body: { entity_type: 'folder', is_folder: true, name },
  })

const favoritesOf = (page: Page) => page.getByRole('navigation', { name: 'Favorites' })
const projectsOf = (page: Page) => page.getByRole('navigation', { name: 'Projects' })

/** The texts of the rows, from top to bottom. */
const namesIn = (page: Page) => favoritesOf(page).locator('[data-row]').allInnerTexts()

async function chooseFor(page: Page, name: string, entry: string) {
  const place = entry.endsWith('to favorites') ? projectsOf(page) : favoritesOf(page)
  const button = place.getByRole('button', { name: `Actions for ${name}` })
  // Shown on hover.
  await place.locator('[data-row]', { hasText: name }).hover()
  await button.click()
  await page.getByRole('menuitem', { name: entry }).click()
}

async function nameFolder(page: Page, name: string) {
  await page.getByRole('button', { name: 'Create folder' }).click()
  await page.getByRole('textbox', { name: 'Folder name' }).fill(name)
  await page.keyboard.press('Enter')
}

// @cap:favorites.add-and-remove
test('a project is favorited from its menu and from its card, and both marks agree', async ({
  ada,
}) => {
  const { page, slug } = ada
  await page.goto(`/${slug}/projects/`)
  await expect(page.getByText('No favorites yet.')).toBeVisible()
  await chooseFor(page, 'Trail Maps', 'Add to favorites')
  await expect(favoritesOf(page).getByRole('link', { name: 'Trail Maps' })).toBeVisible()
  await expect(page.getByText('No favorites yet.')).toBeHidden()
  const star = page.getByRole('main').getByRole('button', { name: /Trail Maps .*favorites/ })
  await expect(star).toHaveAttribute('aria-pressed', 'true')

  await star.click()
  await expect(favoritesOf(page).getByRole('link', { name: 'Trail Maps' })).toBeHidden()
  await star.click()
  await expect(page.getByText('Trail Maps added to favorites')).toBeVisible()
  await expect(favoritesOf(page).getByRole('link', { name: 'Trail Maps' })).toBeVisible()
  const other = await ada.secondBrowser()
  await other.goto(`/${slug}/projects/`)
  await expect(
    other.getByRole('button', { name: 'Remove Trail Maps from favorites' }),
  ).toBeVisible()

  await page.route('**/user-favorite-projects/**', (route) =>
    route.fulfill({ status: 500, json: { error: 'The disk is full' } }),
  )
  await star.click()
  await expect(page.getByText('Something went wrong. Try again.').first()).toBeVisible()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await page.unroute('**/user-favorite-projects/**')
  await chooseFor(page, 'Trail Maps', 'Remove from favorites')
  await expect(star).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByText('No favorites yet.')).toBeVisible()
  await expect(other.getByText('No favorites yet.')).toBeVisible()
})

// @cap:favorites.add-and-remove
test('cycles, modules, views and pages are favorited in list, header and menu, if it can be saved', async ({
  ada,
}) => {
  const { page, context, slug, project_id } = ada
  const params = { slug, project_id }
  const things = {
    cycles: await call(context.request, cyclesApi.create, { params, body: { name: 'Autumn' } }),
    modules: await call(context.request, modulesApi.create, { params, body: { name: 'Ridge' } }),
    views: await call(context.request, viewsApi.create, { params, body: { name: 'Late' } }),
    pages: await call(context.request, pagesApi.create, { params, body: { name: 'Notes' } }),
  }
  const main = page.getByRole('main')
  for (const [kind, { id, name }] of Object.entries(things)) {
    const entry = favoritesOf(page).getByRole('link', { name })
    await page.goto(`/${slug}/projects/${project_id}/${kind}/`)
    await main.getByRole('button', { name: `Add ${name} to favorites` }).click()
    await expect(entry).toBeVisible()
    await entry.click()
    await expect(page).toHaveURL(new RegExp(`/${kind}/${id}/`))
    const removed = page.waitForResponse(
      (answer) => answer.request().method() === 'DELETE' && answer.url().includes('favorite'),
    )
    await main.getByRole('button', { name: `Remove ${name} from favorites` }).click()
    await expect(entry).toHaveCount(0)
    await removed
    await page.goto(`/${slug}/projects/${project_id}/${kind}/`)
    if (kind === 'views' || kind === 'pages') {
      await main.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('menuitem', { name: 'Add to favorites' }).click()
    } else {
      await main.getByRole('button', { name: `Add ${name} to favorites` }).click()
    }
    await expect(entry).toBeVisible()
    await changesAnswered(context.request)
  }
  await expect.poll(() => namesIn(page)).toEqual(['Notes', 'Late', 'Ridge', 'Autumn'])

  await page.route('**/user-favorites/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  )
  await main.getByRole('button', { name: 'Remove Notes from favorites' }).click()
  await expect(page.getByText("The favorite wasn't removed").first()).toBeVisible()
  await expect(favoritesOf(page).getByRole('link', { name: 'Notes' })).toBeVisible()
})

// @cap:favorites.add-and-remove
test('a click on a new entry opens it, even while the server confirms it', async ({ ada }) => {
  const { page, slug, project_id } = ada
  await page.goto(`/${slug}/projects/`)
  let confirm = () => {}
  const mayConfirm = new Promise<void>((resolve) => {
    confirm = resolve
  })
  await page.route('**/user-favorites/', async (route) => {
    if (route.request().method() === 'POST') await mayConfirm
    await route.continue()
  })
  await chooseFor(page, 'Trail Maps', 'Add to favorites')
  const entry = favoritesOf(page).getByRole('link', { name: 'Trail Maps' })
  await entry.hover()
  await page.mouse.down()
  confirm()
  await expect(
    favoritesOf(page).getByRole('button', { name: 'Actions for Trail Maps' }),
  ).toBeVisible()
  await page.mouse.up()
  await expect(page).toHaveURL(new RegExp(`/projects/${project_id}/`))
})

// @cap:favorites.add-and-remove
test('an entry that could not be saved, moved or removed is back as it was', async ({ ada }) => {
  const { page, slug } = ada
  const other = await addProject(ada, 'Website', 'WEB')
  await addFavorite(ada, other.id)
  await addFolder(ada, 'Later')
  await page.goto(`/${slug}/projects/`)
  await expect(favoritesOf(page).getByRole('link', { name: 'Website' })).toBeVisible()
  await page.route('**/user-favorite*/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  )

  await chooseFor(page, 'Trail Maps', 'Add to favorites')
  await expect(page.getByText("The favorite wasn't added").first()).toBeVisible()
  await expect(favoritesOf(page).getByRole('link', { name: 'Trail Maps' })).toBeHidden()
  await chooseFor(page, 'Website', 'Remove from favorites')
  await expect(page.getByText("The favorite wasn't removed").first()).toBeVisible()
  await expect(favoritesOf(page).getByRole('link', { name: 'Website' })).toBeVisible()
  await favoritesOf(page).getByRole('link', { name: 'Website' }).press('Alt+ArrowUp')
  await expect(page.getByText("The favorite wasn't moved").first()).toBeVisible()
  await expect.poll(() => namesIn(page)).toEqual(['Later', 'Website'])
})

// @cap:favorites.no-duplicates
test('favoriting the same project in two browsers keeps one entry', async ({ ada }) => {
  const { page, slug } = ada
  const other = await ada.secondBrowser()
  // Neither request is sent before both are made, so that neither browser receives the other's
  // event.
  const blocked: (() => void)[] = []
  for (const browser of [page, other]) {
    await browser.route('**/user-favorites/', async (route) => {
      if (route.request().method() === 'POST') await new Promise<void>((send) => blocked.push(send))
      await route.continue()
    })
    await browser.goto(`/${slug}/`)
    await expect(browser.getByText('No favorites yet.')).toBeVisible()
    await chooseFor(browser, 'Trail Maps', 'Add to favorites')
  }
  await expect.poll(() => blocked.length).toBe(2)
  for (const send of blocked) send()
  await addFavorite(ada, ada.project_id)
  for (const browser of [page, other]) {
    await expect.poll(() => namesIn(browser)).toEqual(['Trail Maps'])
    await browser.reload()
    await expect.poll(() => namesIn(browser)).toEqual(['Trail Maps'])
  }
})

// @cap:favorites.folders
test('folders are created, renamed and removed; empty and repeated names are refused', async ({
  ada,
}) => {
  const { page, slug } = ada
  await page.goto(`/${slug}/projects/`)
  await nameFolder(page, 'Client work')
  await expect(page.getByText('Client work created').first()).toBeVisible()
  await nameFolder(page, '   ')
  await expect(page.getByText('Enter a folder name.').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Folder name' }).fill('Client work')
  await page.keyboard.press('Enter')
  await expect(page.getByText('A folder with this name already exists.').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Create folder' })).toBeFocused()
  await expect.poll(() => namesIn(page)).toEqual(['Client work'])

  await chooseFor(page, 'Client work', 'Rename folder')
  await expect(page.getByRole('textbox', { name: 'Folder name' })).toHaveValue('Client work')
  await page.getByRole('textbox', { name: 'Folder name' }).fill('Clients')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Renamed to Clients').first()).toBeVisible()
  await page.reload()
  await expect.poll(() => namesIn(page)).toEqual(['Clients'])

  await chooseFor(page, 'Trail Maps', 'Add to favorites')
  // Shown once the server has responded.
  await expect(
    favoritesOf(page).getByRole('button', { name: 'Actions for Trail Maps' }),
  ).toBeAttached()
  await favoritesOf(page).getByRole('link', { name: 'Trail Maps' }).press('Alt+ArrowRight')
  await expect.poll(() => namesIn(page)).toEqual(['Clients', 'Trail Maps'])
  const star = page.getByRole('main').getByRole('button', { name: /Trail Maps .*favorites/ })
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  // Else the folder could be gone before the project is in it.
  await changesAnswered(ada.context.request)
  await chooseFor(page, 'Clients', 'Remove from favorites')
  await expect(page.getByText('Clients removed from favorites').first()).toBeVisible()
  await expect(star).toHaveAttribute('aria-pressed', 'false')
  await page.reload()
  await expect(page.getByText('No favorites yet.')).toBeVisible()
  await expect(star).toHaveAttribute('aria-pressed', 'false')
})

// @cap:favorites.drag
test('favorites are dragged into order, into and out of folders, and stay there', async ({
  ada,
}) => {
  const { page, slug } = ada
  const website = await addProject(ada, 'Website', 'WEB')
  await addFavorite(ada, ada.project_id)
  await addFavorite(ada, website.id)
  await addFolder(ada, 'Later')
  await addFolder(ada, 'Now')
  const other = await ada.secondBrowser()
  await Promise.all([page.goto(`/${slug}/`), other.goto(`/${slug}/`)])
  const row = (name: string) =>
    favoritesOf(page).locator('[data-sortable]').filter({ hasText: name })
  const upper = { x: 60, y: 3 }
  const lower = { x: 60, y: 25 }
  const saved = () =>
    page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok())
  await expect.poll(() => namesIn(page)).toEqual(['Now', 'Later', 'Website', 'Trail Maps'])

  let answer = saved()
  await drag(row('Trail Maps'), row('Website'), upper)
  await answer
  await expect.poll(() => namesIn(page)).toEqual(['Now', 'Later', 'Trail Maps', 'Website'])
  answer = saved()
  await drag(row('Now'), row('Website'), lower)
  await answer
  await expect.poll(() => namesIn(page)).toEqual(['Later', 'Trail Maps', 'Website', 'Now'])

  answer = saved()
  await drag(row('Website'), row('Later'))
  await answer
  await expect.poll(() => namesIn(page)).toEqual(['Later', 'Website', 'Trail Maps', 'Now'])
  await drag(row('Now'), row('Later'))
  await drag(row('Now'), row('Website'), upper)
  await expect.poll(() => namesIn(page)).toEqual(['Later', 'Website', 'Trail Maps', 'Now'])

  await page.reload()
  await expect.poll(() => namesIn(page)).toEqual(['Later', 'Trail Maps', 'Now'])
  await expect.poll(() => namesIn(other)).toEqual(['Later', 'Trail Maps', 'Now'])
  await favoritesOf(page).getByRole('button', { name: 'Later', exact: true }).click()
  await expect.poll(() => namesIn(page)).toEqual(['Later', 'Website', 'Trail Maps', 'Now'])
  answer = saved()
  await drag(row('Website'), row('Now'), upper)
  await answer
  await expect.poll(() => namesIn(page)).toEqual(['Later', 'Trail Maps', 'Website', 'Now'])
  await page.reload()
  await expect.poll(() => namesIn(page)).toEqual(['Later', 'Trail Maps', 'Website', 'Now'])
})

// @cap:favorites.follow-entity
test('a favorite opens its project, follows its name, and goes with it', async ({ ada }) => {
  const { page, slug, context } = ada
  const { request } = context
  const website = await addProject(ada, 'Website', 'WEB')
  const params = { slug, project_id: website.id }
  await addFavorite(ada, website.id)
  await addFavorite(ada, ada.project_id)
  await page.goto(`/${slug}/`)
  await favoritesOf(page).getByRole('link', { name: 'Website' }).click()
  await expect(page).toHaveURL(new RegExp(`/projects/${website.id}/issues/$`))
  await expect(page).toHaveTitle('Website - Work items')

  await call(request, projectsApi.change, { params, body: { name: 'Homepage' } })
  await expect.poll(() => namesIn(page)).toEqual(['Trail Maps', 'Homepage'])
  await page.goto(`/${slug}/`)
  await call(request, projectsApi.archive, { params })
  await expect.poll(() => namesIn(page)).toEqual(['Trail Maps'])
  await call(request, projectsApi.remove, { params: { slug, project_id: ada.project_id } })
  await expect(page.getByText('No favorites yet.')).toBeVisible()
})
