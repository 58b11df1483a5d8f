import { authApi, GUEST, invitationsApi, MEMBER, projectsApi, workspacesApi } from '@cairn/contract'
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

const inactive = 'This invitation link no longer works'

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
  await expect(page.getByRole('heading', { name: 'invited you to Acme' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Join Acme' }).click()
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
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`**/${ada.slug}/`)

  await page.goto(mailed)
  await expect(page.getByRole('heading', { name: inactive })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to home' })).toBeVisible()

  const ignored = fresh()
  await invite(ada.page, ada.slug, ignored)
  const unwanted = await mailTo(ignored, link)
  await forgetSession(page)
  await page.goto(unwanted)
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByRole('heading', { name: 'Log in or sign up' })).toBeVisible()
  const unknown = new URL(mailed)
  unknown.searchParams.set('token', 'x'.repeat(48))
  for (const address of [unwanted, unknown.href, '/workspace-invitations/']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: inactive })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Log in to continue' })).toBeVisible()
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
  await expect(ada.page.getByText(/You're already a member of Acme/)).toBeVisible()
  await page.goto(mailed)
  await page.getByRole('button', { name: 'Join Acme' }).click()
  await page.waitForURL(`**/${ada.slug}/`)

  const another = fresh()
  await invite(ada.page, ada.slug, another)
  await forgetSession(page)
  await signUp(page.context().request, fresh())
  await page.goto(await mailTo(another, link))
  await expect(page.getByText(new RegExp(`This invitation is for ${another}`))).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Log out/ }).click()
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
  await page.getByRole('button', { name: 'Join Acme' }).click()
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
  await expect(page.getByRole('heading', { name: 'No invitations' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to home' })).toBeVisible()
  await expectAccessible(page)

  const { slug } = await addWorkspace(ada.context.request, 'Nordlicht-Kartographie-und-Vermessung')
  await invite(ada.page, slug, email)
  await invite(ada.page, ada.slug, email)
  await page.goto('/')
  await page.waitForURL('**/invitations/')
  await expectAccessible(page)
  await expect(page.getByText('Nordlicht-Kartographie-und-Ver…')).toBeVisible()
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(notices(page).getByText('Select at least one invitation.')).toBeVisible()
  await page.getByRole('checkbox', { name: /^Acme/ }).check()
  await page.getByRole('checkbox', { name: /^Nordlicht/ }).check()
  await page.getByRole('button', { name: 'Join', exact: true }).click()
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

// @cap:members.invite-to-projects
test('an invitation names projects and roles, and who accepts starts in one of them', async ({
  stranger: page,
  ada,
  mailTo,
  settings,
}) => {
  await settings({ ENABLE_MAGIC_LINK_LOGIN: '0' })
  const { slug, project_id } = ada
  const field = await call(ada.context.request, projectsApi.create, {
    params: { slug },
    body: { name: 'Field Research', identifier: 'FIELD', description: 'What people need.' },
  })
  const email = fresh()

  await test.step('the invitation is sent, shown and accepted', async () => {
    await ada.page.goto(`/${slug}/settings/members/`)
    await ada.page.getByRole('button', { name: 'Invite people' }).click()
    const dialog = ada.page.getByRole('dialog')
    await dialog.getByLabel('Email 1').fill(email)
    await dialog.getByRole('button', { name: 'Add project' }).click()
    await ada.page.getByRole('option', { name: /^Trail Maps/ }).click()
    await ada.page.getByRole('option', { name: /^Field Research/ }).click()
    await ada.page.keyboard.press('Escape')
    await dialog.getByRole('combobox', { name: 'Role in Field Research' }).click()
    await ada.page.getByRole('option', { name: 'Admin' }).click()
    await dialog.getByLabel('Message (optional)').fill('You start on offline maps.')
    await expectAccessible(ada.page)
    await dialog.getByRole('button', { name: 'Send invitations' }).click()
    await expect(notices(ada.page).getByText('1 invitation sent')).toBeVisible()
    await expect(ada.page.getByText('2 projects')).toBeVisible()

    await page.goto(await mailTo(email, link))
    await expect(page.getByRole('heading', { name: 'invited you to Acme' })).toBeVisible()
    await expect(page.getByText('A workspace with 1 person.')).toBeVisible()
    await expect(page.getByRole('definition')).toHaveText([
      /^Member/,
      'Field ResearchTrail Maps',
      '“You start on offline maps.”',
    ])
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Join Acme' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Set a password').fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByLabel('First name').fill('Lena')
    await page.getByRole('button', { name: 'Continue' }).click()
    // The roles of the invitation, in the projects it names.
    await page.waitForURL(`**/${slug}/projects/*/issues/`)
    const projects = await call(page.context().request, projectsApi.list, { params: { slug } })
    const joined = projects.filter(({ member_role }) => member_role !== null)
    expect(new Map(joined.map(({ id, member_role }) => [id, member_role]))).toEqual(
      new Map([
        [project_id, MEMBER],
        [field.id, 20],
      ]),
    )
    await page.goto(`/${slug}/`)
    await page.getByRole('button', { name: 'Skip' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome to Acme, Lena' })).toBeVisible()
    await expect(page.getByText("You're in 2 projects.")).toBeVisible()
  })

  await test.step('a project preselects itself', async () => {
    await ada.page.goto(`/${slug}/settings/projects/${project_id}/members/`)
    await ada.page.getByRole('button', { name: 'Invite by email' }).click()
    const dialog = ada.page.getByRole('dialog', { name: 'Invite people to Trail Maps' })
    await expect(dialog.getByRole('combobox', { name: 'Role in Trail Maps' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })
})

// @cap:onboarding.invited-land
test('members and guests who were invited find where to work, and no dead button', async ({
  ada,
  mailTo,
}) => {
  test.slow()
  const { slug, project_id } = ada
  await call(ada.context.request, projectsApi.create, {
    params: { slug },
    body: { name: 'Field Research', identifier: 'FIELD', description: 'What people need.' },
  })
  const guest = await ada.page.context().browser()?.newContext()
  if (!guest) throw new Error('no browser')
  const gus = await guest.newPage()
  const address = fresh('gus')
  await signUp(guest.request, address)
  await settle(guest.request)
  const body = { emails: [{ email: address, role: GUEST }], projects: [{ project_id }] } as const
  await call(ada.context.request, invitationsApi.create, {
    params: { slug },
    body: { emails: [...body.emails], projects: [...body.projects] },
  })
  await gus.goto(await mailTo(address, link))
  await gus.getByRole('button', { name: 'Join Acme' }).click()
  await gus.waitForURL(`**/${slug}/projects/${project_id}/issues/`)
  await gus.goto(`/${slug}/`)
  await expect(gus.getByRole('heading', { name: /^Welcome to Acme/ })).toBeVisible()
  await gus.getByRole('link', { name: 'Open Trail Maps' }).click()
  await gus.waitForURL(`**/${slug}/projects/${project_id}/issues/`)

  // Invited to the workspace alone: a member can join, a guest is told whom to ask.
  const mel = await ada.addColleague(MEMBER, 'Mel')
  await mel.page.goto(`/${slug}/`)
  const joinable = mel.page.getByRole('region', { name: /^Projects you can join/ })
  const row = (name: string) => joinable.getByRole('listitem').filter({ hasText: name })
  await expect(row('Field Research')).toContainText('What people need.')
  await expectAccessible(mel.page)
  await joinable.getByRole('button', { name: 'Join project Trail Maps' }).click()
  await expect(mel.page.getByRole('region', { name: /^Your projects/ })).toContainText('Trail Maps')
  await expect(row('Trail Maps')).toHaveCount(0)
  await expect(row('Field Research')).toBeVisible()
  await mel.page.getByRole('button', { name: 'See all shortcuts' }).click()
  await expect(mel.page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()

  const nia = await ada.addColleague(GUEST, 'Nia')
  await nia.page.goto(`/${slug}/`)
  await expect(nia.page.getByText('Ask an admin of this workspace')).toBeVisible()
  await expect(nia.page.getByText('Set up your workspace')).toHaveCount(0)
  await expect(nia.page.locator('button:disabled')).toHaveCount(0)
  await expectAccessible(nia.page)
  await guest.close()
})
