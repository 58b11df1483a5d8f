import {
  ADMIN,
  accountApi,
  GUEST,
  invitationsApi,
  MEMBER,
  projectsApi,
  workspaceMembersApi,
  workspacesApi,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import { call, expect, test } from '../kit/visitors.ts'

/** Errors are present twice: visible, and for screen readers. */
const noticesOn = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const names = (page: Page) => page.getByRole('row').locator('td:nth-child(2)')

// @cap:members.workspace-list
test('members stand by display name under one’s own row, and are found; guests see none', async ({
  ada,
}) => {
  const { page, slug } = ada
  await call(ada.context.request, accountApi.change, { body: { display_name: 'Zoe Own' } })
  const zed = await ada.addColleague(MEMBER, 'Zed Last')
  const bob = await ada.addColleague(GUEST, 'Bob Fields')
  const gone = await ada.addColleague(MEMBER, 'Cy Gone')
  await call(gone.context.request, workspacesApi.leave, { params: { slug } })

  await page.goto(`/${slug}/settings/members/`)
  await expect(page).toHaveTitle('Acme - Members')
  await expect(page.getByLabel('Search members')).toBeFocused()
  await expect(names(page)).toHaveText(['Zoe Own', 'Bob Fields', 'Zed Last'])
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toContainText('3')
  await expect(rowOf(page, 'Zed Last')).toContainText(zed.email)
  await expect(rowOf(page, 'Zed Last').locator('td:nth-child(5)')).toHaveText('email')
  await expectAccessible(page)

  await page.keyboard.type('zED')
  await expect(names(page)).toHaveText(['Zed Last'])
  await page.getByLabel('Search members').fill(zed.email.slice(0, 14))
  await expect(names(page)).toHaveText(['Zed Last'])
  await page.getByLabel('Search members').fill('nobody at all')
  await expect(page.getByText('No matching members')).toBeVisible()

  // A member has read-only access, apart from leaving.
  await zed.page.goto(`/${slug}/settings/members/`)
  await expect(names(zed.page)).toHaveText(['Zed Last', 'Bob Fields', 'Zoe Own'])
  await expect(zed.page.getByRole('button', { name: /^Role/ })).toHaveCount(0)
  await expect(zed.page.getByRole('button', { name: /^Actions for/ })).toHaveCount(1)
  await expect(zed.page.getByRole('button', { name: 'Invite people' })).toBeHidden()

  // A guest sees that settings are not for guests, and gets no email addresses.
  for (const path of ['settings/', 'settings/members/']) {
    await bob.page.goto(`/${slug}/${path}`)
    const refusal = "You don't have access to this page"
    await expect(bob.page.getByRole('heading', { name: refusal })).toBeVisible()
    await expect(bob.page.getByRole('link', { name: 'Members' })).toBeHidden()
  }
  await expectAccessible(bob.page)
  const rows = await call(bob.context.request, workspacesApi.members, { params: { slug } })
  expect(new Set(rows.map(({ member }) => member.email))).toEqual(new Set([undefined]))
})

// @cap:members.invite-to-workspace
test('several people are invited at once; a wrong, present or too high entry sends nothing', async ({
  ada,
}) => {
  const { page, slug, context } = ada
  const bob = await ada.addColleague(MEMBER, 'Bob Fields')
  await page.goto(`/${slug}/settings/members/`)
  await page.getByRole('button', { name: 'Invite people' }).click()
  const dialog = page.getByRole('dialog')
  // Without a mail server no mail is sent, and no message claims so.
  const send = dialog.getByRole('button', { name: 'Create invite links' })
  await expect(dialog.getByText("This instance can't send email.")).toBeVisible()
  await expect(dialog.getByLabel('Email 1')).toBeFocused()
  await send.click()
  await expect(dialog.getByText('Enter an email address.')).toBeVisible()
  await dialog.getByLabel('Email 1').fill('eve@cairn.test')
  await dialog.getByRole('button', { name: 'Add another' }).click()
  await expect(dialog.getByLabel('Email 2')).toBeFocused()
  await page.keyboard.type('nobody')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Enter a valid email address.')).toBeVisible()
  await expectAccessible(page)

  await dialog.getByLabel('Email 2').fill(bob.email)
  await send.click()
  await expect(dialog.getByText('Already a member of this workspace.')).toBeVisible()
  const waiting = () => call(context.request, invitationsApi.list, { params: { slug } })
  expect(await waiting()).toEqual([])

  // A member may invite, but not with a higher role; the server rejects it, as no screen offers it.
  const refused = await bob.context.request.post(`/api/workspaces/${slug}/invitations/`, {
    data: {
      emails: [
        { email: 'low@cairn.test', role: GUEST },
        { email: 'high@cairn.test', role: ADMIN },
      ],
    },
  })
  expect(refused.status()).toBe(400)
  expect(await refused.json()).toEqual({ error: 'You cannot invite a user with higher role' })
  expect(await waiting()).toEqual([])

  await dialog.getByLabel('Email 2').fill('dan@cairn.test')
  await dialog.getByRole('combobox', { name: 'Role 2' }).click()
  await expect(page.getByRole('option')).toHaveText(['Guest', 'Member', 'Admin'])
  await page.getByRole('option', { name: 'Admin' }).click()
  await send.click()
  await expect(dialog.getByLabel('eve@cairn.test', { exact: true })).toHaveValue(
    /workspace-invitations/,
  )
  await expectAccessible(page)
  await expect(page.getByText(/invitations? sent/)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Done' }).click()
  const roles = (await waiting()).map(({ email, role }) => [email, role]).sort()
  expect(roles).toEqual([
    ['dan@cairn.test', ADMIN],
    ['eve@cairn.test', MEMBER],
  ])
})

test('a pasted list fills one row each; a link copied later is a new one, and goes once accepted', async ({
  ada,
}) => {
  const { page, slug, context } = ada
  const { invitations } = await call(context.request, invitationsApi.create, {
    params: { slug },
    body: { emails: [{ email: 'iris@cairn.test', role: GUEST }] },
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/${slug}/settings/members/`)
  await page.getByRole('button', { name: 'Invite people' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Email 1')).toBeFocused()
  await page.evaluate(`navigator.clipboard.writeText('iris@cairn.test, dora@cairn.test')`)
  await page.keyboard.press('ControlOrMeta+v')
  await expect(dialog.getByLabel('Email 2')).toHaveValue('dora@cairn.test')
  await dialog.getByRole('button', { name: 'Create invite links' }).click()
  await expect(page.getByText('1 address was already invited.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: /^Pending invitations/ })).toContainText('2')
  const iris = page.getByRole('button', { name: 'Role of iris@cairn.test: Guest' })
  await expect(iris).toBeVisible()

  const first = new URL(invitations[0]?.invite_link ?? '', page.url())
  await page.getByRole('button', { name: 'Actions for iris@cairn.test' }).click()
  // Not without a mail server.
  await expect(page.getByRole('menuitem', { name: 'Resend' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(page.getByText('The previous one no longer works.')).toBeVisible()
  const id = first.searchParams.get('invitation_id')
  const token = first.searchParams.get('token')
  const old = await page.request.get(
    `/api/workspaces/${slug}/invitations/${id}/join/?token=${token}`,
  )
  expect(old.status()).toBe(404)

  const bob = await ada.addColleague(MEMBER, 'Bob Fields')
  await expect(rowOf(page, 'Bob Fields')).toBeVisible()
  await expect(page.getByRole('button', { name: `Actions for ${bob.email}` })).toBeHidden()
})

// @cap:members.manage-pending-invites
test('a pending invitation changes its role, gives its link, and is dead once removed', async ({
  ada,
  stranger,
}) => {
  const { page, slug, context } = ada
  const email = 'fay@cairn.test'
  const { invitations } = await call(context.request, invitationsApi.create, {
    params: { slug },
    body: { emails: [{ email, role: MEMBER }] },
  })
  const id = invitations[0]?.id ?? ''
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/${slug}/settings/members/`)
  await page.getByRole('button', { name: `Role of ${email}: Member` }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Guest' }).click()
  const guest = page.getByRole('button', { name: `Role of ${email}: Guest` })
  await expect(guest).toBeVisible()
  await expect
    .poll(async () => {
      const row = await call(context.request, invitationsApi.get, { params: { slug, id } })
      return row.role
    })
    .toBe(GUEST)
  await page.reload()
  await expect(guest).toBeVisible()
  await expectAccessible(page)

  const menu = page.getByRole('button', { name: `Actions for ${email}` })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(page.getByText('Invite link copied')).toBeVisible()
  const link = await page.evaluate<string>('navigator.clipboard.readText()')
  const token = new URL(link).searchParams.get('token')
  expect(new URL(link).origin).toBe(new URL(page.url()).origin)
  const open = () =>
    stranger.request.get(`/api/workspaces/${slug}/invitations/${id}/join/?token=${token}`)
  expect((await open()).status()).toBe(200)

  await menu.click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  const dialog = page.getByRole('alertdialog', { name: `Remove the invitation for ${email}?` })
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(`Invitation to ${email} removed`)).toBeVisible()
  await expect(menu).toBeHidden()
  await expect.poll(async () => (await open()).status()).toBe(404)
})

// @cap:members.change-workspace-role
test('an admin changes another’s role at once, never the own; a guest is a guest in every project', async ({
  ada,
}) => {
  const { page, slug, context } = ada
  const bob = await ada.addColleague(MEMBER, 'Bob Fields')
  const rows = await call(context.request, workspacesApi.members, { params: { slug } })
  const row = rows.find(({ member }) => member.display_name === 'Bob Fields')
  for (const identifier of ['ONE', 'TWO']) {
    await call(context.request, projectsApi.create, {
      params: { slug },
      body: { name: identifier, identifier, project_lead: row?.member.id },
    })
  }
  const roles = async () =>
    Object.values(await call(bob.context.request, accountApi.projectRoles, { params: { slug } }))
  expect(await roles()).toEqual(expect.arrayContaining([ADMIN]))
  await bob.page.goto(`/${slug}/settings/members/`)
  await expect(rowOf(bob.page, 'Bob Fields')).toContainText('Member')

  await page.goto(`/${slug}/settings/members/`)
  await page.getByRole('button', { name: 'Role of Bob Fields: Member' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Admin' }).click()
  await expect(page.getByRole('button', { name: 'Role of Bob Fields: Admin' })).toBeVisible()
  await expect(rowOf(bob.page, 'Bob Fields')).toContainText('Admin')
  await expect(bob.page.getByRole('button', { name: 'Invite people' })).toBeVisible()

  await expect(rowOf(page, 'You').getByRole('button', { name: /^Role/ })).toHaveCount(0)
  const own = rows.find(({ role }) => role === ADMIN)
  const refused = await context.request.patch(`/api/workspaces/${slug}/members/${own?.id}/`, {
    data: { role: GUEST },
  })
  expect(refused.status()).toBe(400)
  expect(await refused.json()).toEqual({ error: 'You cannot update your own role' })

  // A role the server rejects is reverted with the reason.
  const role = page.getByRole('button', { name: 'Role of Bob Fields: Admin' })
  await page.route('**/members/*/', (route) =>
    route.fulfill({ status: 400, json: { error: 'Not today' } }),
  )
  await role.click()
  await page.getByRole('menuitemcheckbox', { name: 'Member' }).click()
  await expect(noticesOn(page).getByText("The role wasn't changed")).toBeVisible()
  await expect(noticesOn(page).getByText('Not today')).toBeAttached()
  await expect(role).toBeVisible()
  await page.unroute('**/members/*/')

  await role.click()
  await page.getByRole('menuitemcheckbox', { name: 'Guest' }).click()
  const refusal = bob.page.getByRole('heading', {
    name: "You don't have access to this page",
  })
  await expect(refusal).toBeVisible()
  expect(new Set(await roles())).toEqual(new Set([GUEST]))
})

test('a removed member’s open browser is led out at once, and nothing of the workspace stays', async ({
  ada,
}) => {
  const { page, slug } = ada
  const bob = await ada.addColleague(MEMBER, 'Bob Fields')
  await bob.page.goto(`/${slug}/settings/members/`)
  await expect(rowOf(bob.page, 'Bob Fields')).toBeVisible()
  await page.goto(`/${slug}/settings/members/`)
  await page.getByRole('button', { name: 'Actions for Bob Fields' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Remove Bob Fields?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, 'Bob Fields')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Bob Fields' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(rowOf(page, 'Bob Fields')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toContainText('1')

  await expect(
    bob.page.getByRole('heading', { name: "You don't have access to this workspace" }),
  ).toBeVisible()
  await expect(bob.page.getByText('Acme')).toBeHidden()
  await bob.page.getByRole('link', { name: 'New workspace' }).click()
  await bob.page.waitForURL('**/create-workspace/')
})

// @cap:members.leave-workspace
test('a member leaves and keeps no role; the only admin is refused with the reason', async ({
  ada,
}) => {
  const { page, slug, context } = ada
  const bob = await ada.addColleague(MEMBER, 'Bob Fields')
  const grace = await ada.addColleague(GUEST, 'Grace Hill')
  await page.goto(`/${slug}/settings/members/`)
  await page.getByRole('row').filter({ hasText: 'You' }).getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Leave' }).click()
  const dialog = (of: Page) => of.getByRole('alertdialog', { name: 'Leave workspace?' })
  await dialog(page).getByRole('button', { name: 'Leave' }).click()
  await expect(noticesOn(page).getByText("You're the only admin of the workspace.")).toBeVisible()
  await expect(rowOf(page, 'Bob Fields')).toBeVisible()

  await bob.page.goto(`/${slug}/settings/members/`)
  await bob.page.getByRole('button', { name: 'Actions for Bob Fields' }).click()
  await bob.page.getByRole('menuitem', { name: 'Leave' }).click()
  await dialog(bob.page).getByRole('button', { name: 'Leave' }).click()
  await bob.page.waitForURL('**/create-workspace/')
  await expect(rowOf(page, 'Bob Fields')).toBeHidden()
  const { request } = bob.context
  expect(await call(request, workspacesApi.list, {})).toEqual([])
  for (const { url } of [accountApi.projectRoles, workspaceMembersApi.me]) {
    expect((await request.get(url.replace(':slug', slug))).status()).toBe(403)
  }

  // Guests see no members page; they leave through the switcher.
  await grace.page.goto(`/${slug}/`)
  await grace.page.getByRole('button', { name: 'Acme' }).first().click()
  await grace.page.getByRole('menuitem', { name: 'Leave workspace' }).click()
  await dialog(grace.page).getByRole('button', { name: 'Leave' }).click()
  await grace.page.waitForURL('**/create-workspace/')
  const rows = await call(context.request, workspacesApi.members, { params: { slug } })
  expect(rows.filter(({ is_active }) => is_active)).toHaveLength(1)
})

test('on a phone names and invitations of any length stay inside the page', async ({ ada }) => {
  const { page, slug, context } = ada
  await ada.addColleague(
    MEMBER,
    'Maximiliana Wilhelmina Constantinopolitana'.repeat(2).slice(0, 80),
  )
  await call(context.request, invitationsApi.create, {
    params: { slug },
    body: { emails: [{ email: `${'long'.repeat(15)}@cairn.test`, role: MEMBER }] },
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/${slug}/settings/members/`)
  await expect(rowOf(page, 'Maximiliana')).toBeVisible()
  await expect(page.getByText('Pending invitations')).toBeVisible()
  expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Invite people' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add another' }).click()
  await expectAccessible(page)
  expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
})
