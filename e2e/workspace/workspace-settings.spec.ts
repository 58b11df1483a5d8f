import { ADMIN, GUEST, MEMBER, workspacesApi } from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { call, dialogOf, expect, test } from '../kit/visitors.ts'

const sidebarOf = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })
/** The first match: the starter project below has the name of its workspace. */
const switcherOf = (page: Page, name: string) =>
  sidebarOf(page).getByRole('button', { name }).first()
const isTooWide = (page: Page) =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')

// @cap:workspaces.settings-general
test('an admin edits name and size, a member reads them, and the URL can only be copied', async ({
  ada,
}) => {
  const { page, slug } = ada
  const bob = await ada.addColleague(MEMBER, 'Bob Fields')
  await bob.page.goto(`/${slug}/settings/`)
  const size = bob.page.getByLabel('Company size')
  await expect(bob.page.getByLabel('Workspace name')).toHaveValue('Acme')
  await expect(size).toHaveValue('Not set')
  for (const field of [bob.page.getByLabel('Workspace name'), size]) {
    await expect(field).not.toBeEditable()
  }
  await expect(bob.page.getByRole('button', { name: 'Update workspace' })).toBeHidden()
  await expect(bob.page.getByRole('button', { name: 'Upload logo' })).toBeHidden()
  await expect(bob.page.getByRole('button', { name: 'Delete this workspace' })).toBeHidden()

  await page.goto(`/${slug}/settings/`)
  await expect(page).toHaveTitle('Acme - General settings')
  const name = page.getByLabel('Workspace name')
  const update = page.getByRole('button', { name: 'Update workspace' })
  await expect(update).toBeDisabled()
  await name.fill('')
  await expect(page.getByText('Enter a name.')).toBeVisible()
  await name.fill('x'.repeat(81))
  await expect(page.getByText('Use 80 characters or fewer.')).toBeVisible()
  await expect(update).toBeDisabled()
  await name.fill('Acme Cartography')
  await page.getByRole('combobox', { name: 'Company size' }).click()
  await page.getByRole('option', { name: '11-50' }).click()
  await update.click()
  await expect(page.getByText('Acme Cartography saved')).toBeVisible()

  await expect(bob.page.getByLabel('Workspace name')).toHaveValue('Acme Cartography')
  await expect(size).toHaveValue('11-50')
  await page.reload()
  await expect(name).toHaveValue('Acme Cartography')

  const url = page.getByLabel('Workspace URL', { exact: true })
  await expect(url).toHaveValue(new RegExp(`/${slug}$`))
  await expect(url).not.toBeEditable()
  await ada.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy workspace URL' }).click()
  await expect(page.getByText('Workspace URL copied')).toBeVisible()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(copied).toBe(new URL(`/${slug}`, page.url()).href)
})

// @cap:workspaces.logo
test('an admin uploads, replaces and removes the logo; of a workspace that is gone nothing', async ({
  ada,
}) => {
  const { page, slug } = ada
  const other = await ada.secondBrowser()
  await other.goto(`/${slug}/`)
  const shown = switcherOf(other, 'Acme').locator('img')
  await expect(switcherOf(other, 'Acme')).toBeVisible()

  await page.goto(`/${slug}/settings/`)
  const logo = page.getByRole('main').locator('img')
  const dialog = dialogOf(page)
  const upload = async (button: string) => {
    await page.getByRole('button', { name: button }).click()
    await dialog.getByLabel('Image file').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
        'base64',
      ),
    })
    await dialog.getByRole('button', { name: 'Save image' }).click()
  }
  const seen: (string | null)[] = []
  for (const button of ['Upload logo', 'Edit logo']) {
    await upload(button)
    await expect(dialog).toBeHidden()
    await expect(logo).toBeVisible()
    const [before] = seen
    if (before) await expect(logo).not.toHaveAttribute('src', before)
    seen.push(await logo.getAttribute('src'))
    await expect(logo).toHaveJSProperty('naturalWidth', 1)
  }
  expect(seen[0]).not.toBe(seen[1])
  await expect(shown).toHaveAttribute('src', seen[1] ?? '')

  await page.getByRole('button', { name: 'Edit logo' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Workspace picture removed')).toBeVisible()
  await expect(logo).toBeHidden()
  await expect(shown).toBeHidden()

  // A browser that received no event of its deletion.
  await page.routeWebSocket('**/api/live/**', (socket) => socket.close())
  await page.goto(`/${slug}/settings/`)
  await expect(page.getByRole('button', { name: 'Upload logo' })).toBeVisible()
  await call(ada.context.request, workspacesApi.remove, { params: { slug } })
  await upload('Upload logo')
  await expect(page.getByText('Workspace not found').first()).toBeVisible()
})

