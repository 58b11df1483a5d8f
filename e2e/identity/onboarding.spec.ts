import { accountApi, invitationsApi, workspacesApi } from '@cairn/contract'
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
  signUp,
  test,
} from '../kit/with-mail.ts'

/** The smallest possible picture. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const next = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true })

async function fillProfile(page: Page) {
  await page.getByLabel('First name').fill('Evelyn')
  await next(page).click()
}

async function createWorkspace(page: Page, name = 'Meridian') {
  const slug = `meridian-${crypto.randomUUID().slice(0, 8)}`
  await page.getByLabel('Workspace name').fill(name)
  await page.getByLabel('Workspace URL').fill(slug)
  await page.getByRole('combobox', { name: /How many people/ }).click()
  await page.getByRole('option', { name: '2-10' }).click()
  await page.getByRole('button', { name: 'Create workspace' }).click()
  await expect(page.getByRole('heading', { name: 'Invite your teammates' })).toBeVisible()
  return slug
}

const invite = (page: Page, slug: string, ...emails: string[]) =>
  call(page.context().request, invitationsApi.create, {
    params: { slug },
    body: { emails: emails.map((email) => ({ email, role: 15 as const })) },
  })

// @cap:onboarding.profile-step
test('the profile step asks who one is, and takes a picture and a password', async ({
  stranger: page,
  comeByCode,
}) => {
  await comeByCode(page)
  await page.goto('/')
  await page.waitForURL('**/onboarding/')
  await expect(page.getByText('1 of 3 steps')).toBeVisible()
  await expectAccessible(page)
  await next(page).click()
  await expect(page.getByText('Enter your first name.')).toBeVisible()
  await page.getByLabel('First name').fill('x'.repeat(25))
  await expect(page.getByText('Use 24 characters or fewer.')).toBeVisible()
  await page.getByLabel('First name').fill('Evelyn')
  await page.getByLabel('Last name').fill('y'.repeat(25))
  await expect(page.getByText('Use 24 characters or fewer.')).toBeVisible()
  await page.getByLabel('Last name').fill('Marsh')

  await page.getByRole('button', { name: 'Choose image' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload image' })
  await expect(dialog.getByText('Drag an image here')).toBeVisible()
  await expectAccessible(page)
  const file = dialog.getByLabel('Image file')
  await file.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: picture })
  await expect(dialog.getByText('Choose a JPEG, PNG or WebP image.')).toBeVisible()
  const large = Buffer.alloc(5 * 1024 * 1024 + 1)
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: large })
  await expect(dialog.getByText('Choose an image of 5 MB or less.')).toBeVisible()
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture })
  await expect(dialog.getByText('Edit')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save image' }).click()
  await expect(dialog).toBeHidden()
  const { request } = page.context()
  const avatar = async () => (await call(request, accountApi.me, {})).avatar_url ?? ''
  await expect.poll(avatar).not.toBe('')
  expect((await request.get(await avatar())).headers()['content-type']).toBe('image/png')

  await page.getByLabel('Set a password (optional)').fill('password1')
  await expect(page.getByText('Too easy to guess.')).toBeVisible()
  await expect(next(page)).toBeDisabled()
  await page.getByLabel('Set a password (optional)').fill(password)
  await page.getByLabel('Confirm password (optional)').fill(password)
  await next(page).click()
  await expect(page.getByRole('heading', { name: 'Create your workspace' })).toBeVisible()
  await expect
    .poll(() => call(request, accountApi.me, {}))
    .toMatchObject({
      first_name: 'Evelyn',
      last_name: 'Marsh',
      display_name: 'Evelyn Marsh',
      is_password_autoset: false,
    })
  await expect
    .poll(() => call(request, accountApi.profile, {}))
    .toMatchObject({ onboarding_step: { profile_complete: true, workspace_create: false } })
})

