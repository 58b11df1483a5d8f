import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  authApi,
  commentsApi,
  deployBoardsApi,
  intakeItemsApi,
  intakesApi,
  labelsApi,
  pagePublicationsApi,
  pagesApi,
  projectsApi,
  publicPath,
  statesApi,
  viewsApi,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { call, dialogOf, expect, password, postForm, test, type Visitor } from '../kit/visitors.ts'

const at = ({ slug, project_id }: Visitor) => ({ slug, project_id })

async function publish(ada: Visitor, body: object = {}) {
  const { anchor } = await call(ada.context.request, deployBoardsApi.publish, {
    params: at(ada),
    body,
  })
  return publicPath('project', anchor)
}

const everything = {
  is_comments_enabled: true,
  is_reactions_enabled: true,
  is_votes_enabled: true,
}

const gone = (page: Page) => page.getByRole('heading', { name: 'Board not found' })

// @cap:publishing.publish-project
// @cap:publishing.update-and-unpublish
test('an admin publishes a project, changes what visitors may do, and takes it down', async ({
  ada,
  stranger,
}) => {
  const { page } = ada
  const { id } = await ada.addItem('Mark the ford')
  await page.goto(ada.list)
  const actions = page.getByRole('button', { name: 'Actions for Trail Maps' })
  const openDialog = async () => {
    await actions.click()
    await page.getByRole('menuitem', { name: 'Publish project' }).click()
  }
  await openDialog()
  const dialog = dialogOf(page).filter({ hasText: 'Publish project' })
  await expect(dialog.getByLabel('Board')).toBeChecked()
  await expectAccessible(page)
  await dialog.getByLabel('List').uncheck()
  await dialog.getByLabel('Board').uncheck()
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(dialog.getByText('Choose at least one layout.')).toBeVisible()
  await dialog.getByLabel('Board').check()
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(dialog.getByText('This project is live on the web')).toBeVisible()
  await expectAccessible(page)
  const link = (await dialog.getByText(/\/spaces\/issues\/[0-9a-f]{32}$/).textContent()) ?? ''

  // Only published layouts; others in the URL are ignored.
  await stranger.goto(`${link}?board=list`)
  await expect(stranger.getByRole('link', { name: 'Mark the ford' })).toBeVisible()
  await expect(stranger.getByRole('region', { name: 'Backlog' })).toBeVisible()
  await expect(stranger.getByRole('group', { name: 'Layout' })).toHaveCount(0)
  await stranger.goto(`${link}?peekId=${id}`)
  await expect(stranger.getByRole('heading', { name: 'Mark the ford' })).toBeVisible()
  await expect(stranger.getByText('Log in to comment')).toHaveCount(0)

  await dialog.getByLabel('List').check()
  await dialog.getByLabel('Allow comments').check()
  await dialog.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Publish settings saved')).toBeVisible()
  await stranger.reload()
  await expect(stranger.getByText('Log in to comment')).toBeVisible()
  await expect(stranger.getByRole('radio', { name: 'List' })).toBeChecked()

  await dialog.getByRole('button', { name: 'Done' }).click()
  const pill = page.getByRole('link', { name: 'Public', exact: true })
  await expect(pill).toHaveAttribute('href', new URL(link).pathname)
  await openDialog()
  await dialog.getByRole('button', { name: 'Unpublish' }).click()
  const question = page.getByRole('alertdialog', { name: 'Unpublish Trail Maps?' })
  await question.getByRole('button', { name: 'Unpublish' }).click()
  await expect(dialog.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
  await expect(pill).toHaveCount(0)
  await stranger.reload()
  await expect(gone(stranger)).toBeVisible()
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(dialog.getByText('This project is live on the web')).toBeVisible()
  await expect(dialog.getByText(link)).toHaveCount(0)
})

// @cap:publishing.public-board
// @cap:publishing.embed
test('anybody with the link reads the board, here and inside another site', async ({
  ada,
  stranger,
  baseURL,
}) => {
  const { request } = ada.context
  const states = await call(request, statesApi.list, { params: at(ada) })
  const done = states.find(({ group }) => group === 'completed')
  const label = await call(request, labelsApi.create, { params: at(ada), body: { name: 'River' } })
  const ford = await ada.addItem('Mark the ford', {
    ...{ priority: 'high', label_ids: [label.id] },
    description_html: '<p>Two stones on each bank.</p>',
  })
  await ada.addItem('Paint the signs', { state_id: done?.id, priority: 'low' })
  const link = await publish(ada)

  await stranger.goto(link)
  const rows = (state: string) =>
    stranger.getByRole('region', { name: state }).getByRole('listitem').getByRole('link')
  await expect(stranger.getByRole('heading', { name: 'Trail Maps' })).toBeVisible()
  await expect(rows('Backlog')).toHaveText(['Mark the ford'])
  await expect(rows('Done')).toHaveText(['Paint the signs'])
  await expect(stranger.getByRole('region')).toHaveCount(5)
  await expectAccessibleInThemes(stranger)
  await stranger.getByRole('button', { name: 'Dark theme' }).click()
  await expect(stranger.locator('html')).toHaveAttribute('data-theme', 'dark')

  await stranger.getByRole('button', { name: /^Filters/ }).click()
  await stranger.getByRole('checkbox', { name: 'High' }).check()
  await expect(stranger).toHaveURL(/priority=high/)
  await expect(rows('Done')).toHaveCount(0)
  await stranger.getByRole('checkbox', { name: 'River' }).check()
  await expect(stranger).toHaveURL(new RegExp(`labels=${label.id}`))
  await expect(rows('Backlog')).toHaveText(['Mark the ford'])
  await stranger.keyboard.press('Escape')
  await stranger.getByRole('button', { name: 'Clear all' }).click()
  await stranger.goto(`${link}?states=${done?.id}&board=kanban`)
  await expect(stranger.getByRole('radio', { name: 'Board' })).toBeChecked()
  await expect(rows('Done')).toHaveText(['Paint the signs'])
  await expect(stranger.getByRole('region')).toHaveCount(1)

  await stranger.goto(link)
  await rows('Backlog').click()
  const peek = stranger.getByRole('region', { name: 'TRAIL-1' })
  await expect(peek.getByText('Two stones on each bank.')).toBeVisible()
  await expect(stranger).toHaveURL(new RegExp(`peekId=${ford.id}`))
  await expect(peek.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(stranger)
  await stranger.keyboard.press('Escape')
  await expect(peek).toHaveCount(0)
  // The older URL redirects members to the board, and reveals its anchor to no one else.
  await ada.page.goto(`/spaces/${ada.slug}/${ada.project_id}/?board=kanban`)
  await expect(ada.page).toHaveURL(new RegExp(`${link}/\\?board=kanban`))
  await stranger.goto(`/spaces/${ada.slug}/${ada.project_id}/`)
  await expect(gone(stranger)).toBeVisible()
  await stranger.goto(`/spaces/issues/${'0'.repeat(32)}`)
  await expect(gone(stranger)).toBeVisible()
  await expectAccessible(stranger)

  const elsewhere = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(
      `<iframe name="site" src="${baseURL}${link}?peekId=${ford.id}"></iframe>
        <iframe name="app" src="${baseURL}${ada.list}"></iframe>`,
    )
  }).listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  await stranger.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`)
  const inside = stranger.frameLocator('[name=site]')
  await expect(inside.getByText('Two stones on each bank.')).toBeVisible()
  await expect(inside.getByRole('link', { name: 'Log in' })).toHaveCount(0)
  await expect.poll(() => stranger.frame('app')?.url()).toMatch(/^chrome-error:/)
  elsewhere.close()
})

// @cap:publishing.sign-in-and-return
// @cap:publishing.comments
// @cap:publishing.reactions-and-votes
// @cap:publishing.public-intake
test('a visitor signs in, comes back to the item, and votes, reacts and comments', async ({
  ada,
  stranger,
  browser,
}) => {
  const { request } = ada.context
  const { id } = await ada.addItem('Mark the ford')
  await call(request, projectsApi.change, { params: at(ada), body: { inbox_view: true } })
  const intake = await call(request, intakesApi.first, { params: at(ada) })
  const link = await publish(ada, { ...everything, intake: intake.id })
  const email = `vic-${crypto.randomUUID().slice(0, 8)}@cairn.test`
  const elsewhere = await browser.newContext()
  await postForm(elsewhere.request, authApi.signUp.url, { email, password })
  await elsewhere.close()

  await stranger.goto(`${link}?peekId=${id}`)
  const peek = stranger.getByRole('region', { name: 'TRAIL-1' })
  await expect(peek.getByText('Log in to comment')).toBeVisible()
  await peek.getByRole('link', { name: /^Upvote/ }).click()
  await expect(stranger.getByRole('heading', { name: 'Log in to vote and comment' })).toBeVisible()
  await expectAccessible(stranger)
  await stranger.getByLabel('Email').fill(email)
  await stranger.getByRole('button', { name: 'Continue' }).click()
  await stranger.getByLabel('Password', { exact: true }).fill(password)
  await stranger.getByRole('button', { name: 'Continue' }).click()
  await expect(stranger).toHaveURL(new RegExp(`${link}/?\\?peekId=${id}`))

  const up = peek.getByRole('button', { name: /^Upvote/ })
  const down = peek.getByRole('button', { name: /^Downvote/ })
  await up.click()
  await expect(up).toHaveAccessibleName('Upvote, 1')
  await down.click()
  await expect(up).toHaveAccessibleName('Upvote, 0')
  await expect(down).toHaveAttribute('aria-pressed', 'true')
  await down.click()
  await expect(down).toHaveAccessibleName('Downvote, 0')

  const reaction = peek.getByRole('button', { name: /👍 1 reaction/ })
  await peek.getByRole('button', { name: 'Add reaction' }).click()
  await stranger.getByRole('button', { name: '👍', exact: true }).click()
  await expect(reaction).toHaveAttribute('aria-pressed', 'true')
  await reaction.click()
  await expect(reaction).toHaveCount(0)

  const box = peek.getByRole('textbox', { name: 'Add a comment' })
  await box.click()
  await stranger.keyboard.type('Careful in May')
  await stranger.keyboard.press('Enter')
  const said = peek.getByRole('article')
  await expect(said).toContainText(['Careful in May'])
  await expectAccessible(stranger)
  await said.getByRole('button', { name: 'Comment actions' }).click()
  await stranger.getByRole('menuitem', { name: 'Edit' }).click()
  await peek.getByRole('textbox', { name: 'Edit' }).click()
  await stranger.keyboard.press('End')
  await stranger.keyboard.type(' and June')
  await peek.getByRole('button', { name: 'Save comment' }).click()
  await expect(said).toContainText(['Careful in May and June'])
  const stored = () => call(ada.context.request, commentsApi.list, { params: { ...at(ada), id } })
  await expect
    .poll(async () => (await stored()).map(({ comment_stripped }) => comment_stripped))
    .toEqual(['Careful in May and June'])
  await said.getByRole('button', { name: 'Comment actions' }).click()
  await stranger.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(said).toHaveCount(0)
  await expect.poll(stored).toEqual([])

  await stranger.getByRole('button', { name: 'Requests' }).click()
  const requests = dialogOf(stranger).filter({ hasText: 'Requests' })
  await requests.getByLabel('What would you like to see?').fill('A bench at the top')
  await requests.getByRole('button', { name: 'Send request' }).click()
  await expect(requests.getByText('Waiting')).toBeVisible()
  await expectAccessible(stranger)
  await requests.getByRole('button', { name: 'Edit A bench at the top' }).click()
  await requests.getByLabel('What would you like to see?').fill('A bench in the sun')
  await requests.getByRole('button', { name: 'Save request' }).click()
  const waiting = async () => {
    const { results } = await call(request, intakeItemsApi.list, { params: at(ada) })
    return results.map(({ issue: { name } }) => name)
  }
  await expect.poll(waiting).toEqual(['A bench in the sun'])
  await requests.getByRole('button', { name: 'Delete A bench in the sun' }).click()
  await expect(requests.getByText('Waiting')).toHaveCount(0)
  await expect.poll(waiting).toEqual([])
  await requests.getByRole('button', { name: 'Close' }).last().click()

  await stranger.getByRole('button', { name: /^Account of/ }).click()
  await stranger.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(peek.getByText('Log in to comment')).toBeVisible()
})

// @cap:comments.access
// @cap:views.publish
// @cap:publishing.published-view-and-page
test('of comments the public ones are shown; a view shows its items and a page its text', async ({
  ada,
  stranger,
}) => {
  const { page, slug } = ada
  const { request } = ada.context
  const { id } = await ada.addItem('Mark the ford', { priority: 'urgent' })
  await ada.addItem('Paint the signs')
  await page.goto(`/${slug}/browse/TRAIL-1/`)
  const box = page.getByRole('textbox', { name: 'Add comment' })
  await expect(box).toBeVisible()
  // No choice while the project is not public.
  const lock = page.getByRole('button', { name: 'Internal: visible to the project only' })
  await expect(lock).toHaveCount(0)
  const link = await publish(ada, everything)
  await expect(lock).toBeVisible()
  await box.click()
  await page.keyboard.type('Ask the ranger first')
  await page.keyboard.press('Enter')
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(1)
  await lock.click()
  await box.click()
  await page.keyboard.type('We are on it')
  await page.keyboard.press('Enter')
  await expect(cards.nth(1)).toContainText('Public: shown on the published page')
  const shown = () => call(request, commentsApi.list, { params: { ...at(ada), id } })
  // Comments are shown before the server has them, and visitors are not told of new ones.
  await expect.poll(async () => (await shown()).length).toBe(2)
  await stranger.goto(`${link}?peekId=${id}`)
  const said = stranger.getByRole('article')
  await expect(said).toHaveText([/We are on it/])
  await cards.nth(0).getByRole('button', { name: 'Comment actions' }).click()
  await page.getByRole('menuitem', { name: 'Make public' }).click()
  await expect(cards.nth(0)).toContainText('Public: shown on the published page')
  await expect
    .poll(async () => (await shown()).every(({ access }) => access === 'EXTERNAL'))
    .toBe(true)
  await stranger.reload()
  await expect(said).toHaveText([/Ask the ranger first/, /We are on it/])

  await call(request, viewsApi.create, {
    params: at(ada),
    body: { name: 'Urgent', filters: { priority: ['urgent'] } },
  })
  await page.goto(`/${slug}/projects/${ada.project_id}/views/`)
  await page.getByRole('button', { name: 'Actions for Urgent' }).click()
  await page.getByRole('menuitem', { name: 'Publish', exact: true }).click()
  const dialog = dialogOf(page).filter({ hasText: 'Publish view' })
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  const address = dialog.getByText(/\/spaces\/views\/[0-9a-f]{32}$/)
  const view = (await address.textContent()) ?? ''
  await stranger.goto(view)
  await expect(stranger.getByRole('heading', { name: 'Urgent' })).toBeVisible()
  await expect(stranger.getByRole('main').getByRole('link')).toHaveText(['Mark the ford'])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Live' }).click()
  await dialog.getByRole('button', { name: 'Unpublish' }).click()
  await page
    .getByRole('alertdialog', { name: 'Unpublish Urgent?' })
    .getByRole('button', { name: 'Unpublish' })
    .click()
  await expect(dialog.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
  await stranger.reload()
  await expect(gone(stranger)).toBeVisible()

  const words = { name: 'Field notes', description_html: '<h2>Rain</h2><p>Take the ridge.</p>' }
  const written = await call(request, pagesApi.create, { params: at(ada), body: words })
  const { anchor } = await call(request, pagePublicationsApi.publish, {
    params: { ...at(ada), id: written.id },
    body: {},
  })
  await stranger.goto(publicPath('page', anchor))
  await expect(stranger.getByRole('heading', { name: 'Field notes' })).toBeVisible()
  await expect(stranger.getByText('Take the ridge.')).toBeVisible()
  await expect(stranger.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(stranger)
})
