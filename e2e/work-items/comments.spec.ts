import {
  commentsApi,
  GUEST,
  projectMembersApi,
  projectsApi,
  workItemsApi,
  workspacesApi,
} from '@cairn/contract'
import type { Page, Route } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import { call, expect, test, type Visitor } from '../kit/visitors.ts'

const pageOf = ({ slug }: Visitor, key: string) => `/${slug}/browse/${key}/`
const at = ({ slug, project_id }: Visitor) => ({ slug, project_id })
const cards = (page: Page) => page.getByRole('article')
const box = (page: Page) => page.getByRole('textbox', { name: 'Add comment' })

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A guest of the project who sees all of it. */
async function addGuest(ada: Visitor) {
  const { request } = ada.context
  const gus = await ada.addColleague(GUEST, 'Gus')
  await call(request, projectsApi.change, {
    params: at(ada),
    body: { guest_view_all_features: true },
  })
  const people = await call(request, workspacesApi.members, { params: { slug: ada.slug } })
  const member_id = people.find(({ member }) => member.display_name === 'Gus')?.member.id ?? ''
  await call(request, projectMembersApi.add, {
    params: at(ada),
    body: { members: [{ member_id, role: GUEST }] },
  })
  return gus
}

// @cap:comments.add-edit-delete
// @cap:comments.keyboard-and-empty
// @cap:comments.reactions
// @cap:comments.mentions-and-images
// @cap:detail.reactions
test('a member and a guest talk about an item, each seeing the other at once', async ({ ada }) => {
  const { page } = ada
  await ada.addItem('Tiles stop')
  const { page: guest } = await addGuest(ada)
  await guest.goto(pageOf(ada, 'TRAIL-1'))
  await page.goto(pageOf(ada, 'TRAIL-1'))
  // A guest reads: the title is text, the properties are not buttons.
  await expect(guest.getByRole('heading', { name: 'Tiles stop' })).toBeVisible()
  await expect(guest.getByRole('textbox', { name: 'Title' })).toHaveCount(0)
  await expect(guest.getByRole('button', { name: /^State/ })).toHaveCount(0)
  await expect(guest.getByRole('button', { name: 'Add link' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )

  for (const name of ['Archive', 'Delete']) {
    await expect(guest.getByRole('button', { name, exact: true })).toHaveCount(0)
  }

  const send = page.getByRole('button', { name: 'Comment', exact: true })
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await box(page).click()
  await page.keyboard.press('Enter')
  await expect(cards(page)).toHaveCount(0)
  // Nor while a picture is uploading.
  const gate = Promise.withResolvers<Route>()
  await page.route('**/api/assets/v2/upload/', (route) => gate.resolve(route))
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Image', exact: true }).click()
  await (await chooser).setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: dot })
  await gate.promise
  await page.keyboard.type('First line')
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await (await gate.promise).continue()
  await expect(send).not.toHaveAttribute('aria-disabled')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('second line @Gus')
  // The open list handles Enter.
  await expect(page.getByRole('option', { name: /Gus/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: /Gus/ })).toHaveCount(0)
  await expect(cards(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(cards(page)).toContainText(['second line @Gus'])
  await expect(box(page)).toHaveText('')
  await expect(cards(guest)).toContainText(['First line'])
  await expect(cards(guest).locator('img[src*="/assets/"]')).toHaveJSProperty('naturalWidth', 1)
  await expectAccessible(page)

  // Users cannot edit comments of others; an admin may delete them.
  await cards(guest).getByRole('button', { name: 'Comment actions' }).click()
  await expect(guest.getByRole('menuitem')).toHaveText(['Copy link'])
  await guest.keyboard.press('Escape')
  await box(guest).click()
  await guest.keyboard.type('I saw it too')
  await guest.keyboard.press('Enter')
  await expect(cards(page)).toHaveCount(2)
  await cards(guest).last().getByRole('button', { name: 'Comment actions' }).click()
  await guest.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = guest.getByRole('textbox', { name: 'Edit' })
  await edit.click()
  await guest.keyboard.press('ControlOrMeta+a')
  await guest.keyboard.type('I saw it twice')
  await guest.keyboard.press('Enter')
  await expect(cards(page).last()).toContainText('I saw it twice')
  await expect(cards(page).last()).toContainText('(edited)')
  await cards(page).last().getByRole('button', { name: 'Comment actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(cards(guest)).toHaveCount(1)

  // Reactions, to the comment and to the item.
  await cards(guest).getByRole('button', { name: 'Add reaction' }).click()
  await guest.getByRole('dialog').getByRole('button', { name: '👍' }).click()
  const thumb = cards(page).getByRole('button', { name: /👍 1 reaction: Gus/ })
  await thumb.click()
  await expect(cards(guest).getByRole('button', { name: /👍 2 reactions/ })).toBeVisible()
  await cards(page)
    .getByRole('button', { name: /👍 2 reactions/ })
    .click()
  await expect(thumb).toBeVisible()
  await guest.getByRole('button', { name: 'Add reaction' }).first().click()
  await expect(guest.getByRole('dialog').getByRole('button')).toHaveCount(9)
  await guest.getByRole('dialog').getByRole('button', { name: '👀' }).click()
  await expect(page.getByRole('button', { name: /👀 1 reaction: Gus/ })).toBeVisible()
  await guest.getByRole('button', { name: /👀 1 reaction/ }).click()
  await expect(page.getByRole('button', { name: /👀/ })).toHaveCount(0)
})

// @cap:detail.activity-sort-and-filter
test('the history is turned round and narrowed, and stays so', async ({ ada }) => {
  const { page } = ada
  const { id } = await ada.addItem('Tiles stop')
  await call(ada.context.request, workItemsApi.change, {
    params: { ...at(ada), id },
    body: { priority: 'urgent' },
  })
  await page.goto(pageOf(ada, 'TRAIL-1'))
  await box(page).click()
  await page.keyboard.type('On my list')
  await page.keyboard.press('Enter')
  const activity = page.getByRole('region', { name: 'Activity' })
  const entries = activity.locator('ol > li')
  await expect(entries).toHaveText([/created the work item/, /set the priority to Urgent/, /On my/])

  await activity.getByRole('button', { name: 'Oldest first' }).click()
  await expect(entries).toHaveText([/On my/, /set the priority to Urgent/, /created the work item/])
  await activity.getByRole('button', { name: 'Filter activity' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Comments' }).click()
  await expect(entries).toHaveCount(2)
  // At least one of them stays on.
  await page.getByRole('menuitemcheckbox', { name: 'Updates' }).click()
  await expect(entries).toHaveCount(2)
  await page.reload()
  await expect(entries).toHaveText([/set the priority to Urgent/, /created the work item/])
})

// @cap:comments.threads
test('comments are answered in threads, linked to, and get any emoji', async ({ ada }) => {
  const { page, context } = ada
  const { id } = await ada.addItem('Tiles stop')
  const { page: guest } = await addGuest(ada)
  const say = (text: string, parent: string | null = null) =>
    call(context.request, commentsApi.create, {
      params: { ...at(ada), id },
      body: { comment_html: `<p>${text}</p>`, parent },
    })
  const first = await say('Which tiles?')
  await say('Another matter')
  await page.goto(pageOf(ada, 'TRAIL-1'))
  await guest.goto(pageOf(ada, 'TRAIL-1'))
  const threads = (of: Page) =>
    of
      .getByRole('region', { name: 'Activity' })
      .locator('ol > li', { has: of.getByRole('article') })
  const answers = (of: Page) => of.getByRole('article', { name: /^Reply by/ })

  await test.step('an answer stands below what it answers, for everybody at once', async () => {
    await threads(guest).first().getByRole('button', { name: 'Reply' }).click()
    // Text typed before the field is rendered goes into it.
    await guest.keyboard.type('Those of the north')
    await expect(guest.getByRole('textbox', { name: 'Reply' })).toHaveText('Those of the north')
    await guest.keyboard.press('Enter')
    await expect(answers(guest)).toContainText(['Those of the north'])
    await expect(threads(page).first()).toContainText('Which tiles?')
    await expect(threads(page).first().getByRole('article')).toHaveCount(2)
    await expect(threads(page).nth(1).getByRole('article')).toHaveCount(1)
    await expectAccessible(page)
  })

  await test.step('a long thread is folded, and counted', async () => {
    for (const n of [2, 3, 4, 5]) await say(`Answer ${n}`, first.id)
    await expect(answers(page)).toContainText(['Answer 4', 'Answer 5'])
    await page.getByRole('button', { name: 'Show 3 more replies' }).click()
    await expect(answers(page)).toHaveCount(5)
  })

  await test.step('a link leads to an answer, though it is folded', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const answer = answers(page).filter({ hasText: 'Answer 2' })
    await answer.getByRole('button', { name: 'Comment actions' }).click()
    await page.getByRole('menuitem', { name: 'Copy link' }).click()
    await expect(page.getByText('Link to the comment copied').first()).toBeVisible()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(/\/browse\/TRAIL-1\/#comment-[\da-f-]{36}$/)
    await guest.setViewportSize({ width: 1280, height: 420 })
    await guest.goto('about:blank')
    await guest.goto(link)
    await expect(answers(guest).filter({ hasText: 'Answer 2' })).toBeInViewport()
  })

  await test.step('any emoji is found by its name', async () => {
    const card = threads(page).nth(1).getByRole('article')
    await card.getByRole('button', { name: 'Add reaction' }).click()
    await page.getByRole('button', { name: 'More emoji' }).click()
    await page.keyboard.type('rocket')
    await page.getByRole('dialog').getByRole('button', { name: 'rocket', exact: true }).click()
    await expect(card.getByRole('button', { name: /🚀 1 reaction/ })).toBeVisible()
    await expect(threads(guest).nth(1).getByRole('button', { name: /🚀 1/ })).toBeVisible()
  })

  await test.step('answers outlive the comment they answer', async () => {
    const head = threads(page).first().getByRole('article').first()
    await head.getByRole('button', { name: 'Comment actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(threads(page).first()).toContainText('Comment deleted')
    await expect(answers(page)).toHaveCount(5)
    await threads(page).first().getByRole('button', { name: 'Reply' }).click()
    await page.keyboard.type('Still about tiles')
    const reply = page.getByRole('textbox', { name: 'Reply' })
    await expect(reply).toHaveText('Still about tiles')
    await reply.press('Enter')
    await expect(answers(guest).last()).toContainText('Still about tiles')
  })
})

// @cap:comments.drafts
test('an unfinished comment waits in its place until it is sent or discarded', async ({ ada }) => {
  const { page, context } = ada
  const { id } = await ada.addItem('Tiles stop')
  const params = { ...at(ada), id }
  const said = () =>
    call(context.request, commentsApi.list, { params }).then((all) =>
      all.map(({ comment_stripped }) => comment_stripped).toSorted(),
    )
  await call(context.request, commentsApi.create, {
    params,
    body: { comment_html: '<p>Which tiles?</p>' },
  })
  const reply = (of: Page) => of.getByRole('textbox', { name: 'Reply' })
  await page.goto(pageOf(ada, 'TRAIL-1'))
  await box(page).click()
  await page.keyboard.type('Not done yet')
  await cards(page).getByRole('button', { name: 'Reply' }).click()
  await page.keyboard.type('Half an answer')
  await expect(reply(page)).toHaveText('Half an answer')

  await test.step('through a link and Back, and a reload', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Inbox' }).click()
    await expect(page).toHaveURL(/notifications/)
    await page.goBack()
    await expect(box(page)).toHaveText('Not done yet')
    await expect(reply(page)).toHaveText('Half an answer')
    await page.reload()
    await expect(box(page)).toHaveText('Not done yet')
    await expect(reply(page)).toHaveText('Half an answer')
    await expect(page.getByText('Draft', { exact: true })).toHaveCount(2)
    await expectAccessible(page)
  })

  await test.step('sent, it is there once, and the field is empty ever after', async () => {
    // The server has it, but its response does not arrive before the page is closed.
    await page.route('**/comments/', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
    })
    await reply(page).click()
    await page.keyboard.press('Enter')
    await expect.poll(said).toEqual(['Half an answer', 'Which tiles?'])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.reload()
    await expect(cards(page)).toHaveCount(2)
    await expect(box(page)).toHaveText('Not done yet')
    await expect(reply(page)).toHaveCount(0)
  })

  await test.step('discarded, it is gone', async () => {
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(box(page)).toHaveText('')
    await page.reload()
    await expect(cards(page)).toHaveCount(2)
    await expect(box(page)).toHaveText('')
  })

  await test.step('so does an edit', async () => {
    await cards(page).first().getByRole('button', { name: 'Comment actions' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const edit = page.getByRole('textbox', { name: 'Edit' })
    await edit.click()
    await page.keyboard.press('End')
    await page.keyboard.type(' The blue ones?')
    await page.reload()
    await expect(edit).toHaveText('Which tiles? The blue ones?')
    await expect(page.getByText('Restored what you typed')).toBeVisible()
    await page.getByRole('button', { name: 'Save comment' }).click()
    await expect.poll(said).toEqual(['Half an answer', 'Which tiles? The blue ones?'])
    await page.reload()
    await expect(cards(page).first()).toContainText('The blue ones?')
    await expect(edit).toHaveCount(0)
  })
})