// @cap:onboarding.workspace-step
test('the workspace step offers what waits, a new one, or says whom to ask', async ({
  stranger: page,
  browser,
  comeByCode,
  settings,
  ada,
}) => {
  const email = await comeByCode(page)
  await invite(ada.page, ada.slug, email)
  const { request } = page.context()
  await call(request, accountApi.changeProfile, { body: { onboarding_step: profileDone } })
  await page.goto('/onboarding/')
  await expect(page.getByRole('heading', { name: "You're invited" })).toBeVisible()
  await expectAccessible(page)
  const join = page.getByRole('button', { name: 'Continue to workspace' })
  await expect(join).toBeDisabled()
  await page.getByRole('button', { name: 'Create your own workspace' }).click()
  await expect(page.getByText('You can only change the last part of the URL.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Join workspaces I was invited to/ }).click()
  await page.getByRole('checkbox', { name: /^Acme/ }).check()
  await join.click()
  await page.waitForURL(`**/${ada.slug}/`)

  const other = await browser.newContext()
  const alone = await other.newPage()
  await signUp(other.request, fresh())
  await call(other.request, accountApi.changeProfile, { body: { onboarding_step: profileDone } })
  await alone.goto('/onboarding/')
  const slug = await createWorkspace(alone)
  await expect
    .poll(() => call(other.request, accountApi.profile, {}))
    .toMatchObject({
      onboarding_step: { workspace_create: true, workspace_join: true, workspace_invite: false },
    })
  expect(await call(other.request, workspacesApi.get, { params: { slug } })).toMatchObject({
    role: 20,
  })

  await settings({ DISABLE_WORKSPACE_CREATION: '1' })
  await forgetSession(alone)
  await signUp(other.request, fresh())
  await call(other.request, accountApi.changeProfile, { body: { onboarding_step: profileDone } })
  await alone.goto('/onboarding/')
  await expect(alone.getByRole('alert')).toContainText('Ask a workspace owner or admin')
  await expect(alone.getByLabel('Workspace name')).toBeHidden()
  await other.close()
})

const profileDone = {
  profile_complete: true,
  workspace_create: false,
  workspace_invite: false,
  workspace_join: false,
}

// @cap:onboarding.invite-step
test('the last step invites several people, or nobody', async ({ stranger: page, mailTo }) => {
  await signUp(page.context().request, fresh())
  await page.goto('/onboarding/')
  await expect(page.getByText('1 of 3 steps')).toBeVisible()
  await fillProfile(page)
  const slug = await createWorkspace(page)
  await expect(page.getByText('3 of 3 steps')).toBeVisible()
  await expectAccessible(page)
  const [sam, kim] = [fresh('sam'), fresh('kim')]
  const send = page.getByRole('button', { name: 'Send invitations' })
  await expect(send).toBeDisabled()
  await page.getByLabel('Email 1').fill(sam)
  await page.getByLabel('Email 2').fill('nonsense')
  await page.keyboard.press('Enter')
  await page.getByLabel('Email 3').focus()
  await expect(page.getByText('Enter a valid email address.')).toBeVisible()
  await expect(send).toBeDisabled()
  await page.getByRole('button', { name: 'Remove row 2' }).click()
  await page.getByRole('button', { name: 'Add another' }).click()
  await page.getByLabel('Email 3').fill(kim)
  await page.getByRole('combobox', { name: 'Role 3' }).click()
  await page.getByRole('option', { name: /^Guest/ }).click()
  await send.click()
  await page.waitForURL(`**/${slug}/`)
  await expect(notices(page).getByText('2 invitations sent')).toBeVisible()
  const invited = await call(page.context().request, invitationsApi.list, { params: { slug } })
  expect(new Map(invited.map(({ email, role }) => [email, role]))).toEqual(
    new Map([
      [sam, 15],
      [kim, 5],
    ]),
  )
  expect(await mailTo(sam, link)).toContain('/workspace-invitations/')

  await forgetSession(page)
  await signUp(page.context().request, fresh())
  await page.goto('/onboarding/')
  await fillProfile(page)
  const other = await createWorkspace(page)
  await page.getByRole('button', { name: "I'll do it later" }).click()
  await page.waitForURL(`**/${other}/`)
})

// @cap:onboarding.finish @cap:onboarding.resumes-and-gates
test('it goes on where it was left, and ends in the workspace', async ({ stranger: page }) => {
  const { request } = page.context()
  await signUp(request, fresh())
  await page.goto('/acme/projects/')
  await page.waitForURL('**/onboarding/')
  await fillProfile(page)
  await expect(page.getByRole('heading', { name: 'Create your workspace' })).toBeVisible()
  await page.goto('/create-workspace/')
  await page.waitForURL('**/onboarding/')
  await expect(page.getByRole('heading', { name: 'Create your workspace' })).toBeVisible()
  const slug = await createWorkspace(page)
  await page.goto(`/${slug}/`)
  await page.waitForURL('**/onboarding/')
  await expect(page.getByRole('heading', { name: 'Invite your teammates' })).toBeVisible()

  await page.route(`**${accountApi.finishOnboarding.url}`, (route) => route.abort())
  await page.getByRole('button', { name: "I'll do it later" }).click()
  await expect(notices(page).getByText("Setup wasn't finished. Try again.")).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Invite your teammates' })).toBeVisible()
  await page.unroute(`**${accountApi.finishOnboarding.url}`)
  await page.getByRole('button', { name: "I'll do it later" }).click()
  await page.waitForURL(`**/${slug}/`)
  const { id } = await call(request, workspacesApi.get, { params: { slug } })
  await expect
    .poll(() => call(request, accountApi.profile, {}))
    .toMatchObject({
      is_onboarded: true,
      last_workspace_id: id,
      onboarding_step: {
        profile_complete: true,
        workspace_create: true,
        workspace_invite: true,
        workspace_join: true,
      },
    })
  await page.goto('/onboarding/')
  await page.waitForURL(`**/${slug}/`)
})

// @cap:onboarding.switch-account
test('whoever took the wrong address can switch', async ({ stranger: page }) => {
  const email = fresh()
  await signUp(page.context().request, email)
  await page.goto('/onboarding/')
  await page.getByRole('button', { name: email }).click()
  await page.getByRole('menuitem', { name: 'Wrong email address?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Switch account' })
  await expect(dialog).toContainText(email)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Switch account' }).click()
  await expect(page.getByRole('heading', { name: 'Log in or sign up' })).toBeVisible()
  await page.goto('/onboarding/')
  await expect(page.getByRole('heading', { name: 'Log in or sign up' })).toBeVisible()
})

// @cap:onboarding.product-tour
test('the tour shows until it is done, and comes back when that is not saved', async ({
  stranger: page,
}) => {
  const { request } = page.context()
  await signUp(request, fresh())
  await call(request, accountApi.change, { body: { first_name: 'Evelyn', last_name: 'Marsh' } })
  await call(request, accountApi.finishOnboarding, { body: { is_onboarded: true } })
  const { slug } = await addWorkspace(request, 'Acme')
  await page.goto(`/${slug}/`)
  const welcome = page.getByRole('dialog', { name: 'Welcome to Cairn, Evelyn Marsh' })
  await expect(welcome).toBeVisible()
  await expectAccessible(page)

  await page.route(`**${accountApi.finishTour.url}`, (route) => route.abort())
  await welcome.getByRole('button', { name: 'Skip' }).click()
  await expect(notices(page).getByText("The tour wasn't marked as done. Try again.")).toBeVisible()
  await expect(welcome).toBeVisible()
  await page.unroute(`**${accountApi.finishTour.url}`)

  await welcome.getByRole('button', { name: 'Take the tour' }).click()
  const tour = page.getByRole('dialog', { name: 'Tour' })
  await expect(tour.getByRole('heading', { name: 'Plan with work items' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(tour.getByRole('heading', { name: 'Work in cycles' })).toBeVisible()
  await tour.getByRole('button', { name: 'Back' }).click()
  await expect(tour.getByRole('heading', { name: 'Plan with work items' })).toBeVisible()
  await tour.getByRole('button', { name: 'Pages' }).click()
  await expect(tour.getByRole('button', { name: 'Done' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tour).toBeHidden()
  await expect
    .poll(() => call(request, accountApi.profile, {}))
    .toMatchObject({ is_tour_completed: true })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Good', exact: false }).first()).toBeVisible()
  await expect(welcome).toBeHidden()
  expect(await call(request, accountApi.profile, {})).toMatchObject({ is_tour_completed: true })
})

// @cap:workspaces.create
test('a workspace is created by its rules, its URL follows the name, and a draft is kept', async ({
  ada,
}) => {
  const { page, context } = ada
  await page.goto('/create-workspace/')
  await expectAccessible(page)
  const name = page.getByLabel('Workspace name')
  const url = page.getByLabel('Workspace URL')
  await name.fill('Maps & more')
  await expect(page.getByText(/^Use letters, numbers, spaces/)).toBeVisible()
  await name.fill('x'.repeat(81))
  await expect(page.getByText('Use 80 characters or fewer.')).toBeVisible()
  await name.fill('')
  await expect(page.getByText('Fill in this field.').first()).toBeVisible()
  const unique = crypto.randomUUID().slice(0, 8)
  await name.fill(`Trail Maps ${unique}`)
  await expect(url).toHaveValue(`trail-maps-${unique}`)
  await url.fill('trail maps')
  await expect(page.getByText(/^Use letters, numbers and hyphens/)).toBeVisible()
  await url.fill('x'.repeat(49))
  await expect(page.getByText('Use 48 characters or fewer.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create workspace' })).toBeDisabled()
  await url.fill(`Trails-${unique}`)
  await page.goto(`/${ada.slug}/`)
  await page.goto('/create-workspace/')
  await expect(url).toHaveValue(`trails-${unique}`)
  await page.getByRole('combobox', { name: /How many people/ }).click()
  await page.getByRole('option', { name: 'Just myself' }).click()
  await page.getByRole('button', { name: 'Create workspace' }).click()
  await page.waitForURL(`**/trails-${unique}/`)
  await expect(notices(page).getByText(/^Trail Maps .* created$/)).toBeVisible()
  const created = await call(context.request, workspacesApi.get, {
    params: { slug: `trails-${unique}` },
  })
  expect(created).toMatchObject({ name: `Trail Maps ${unique}`, role: 20 })
})

test('where only the administrator creates workspaces, the screen says so', async ({
  ada,
  settings,
}) => {
  await settings({ DISABLE_WORKSPACE_CREATION: '1' })
  const { page } = ada
  await page.goto('/create-workspace/')
  await expect(
    page.getByRole('heading', { name: 'Only your instance admin can create workspaces' }),
  ).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('link', { name: 'Ask the administrator' })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:.*${encodeURIComponent(ada.email)}`),
  )
  await expect(page.getByRole('button', { name: 'Go back' })).toBeVisible()
})

test('every step fits a phone', async ({ stranger: page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signUp(page.context().request, fresh())
  await page.goto('/onboarding/')
  const fits = async () => {
    await expectAccessible(page)
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
  }
  await expect(page.getByLabel('First name')).toBeVisible()
  await fits()
  await fillProfile(page)
  await expect(page.getByLabel('Workspace name')).toBeVisible()
  await fits()
  await createWorkspace(page, 'A workspace with a rather long name for a small screen')
  await fits()
})
