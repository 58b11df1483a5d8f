import {
  accountApi,
  MEMBER,
  pagesApi,
  projectsApi,
  sessionsApi,
  stickiesApi,
  workItemsApi,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import { call, dialogOf, expect, password, test, type Visitor } from '../kit/visitors.ts'

const at = ({ slug, project_id }: Visitor) => ({ slug, project_id })
const restored = (page: Page) => page.getByText('Restored what you typed')
const discard = (page: Page) => page.getByRole('button', { name: 'Discard', exact: true })

/** Nothing reaches the server any more: what is restored comes from the browser. */
const cutOff = (page: Page, url: string) =>
  page.route(url, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  )

/** Crashes the page without unload events, and opens another one in the same browser. */
async function crash(page: Page) {
  const context = page.context()
  const gone = page.waitForEvent('crash')
  const devtools = await context.newCDPSession(page)
  void devtools.send('Page.crash').catch(() => undefined)
  await gone
  const next = await context.newPage()
  await page.close()
  return next
}

/** Revokes all sessions from another browser. */
async function endSessions(ada: Visitor) {
  const elsewhere = await ada.signInElsewhere()
  const { request } = elsewhere.context()
  for (const { id, is_current } of await call(request, sessionsApi.list, {})) {
    if (!is_current) await call(request, sessionsApi.revoke, { params: { id } })
  }
}

async function signIn(page: Page, email: string) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: /^Password/ }).fill(password)
  await page.keyboard.press('Enter')
}

test.use({ actionTimeout: 60_000 })

