import { MEMBER, projectJoiningApi, serviceAccountsApi, workItemsApi } from '@cairn/contract'
import { usersV1, workItemCommentsV1, workItemsV1 } from '@cairn/contract/v1'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { changesAnswered } from '../kit/unanswered-changes.ts'
import { call, dialogOf, expect, test, type Visitor } from '../kit/visitors.ts'

const placeOf = ({ slug }: Visitor) => `/${slug}/settings/service-accounts/`

/** A client that has only the token. */
async function asProgram(page: Page, token: string) {
  const context = await page.context().browser()?.newContext()
  if (!context) throw new Error('no browser')
  return {
    get: (url: string) => context.request.get(url, { headers: { 'x-api-key': token } }),
    post: (url: string, data: object) =>
      context.request.post(url, { headers: { 'x-api-key': token }, data }),
  }
}

const shownToken = (page: Page) => dialogOf(page).getByLabel('Token', { exact: true }).inputValue()

test('an admin gives a program an account of its own, renews it and revokes it', async ({
  ada,
}) => {
  const { page, slug, project_id } = ada
  await page.goto(placeOf(ada))
  await expect(page).toHaveTitle('Acme - Service accounts')
  await expect(page.getByText('No service accounts yet')).toBeVisible()
  await expectAccessibleInThemes(page)
  await page.getByRole('button', { name: 'Create service account' }).click()
  const dialog = dialogOf(page)
  const name = dialog.getByLabel('Name', { exact: false }).first()
  await expect(name).toBeFocused()
  await dialog.getByRole('button', { name: 'Create service account' }).click()
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  await expect(dialog.getByText('Choose when the token expires.')).toBeVisible()
  await name.fill('Release bot')
  await dialog.getByRole('button', { name: 'Projects' }).click()
  await page.getByRole('option', { name: /Trail Maps/ }).click()
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('Trail Maps')).toBeVisible()
  await dialog.getByRole('switch', { name: 'Never expires' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create service account' }).click()
  await expect(dialog.getByText('This token is shown only once.')).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy token' }).click()
  const token = await shownToken(page)
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()

  await expect(page.getByText('Release bot')).toBeVisible()
  await expect(page.getByText('Never used')).toBeVisible()
  expect(await page.content()).not.toContain(token)

  const program = await asProgram(page, token)
  const me = await program.get(usersV1.me.url)
  expect(await me.json()).toMatchObject({ display_name: 'Release bot' })
  const items = workItemsV1.create.url.replace(':slug', slug).replace(':project_id', project_id)
  const created = await program.post(items, { name: 'Tag the release' })
  expect(created.status()).toBe(201)
  const { id } = (await created.json()) as { id: string }

  await page.goto(`/${slug}/projects/${project_id}/issues/${id}/`)
  const entry = page.getByRole('listitem').filter({ hasText: 'Release bot' })
  await expect(entry.getByText('Bot', { exact: true })).toBeVisible()
  const createdBy = page.getByRole('definition').filter({
    has: page.getByRole('img', { name: /^Created by/ }),
  })
  await expect(createdBy.getByRole('img', { name: 'Created by: Release bot' })).toBeVisible()
  await expect(createdBy.getByText('Bot', { exact: true })).toBeVisible()
  await page.goto(`/${slug}/settings/members/`)
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page.getByText('Release bot')).toHaveCount(0)

  await page.goto(placeOf(ada))
  await expect(page.getByText(/Last used/)).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Release bot' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog.getByLabel('Name', { exact: false }).first().fill('Ship bot')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Ship bot')).toBeVisible()

  await page.getByRole('button', { name: 'Actions for Ship bot' }).click()
  await page.getByRole('menuitem', { name: 'Renew token' }).click()
  await dialog.getByRole('switch', { name: 'Never expires' }).click()
  await dialog.getByRole('button', { name: 'Renew token' }).click()
  await expect(dialog.getByText('This token is shown only once.')).toBeVisible()
  const renewed = await asProgram(page, await shownToken(page))
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  expect((await program.get(usersV1.me.url)).status()).toBe(403)
  expect((await renewed.get(usersV1.me.url)).status()).toBe(200)

  await page.getByRole('button', { name: 'Actions for Ship bot' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('alertdialog').or(dialog).getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('No service accounts yet')).toBeVisible()
  // The row is removed before the server has responded.
  await expect.poll(async () => (await renewed.get(usersV1.me.url)).status()).toBe(403)
})

test('a service account is marked in the inbox too, and renamed in open browsers', async ({
  ada,
}) => {
  const { page, slug, project_id } = ada
  const { request } = ada.context
  const { id, token } = await call(request, serviceAccountsApi.create, {
    params: { slug },
    body: { name: 'Release bot', role: MEMBER, project_ids: [project_id] },
  })
  const item = await call(request, workItemsApi.create, {
    params: { slug, project_id },
    body: { name: 'Tag the release' },
  })
  const program = await asProgram(page, token)
  const comments = workItemCommentsV1.create.url
    .replace(':slug', slug)
    .replace(':project_id', project_id)
    .replace(':issue_id', item.id)
  expect((await program.post(comments, { comment_html: '<p>Done</p>' })).status()).toBe(201)

  await page.goto(`/${slug}/notifications/`)
  const notification = page.getByRole('link').filter({ hasText: 'Release bot' })
  await expect(notification.getByText('Bot', { exact: true })).toBeVisible()
  await page.goto(`/${slug}/projects/${project_id}/issues/${item.id}/`)
  const comment = page.getByRole('article').filter({ hasText: 'Done' })
  await expect(comment).toContainText('Release bot')
  await expect(comment.getByText('Bot', { exact: true })).toBeVisible()
  await call(request, serviceAccountsApi.change, {
    params: { slug, id },
    body: { name: 'Ship bot' },
  })
  await expect(comment).toContainText('Ship bot')
})

test('members find no service accounts in the settings, and publish only where they may', async ({
  ada,
}) => {
  const { slug, project_id } = ada
  const mel = await ada.addColleague(MEMBER, 'Mel')
  await mel.page.goto(placeOf(ada))
  await expect(
    mel.page.getByText('Only workspace admins can manage service accounts.'),
  ).toBeVisible()
  await expect(mel.page.getByRole('link', { name: 'Service accounts' })).toHaveCount(0)

  const joining = { params: { slug }, body: { project_ids: [project_id] } }
  await call(mel.context.request, projectJoiningApi.join, joining)
  await mel.page.goto(ada.list)
  const actions = mel.page.getByRole('button', { name: 'Actions for Trail Maps' }).first()
  const publish = mel.page.getByRole('menuitem', { name: 'Publish project' })
  await actions.click()
  await expect(mel.page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await expect(publish).toHaveCount(0)
  await mel.page.keyboard.press('Escape')
  await ada.page.goto(`/${slug}/settings/projects/${project_id}/members/`)
  await ada.page.getByRole('switch', { name: 'Publishing by members' }).click()
  await changesAnswered(ada.context.request)
  await mel.page.reload()
  await actions.click()
  await expect(publish).toBeVisible()
})
