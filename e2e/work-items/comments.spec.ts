import { GUEST, projectMembersApi, projectsApi, workItemsApi, workspacesApi } from '@cairn/contract'
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
  // Nor while a picture is on its way.
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
  // The open list takes the Enter.
  await expect(page.getByRole('option', { name: /Gus/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(cards(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(cards(page)).toContainText(['second line @Gus'])
  await expect(box(page)).toHaveText('')
  await expect(cards(guest)).toContainText(['First line'])
  await expect(cards(guest).locator('img[src*="/assets/"]')).toHaveJSProperty('naturalWidth', 1)
  await expectAccessible(page)

  // Nobody changes another's words; an administrator may take them away.
  await expect(cards(guest).getByRole('button', { name: 'Comment actions' })).toHaveCount(0)
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
  await expect(guest.getByRole('dialog').getByRole('button')).toHaveCount(8)
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
  // Never neither.
  await page.getByRole('menuitemcheckbox', { name: 'Updates' }).click()
  await expect(entries).toHaveCount(2)
  await page.reload()
  await expect(entries).toHaveText([/set the priority to Urgent/, /created the work item/])
})
