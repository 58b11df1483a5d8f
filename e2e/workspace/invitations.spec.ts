import { authApi, invitationsApi, workspacesApi } from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import {
  addWorkspace,
  call,
  expect,
  forgetSession,
  fresh,
  link,
  notices,
  password,
  settle,
  signIn,
  signUp,
  test,
  typeEmail,
} from '../kit/with-mail.ts'

const invite = (page: Page, slug: string, email: string) =>
  call(page.context().request, invitationsApi.create, {
    params: { slug },
    body: { emails: [{ email, role: 15 }] },
  })

const slugsOf = async (page: Page) =>
  (await call(page.context().request, workspacesApi.list, {})).map(({ slug }) => slug)

const inactive = 'This invitation link is not active anymore.'

// @cap:members.accept-from-mail
test('a mailed invitation is accepted without an account, and opens after signing up', async ({
  stranger: page,
  ada,
  mailTo,
  settings,
}) => {
  await settings({ ENABLE_MAGIC_LINK_LOGIN: '0' })
  const email = fresh()
  await invite(ada.page, ada.slug, email)
  const mailed = await mailTo(email, link)
  await page.goto(mailed)
  await expect(page.getByRole('heading', { name: 'You have been invited to Acme' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Accept/ }).click()
  await expect(page.getByRole('heading', { name: 'Join Acme' })).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Set a password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/onboarding/')
  await expect(page.getByText('1 of 1 step')).toBeVisible()
  expect(await slugsOf(page)).toEqual([ada.slug])
  await page.getByLabel('First name').fill('Evelyn')
  await page.getByText('Student', { exact: true }).click()
  await page.getByText('Legal', { exact: true }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`**/${ada.slug}/`)

  await page.goto(mailed)
  await expect(page.getByRole('heading', { name: inactive })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Continue to home' })).toBeVisible()

  const ignored = fresh()
  await invite(ada.page, ada.slug, ignored)
  const unwanted = await mailTo(ignored, link)
  await forgetSession(page)
  await page.goto(unwanted)
  await page.getByRole('button', { name: /^Ignore/ }).click()
  await expect(page.getByRole('heading', { name: 'Log in or sign up' })).toBeVisible()
  const unknown = new URL(mailed)
  unknown.searchParams.set('token', 'x'.repeat(48))
  for (const address of [unwanted, unknown.href, '/workspace-invitations/']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: inactive })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sign in to continue' })).toBeVisible()
  }
})

test('who is signed in accepts and is there; who is somebody else is told', async ({
  stranger: page,
  ada,
  mailTo,
}) => {
  const email = fresh()
  await signUp(page.context().request, email)
  await settle(page.context().request)
  await invite(ada.page, ada.slug, email)
  const mailed = await mailTo(email, link)
  await ada.page.goto(mailed)
  await expect(ada.page.getByText(/You are already a member of Acme/)).toBeVisible()
  await page.goto(mailed)
  await page.getByRole('button', { name: /^Accept/ }).click()
  await page.waitForURL(`**/${ada.slug}/`)

  const another = fresh()
  await invite(ada.page, ada.slug, another)
  await forgetSession(page)
  await signUp(page.context().request, fresh())
  await page.goto(await mailTo(another, link))
  await expect(page.getByText(new RegExp(`The invitation is for ${another}`))).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Sign out/ }).click()
  await expect(page.getByRole('heading', { name: 'Log in or sign up' })).toBeVisible()
})

test('somebody with a proved account is in as soon as they accept', async ({
  stranger: page,
  ada,
  mailTo,
  comeByCode,
}) => {
  const email = await comeByCode(page)
  const { request } = page.context()
  await settle(request)
  const { csrf_token: token } = await call(request, authApi.csrfToken, {})
  await request.post(authApi.setPassword.url, {
    data: { password },
    headers: { 'x-csrftoken': token },
  })
  await forgetSession(page)
  await invite(ada.page, ada.slug, email)
  await page.goto(await mailTo(email, link))
  await page.getByRole('button', { name: /^Accept/ }).click()
  await signIn(page, email)
  await page.waitForURL(`**/${ada.slug}/`)
})

// @cap:members.accept-from-list
test('pending invitations are joined together, and the first one opens', async ({
  stranger: page,
  ada,
  comeByCode,
}) => {
  const email = await comeByCode(page)
  await settle(page.context().request)
  await page.goto('/invitations/')
  await expect(page.getByRole('heading', { name: 'No pending invites' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to home' })).toBeVisible()
  await expectAccessible(page)

  const { slug } = await addWorkspace(ada.context.request, 'Nordlicht-Kartographie-und-Vermessung')
  await invite(ada.page, slug, email)
  await invite(ada.page, ada.slug, email)
  await page.goto('/')
  await page.waitForURL('**/invitations/')
  await expectAccessible(page)
  await expect(page.getByText('Nordlicht-Kartographie-und-Ver…')).toBeVisible()
  await page.getByRole('button', { name: 'Accept & Join' }).click()
  await expect(notices(page).getByText('Please select at least one invitation.')).toBeVisible()
  await page.getByRole('checkbox', { name: /^Acme/ }).check()
  await page.getByRole('checkbox', { name: /^Nordlicht/ }).check()
  await page.getByRole('button', { name: 'Accept & Join' }).click()
  await page.waitForURL(`**/${ada.slug}/`)
  expect((await slugsOf(page)).sort()).toEqual([ada.slug, slug].sort())
})

test('an unproved address sees no invitations, and signs in as usual', async ({
  stranger: page,
  ada,
}) => {
  const email = fresh()
  await signUp(page.context().request, email)
  await settle(page.context().request)
  await invite(ada.page, ada.slug, email)
  await forgetSession(page)
  await page.goto('/')
  await typeEmail(page, email)
  await page.getByRole('textbox', { name: /^Password/ }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/create-workspace/')
})