// @cap:workspaces.delete
test('deleting needs the name and the phrase; the workspace is gone for everybody, its URL free', async ({
  ada,
}) => {
  const { page, slug } = ada
  const bob = await ada.addColleague(MEMBER, 'Bob Fields')
  await bob.page.goto(ada.list.replace(/projects.*/, 'projects/'))
  await expect(bob.page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()

  await page.goto(`/${slug}/settings/`)
  await page.getByRole('button', { name: 'Delete this workspace' }).click()
  await page.getByRole('button', { name: 'Delete workspace' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this workspace?' })
  const confirm = dialog.getByRole('button', { name: 'Delete workspace' })
  await expect(confirm).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByLabel('Type “Acme” to confirm').fill('Acme')
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel('Type “delete my workspace” to confirm').fill('delete my workspac')
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel('Type “delete my workspace” to confirm').fill('delete my workspace')
  await confirm.click()

  await page.waitForURL('**/create-workspace/')
  await expect(page.getByText('Acme deleted')).toBeVisible()
  await expect(bob.page.getByRole('heading', { name: 'Workspace not found' })).toBeVisible()
  for (const { request } of [ada.context, bob.context]) {
    expect(await call(request, workspacesApi.list, {})).toEqual([])
    expect((await request.get(`/api/workspaces/${slug}/projects/`)).status()).toBe(403)
  }
  const again = await call(bob.context.request, workspacesApi.create, {
    body: { name: 'Next', slug },
  })
  expect(again.slug).toBe(slug)
})

// @cap:workspaces.switch
test('the switcher lists the current workspace first, the others by name, and remembers the choice', async ({
  ada,
}) => {
  const { page, slug, context } = ada
  const grace = await ada.addColleague(GUEST, 'Grace Hill')
  for (const name of ['Zenith', 'Bergen']) {
    const own = `${name.toLowerCase()}-${slug}`
    await call(context.request, workspacesApi.create, { body: { name, slug: own } })
  }
  await page.goto(`/${slug}/`)
  await switcherOf(page, 'Acme').click()
  const entries = page.getByRole('menuitemcheckbox')
  await expect(entries).toHaveText([
    'AcmeAdmin - 2 members',
    'BergenAdmin - 1 member',
    'ZenithAdmin - 1 member',
  ])
  await expect(entries.first()).toBeChecked()
  await expect(page.getByRole('menu').getByText(ada.email)).toBeVisible()
  await expectAccessible(page)

  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused()
  await page.keyboard.type('Ber')
  await expect(entries.nth(1)).toBeFocused()
  const saved = page.waitForResponse(
    (answer) =>
      answer.request().method() === 'PATCH' && answer.url().endsWith('/api/users/me/profile/'),
  )
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/bergen-${slug}/`)
  await saved
  await page.goto('/')
  await page.waitForURL(`**/bergen-${slug}/`)
  await switcherOf(page, 'Bergen').click()
  await expect(entries.first()).toContainText('Bergen')
  await page.keyboard.press('Escape')

  await grace.page.goto(`/${slug}/`)
  await switcherOf(grace.page, 'Acme').click()
  await expect(grace.page.getByRole('menuitemcheckbox')).toHaveText(['AcmeGuest - 2 members'])
  await expect(grace.page.getByRole('menuitem', { name: 'Settings' })).toBeHidden()
  await expect(grace.page.getByRole('menuitem', { name: 'Invite members' })).toBeHidden()
  await expect(grace.page.getByRole('menuitem', { name: 'Workspace invites' })).toBeVisible()

  // A new name, a new role and a new workspace show without reload.
  const members = await call(context.request, workspacesApi.members, { params: { slug } })
  const row = members.find(({ role }) => role === GUEST)
  await context.request.patch(`/api/workspaces/${slug}/members/${row?.id}/`, {
    data: { role: ADMIN },
  })
  await call(context.request, workspacesApi.change, { params: { slug }, body: { name: 'Apex' } })
  await expect(grace.page.getByRole('menuitemcheckbox')).toHaveText(['ApexAdmin - 2 members'])
  await call(grace.context.request, workspacesApi.create, {
    body: { name: 'Own', slug: `own-${slug}` },
  })
  await expect(grace.page.getByRole('menuitemcheckbox')).toHaveCount(2)
})

// @cap:workspaces.not-found-and-unauthorized
test('an unknown workspace and a foreign one have screens of their own, with ways out', async ({
  ada,
}) => {
  const { page } = ada
  const bob = await ada.addColleague(MEMBER, 'Bob Fields')
  const { request } = bob.context
  const foreign = `foreign-${ada.slug}`
  await call(request, workspacesApi.create, { body: { name: 'Secret Plans', slug: foreign } })

  await page.goto('/no-such-workspace/projects/')
  await expect(page.getByRole('heading', { name: 'Workspace not found' })).toBeVisible()
  await expect(page.getByText(ada.email)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Visit profile' }).click()
  await page.waitForURL(`**/${ada.slug}/settings/account/`)

  for (const path of ['', 'projects/', 'settings/', 'settings/members/']) {
    await page.goto(`/${foreign}/${path}`)
    await expect(
      page.getByRole('heading', { name: "You don't have access to this workspace" }),
    ).toBeVisible()
    await expect(page.getByText('Secret Plans')).toBeHidden()
  }
  await expectAccessible(page)
  await expect(page.getByRole('link', { name: 'New workspace' })).toBeVisible()
  await page.getByRole('link', { name: 'View invitations' }).click()
  await page.waitForURL('**/invitations/')
  await page.goBack()
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await page.waitForURL(`**/${ada.slug}/`)

  await page.goto(`/${foreign}/`)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('a long name is readable in every theme, and leaves no page of a phone', async ({ ada }) => {
  const { page, slug, context } = ada
  const name = 'Long words and many of them for a workspace '.repeat(2).slice(0, 80).trim()
  await call(context.request, workspacesApi.change, { params: { slug }, body: { name } })
  await page.goto(`/${slug}/settings/members/`)
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible()
  await expectAccessibleInThemes(page)
  await page.goto(`/${slug}/settings/`)
  await expect(page.getByRole('heading', { name: 'General', level: 1 })).toBeVisible()
  await expectAccessibleInThemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Delete this workspace' }).click()
  await expect.poll(() => isTooWide(page)).toBe(false)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete workspace' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect.poll(() => isTooWide(page)).toBe(false)
  await page.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Open settings menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Members' }).click()
  await page.waitForURL(`**/${slug}/settings/members/`)
  await page.goto('/no-such-workspace/')
  await expect(page.getByRole('heading', { name: 'Workspace not found' })).toBeVisible()
  await expect.poll(() => isTooWide(page)).toBe(false)
  await page.goto(`/${slug}/`)
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('dialog').getByRole('button', { name }).click()
  await expect(page.getByRole('menuitemcheckbox', { name })).toBeVisible()
  await expect.poll(() => isTooWide(page)).toBe(false)
})