// @cap:text.survives-everything
test('what is typed survives a reload, a crash, Back and an ended session', async ({ ada }) => {
  test.slow()
  const { context, slug, project_id } = ada
  const { request } = context
  let { page } = ada
  const { id } = await ada.addItem('Tiles stop')
  const stored = () => call(request, workItemsApi.get, { params: { ...at(ada), id }, query: {} })

  await test.step('a title and a description, reloaded at once', async () => {
    await page.goto(`/${slug}/browse/TRAIL-1/`)
    const title = page.getByRole('textbox', { name: 'Title' })
    const description = page.getByRole('textbox', { name: 'Description' })
    await cutOff(page, '**/issues/*/')
    await title.fill('Tiles stop at dusk')
    await page.reload()
    await expect(title).toHaveValue('Tiles stop at dusk')
    await page.unrouteAll()
    await expect.poll(async () => (await stored()).name).toBe('Tiles stop at dusk')
    await description.click()
    await page.keyboard.type('Every evening')
    await page.reload()
    await expect(description).toHaveText('Every evening')
    await expect.poll(async () => (await stored()).description_html).toContain('Every evening')
  })

  await test.step('a title that somebody else changed meanwhile is offered, not sent', async () => {
    const title = () => page.getByRole('textbox', { name: 'Title' })
    await cutOff(page, '**/issues/*/')
    await title().fill('Tiles stop at noon')
    page = await crash(page)
    await call(request, workItemsApi.change, {
      params: { ...at(ada), id },
      body: { name: 'Tiles stop at night' },
    })
    await page.goto(`/${slug}/browse/TRAIL-1/`)
    await expect(page.getByText('Not saved: “Tiles stop at noon”')).toBeVisible()
    await expect(title()).toHaveValue('Tiles stop at night')
    await page.getByRole('button', { name: 'Use it' }).click()
    await expect.poll(async () => (await stored()).name).toBe('Tiles stop at noon')
    await expect(page.getByText('Not saved:')).toHaveCount(0)
  })

  await test.step('a comment, after a crash', async () => {
    const box = () => page.getByRole('textbox', { name: 'Add comment' })
    await box().click()
    await page.keyboard.type('Seen it, too')
    page = await crash(page)
    await page.goto(`/${slug}/browse/TRAIL-1/`)
    await expect(box()).toHaveText('Seen it, too')
    await discard(page).click()
    await expect(box()).toHaveText('')
  })

  await test.step('the dialog that creates, with all its fields, after a crash', async () => {
    await page.goto(ada.list)
    await page.getByRole('button', { name: 'New work item' }).first().click()
    const dialog = dialogOf(page).filter({ hasText: 'New work item' })
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Lost in the fog')
    await dialog.getByRole('button', { name: /^Priority/ }).click()
    await page.getByRole('option', { name: 'High' }).click()
    await dialog.getByRole('textbox', { name: 'Description' }).click()
    await page.keyboard.type('And found again')
    page = await crash(page)
    await page.goto(ada.list)
    const again = dialogOf(page).filter({ hasText: 'New work item' })
    await page.getByRole('button', { name: 'New work item' }).first().click()
    await expect(again.getByRole('textbox', { name: 'Title' })).toHaveValue('Lost in the fog')
    await expect(again.getByRole('textbox', { name: 'Description' })).toHaveText('And found again')
    await expect(again.getByRole('button', { name: /^Priority/ })).toHaveText('High')
    await expect(restored(page)).toBeVisible()
    // After sending, it is not restored.
    await again.getByRole('button', { name: 'Create work item', exact: true }).click()
    await expect(page.getByRole('group', { name: 'TRAIL-2 Lost in the fog' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.reload()
    await page.getByRole('button', { name: 'New work item' }).first().click()
    await expect(again.getByRole('textbox', { name: 'Title' })).toHaveValue('')
    // Nor after discarding; the most common choice has the focus.
    await again.getByRole('textbox', { name: 'Title' }).fill('Never mind')
    await page.keyboard.press('Escape')
    const question = dialogOf(page).filter({ hasText: 'Save this draft?' })
    await expect(question.getByRole('button', { name: 'Save to Drafts' })).toBeFocused()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(again).toHaveCount(0)
    await page.reload()
    await page.getByRole('button', { name: 'New work item' }).first().click()
    await expect(again.getByRole('textbox', { name: 'Title' })).toHaveValue('')
    await page.keyboard.press('Escape')
  })

  await test.step('the title of a page, and a sticky', async () => {
    const document = await call(request, pagesApi.create, {
      params: { slug, project_id },
      body: { name: 'Plan', description_html: '<p>One</p>' },
    })
    await page.goto(`/${slug}/projects/${project_id}/pages/${document.id}/`)
    const title = page.getByRole('textbox', { name: 'Title' })
    await cutOff(page, '**/pages/*/')
    await title.fill('Plan of the north')
    await page.reload()
    await expect(title).toHaveValue('Plan of the north')
    await page.unrouteAll()
    await expect
      .poll(() =>
        call(request, pagesApi.get, {
          params: { slug, project_id, id: document.id },
          query: {},
        }).then(({ name }) => name),
      )
      .toBe('Plan of the north')

    await call(request, stickiesApi.create, {
      params: { slug },
      body: { description_html: '<p>Call the hut</p>' },
    })
    await page.goto(`/${slug}/stickies/`)
    await cutOff(page, '**/stickies/*/')
    await page.getByRole('button', { name: 'Edit sticky Call the hut' }).click()
    await expect(page.getByRole('textbox', { name: 'Sticky text' })).toBeFocused()
    await page.keyboard.type(' before noon')
    page = await crash(page)
    await page.goto(`/${slug}/stickies/`)
    await expect(page.getByText('Call the hut before noon')).toBeVisible()
    await expect
      .poll(async () => {
        const list = await call(request, stickiesApi.list, { params: { slug }, query: {} })
        return list.results.map(({ description_stripped }) => description_stripped)
      })
      .toEqual(['Call the hut before noon'])
  })

  await test.step('the forms of settings, through a link and Back, a reload and a crash', async () => {
    await page.goto(`/${slug}/settings/projects/${project_id}/`)
    await page.getByLabel('Description').fill('For those who walk')
    await page.getByRole('link', { name: 'Members', exact: true }).first().click()
    await expect(page.getByLabel('Description')).toHaveCount(0)
    await page.goBack()
    await expect(page.getByLabel('Description')).toHaveValue('For those who walk')
    await expect(restored(page)).toBeVisible()
    await page.getByRole('button', { name: 'Update project' }).click()
    await expect(restored(page)).toHaveCount(0)
    await expect
      .poll(() =>
        call(request, projectsApi.get, { params: { slug, project_id } }).then(
          ({ description }) => description,
        ),
      )
      .toBe('For those who walk')
    await page.reload()
    await expect(page.getByLabel('Description')).toHaveValue('For those who walk')
    await expect(restored(page)).toHaveCount(0)

    await page.goto(`/${slug}/settings/`)
    await page.getByLabel('Workspace name').fill('Acme of the north')
    await page.reload()
    await expect(page.getByLabel('Workspace name')).toHaveValue('Acme of the north')
    await discard(page).click()
    await expect(page.getByLabel('Workspace name')).toHaveValue('Acme')

    await page.goto(`/${slug}/settings/account/`)
    await page.getByLabel('Last name').fill('Lovelace')
    page = await crash(page)
    await page.goto(`/${slug}/settings/account/`)
    await expect(page.getByLabel('Last name')).toHaveValue('Lovelace')
    await expect(restored(page)).toBeVisible()
  })

  await test.step('a session that ended, and nobody else who signs in here', async () => {
    const bo = await ada.addColleague(MEMBER, 'Bo')
    await endSessions(ada)
    await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
    await signIn(page, bo.email)
    await expect(page.getByLabel('Display name')).toHaveValue('Bo')
    await expect(page.getByLabel('Last name')).not.toHaveValue('Lovelace')
    await expect(restored(page)).toHaveCount(0)
    await signOut(page)
    await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
    await signIn(page, ada.email)
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
    await page.goto(`/${slug}/settings/account/`)
    await expect(page.getByLabel('Last name')).toHaveValue('Lovelace')
    await expect(restored(page)).toBeVisible()
  })

  await test.step('who signs out is asked first, and leaves nothing behind', async () => {
    await signOut(page)
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText("Discard what you haven't sent?")
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByLabel('Last name')).toHaveValue('Lovelace')
    await signOut(page)
    await question.getByRole('button', { name: 'Discard and log out' }).click()
    await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
    await signIn(page, ada.email)
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
    await page.goto(`/${slug}/settings/account/`)
    const { last_name } = await call(request, accountApi.me, {})
    await expect(page.getByLabel('Last name')).toHaveValue(last_name)
    await expect(restored(page)).toHaveCount(0)
  })
})

async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
}
