import { workspacesApi } from '@cairn/contract'
import { expectAccessibleInThemes } from '../kit/accessibility.ts'
import { nextFrame } from '../kit/next-frame.ts'
import { dialogOf } from '../kit/visitors.ts'
import { call, expect, heading, robin, test, turn } from '../kit/with-administrator.ts'

// @cap:instance-admin.workspace-creation-lock
test('with creation locked only the administrator creates workspaces', async ({
  admin: page,
  ada,
}) => {
  await page.goto('/god-mode/workspace/')
  await turn(page, 'Only administrators can create workspaces', true)
  await expect(page.getByText('Settings saved')).toBeVisible()

  await ada.page.goto('/create-workspace/')
  await expect(heading(ada.page, 'Only your instance admin can create workspaces')).toBeVisible()
  const slug = `locked-${crypto.randomUUID().slice(0, 8)}`
  const refused = await ada.context.request.post(workspacesApi.create.url, {
    data: { name: 'Locked', slug },
  })
  expect(refused.status()).toBe(403)

  await page.getByRole('link', { name: 'Create workspace' }).click()
  await page.getByLabel('Workspace name').fill('Locked')
  await page.getByLabel('Workspace URL').fill(slug)
  await page.getByRole('combobox', { name: /How many people/ }).click()
  await page.getByRole('option', { name: '11-50' }).click()
  await page.getByRole('button', { name: 'Create workspace' }).click()
  await page.waitForURL('**/god-mode/workspace/')
  await expect(page.getByRole('link', { name: slug })).toBeVisible()

  await turn(page, 'Only administrators can create workspaces', false)
  await ada.page.reload()
  await expect(ada.page.getByLabel('Workspace name')).toBeVisible()
})

test('the administrator limits the storage of workspaces, and people are told when it is full', async ({
  admin: page,
  ada,
}) => {
  await page.goto('/god-mode/workspace/')
  const limit = page.getByLabel('Storage per workspace, in GB')
  const save = page.getByRole('button', { name: 'Save changes' })
  await limit.fill('much')
  await expect(page.getByText('Enter a number of gigabytes, such as 5 or 0.5.')).toBeVisible()
  await expect(save).toBeDisabled()
  await limit.fill('0.001')
  await save.click()
  await expect(page.getByText('Storage limit saved')).toBeVisible()
  await expectAccessibleInThemes(page)

  await ada.page.goto(`/${ada.slug}/settings/`)
  await expect(ada.page.getByText('0 KB of 1 MB')).toBeVisible()
  await expectAccessibleInThemes(ada.page)
  await ada.page.getByRole('button', { name: 'Upload logo' }).click()
  await dialogOf(ada.page)
    .getByLabel('Image file')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.alloc(2_000_000, 1) })
  await dialogOf(ada.page).getByRole('button', { name: 'Save image' }).click()
  const notices = ada.page.getByRole('region', { name: 'Notifications' })
  await expect(notices).toContainText("This workspace's storage is full.")

  await page.reload()
  await expect(limit).toHaveValue('0.001')
  await limit.fill('')
  await save.click()
  await expect(page.getByText('Storage limit saved')).toBeVisible()
  await ada.page.reload()
  await expect(ada.page.getByText('0 KB', { exact: true })).toBeVisible()
})

// @cap:instance-admin.workspace-list
test('the administrator pages through all workspaces, searches them and creates one', async ({
  admin: page,
  ada,
}) => {
  const word = crypto.randomUUID().slice(0, 8)
  for (let n = 1; n <= 12; n++) {
    const name = `Quarry ${word} ${n}`
    await call(ada.context.request, workspacesApi.create, {
      body: { name, slug: `quarry-${word}-${n}` },
    })
  }
  await page.goto('/god-mode/workspace/')
  await page.getByRole('searchbox', { name: 'Search workspaces' }).fill(`quarry ${word}`)
  const rows = page.getByRole('link', { name: new RegExp(`quarry-${word}`) })
  await expect(page.getByText('12', { exact: true })).toBeVisible()
  await expect(rows).toHaveCount(10)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(rows).toHaveCount(12)
  await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden()

  await page.getByRole('searchbox').fill(`${word} 12`)
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(`Owned by ${ada.email}`)
  await expect(rows).toContainText('1 member')
  await expect(rows).toContainText(/\d projects?/)
  await expect(rows).toHaveAttribute('target', '_blank')
  await page.getByRole('searchbox').fill('no such workspace')
  await expect(page.getByText('No results for “no such workspace”')).toBeVisible()

  await page.getByRole('link', { name: 'Create workspace' }).click()
  const name = page.getByLabel('Workspace name')
  const url = page.getByLabel('Workspace URL')
  await name.fill(`Summit ${word}`)
  await expect(url).toHaveValue(`summit-${word}`)
  await url.fill(ada.slug)
  await expect(page.getByText('This URL is taken. Choose another one.')).toBeVisible()
  await url.fill('god-mode')
  await expect(page.getByText('This URL is taken. Choose another one.')).toBeVisible()
  await url.fill('no spaces')
  await expect(page.getByText(/Use letters, numbers and hyphens/)).toBeVisible()
  await url.fill(`summit-${word}`)
  await page.getByRole('combobox', { name: /How many people/ }).click()
  await page.getByRole('option', { name: 'Just myself' }).click()
  await page.getByRole('button', { name: 'Create workspace' }).click()
  await page.waitForURL('**/god-mode/workspace/')
  const created = page.getByRole('link', { name: new RegExp(`summit-${word}`) })
  await expect(created).toContainText(`Owned by ${robin.email}`)
})

test('the administrator gives one workspace a limit of its own', async ({ admin: page, ada }) => {
  await page.goto('/god-mode/workspace/')
  await page.getByLabel('Storage per workspace, in GB').fill('2')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Storage limit saved')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search workspaces' }).fill('Acme')
  const row = page.getByRole('link', { name: new RegExp(ada.slug) })
  await expect(row).toContainText('0 KB of 2 GB')

  // By keyboard alone: from the workspace's link to its button.
  const dialog = dialogOf(page)
  const choice = (name: string) => dialog.getByRole('radio', { name })
  /** Shown at once, and other browsers read it from the server. */
  const saved = () =>
    page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok())
  async function open() {
    await expect(dialog).toBeHidden()
    await nextFrame(page)
    await row.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('Files in Acme take up 0 KB.')
  }
  await open()
  await expect(choice('Instance limit')).toBeChecked()
  await choice('Instance limit').focus()
  await page.keyboard.press('ArrowUp')
  await expect(choice('Custom limit')).toBeChecked()
  await page.keyboard.press('Tab')
  const limit = dialog.getByLabel('Limit in GB')
  await expect(limit).toBeFocused()
  await expectAccessibleInThemes(page)
  for (const wrong of ['', '0', 'much', '-1']) {
    await limit.fill(wrong)
    await page.keyboard.press('Enter')
    await expect(
      dialog.getByText('Enter a number of gigabytes, such as 5 or 0.5.'),
      wrong,
    ).toBeVisible()
  }
  let answer = saved()
  await limit.fill('0,5')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('0 KB of 512 MB')
  await answer
  await ada.page.goto(`/${ada.slug}/settings/`)
  await expect(ada.page.getByText('0 KB of 512 MB')).toBeVisible()

  // A change the server rejects is reverted.
  await page.route('**/api/instances/workspaces/**', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await open()
  await expect(limit).toHaveValue('0.5')
  await choice('No limit').check()
  await dialog.getByRole('button', { name: 'Save limit' }).click()
  const notices = page.getByRole('region', { name: 'Notifications' })
  await expect(notices).toContainText("The storage limit wasn't saved")
  await expect(row).toContainText('0 KB of 512 MB')
  await page.unroute('**/api/instances/workspaces/**')

  await open()
  answer = saved()
  await choice('No limit').check()
  await dialog.getByRole('button', { name: 'Save limit' }).click()
  await expect(row).not.toContainText(' of ')
  await answer
  await ada.page.reload()
  await expect(ada.page.getByText('0 KB', { exact: true })).toBeVisible()

  await page.reload()
  await page.getByRole('searchbox', { name: 'Search workspaces' }).fill('Acme')
  await open()
  await expect(choice('No limit')).toBeChecked()
  await choice('Instance limit').check()
  await dialog.getByRole('button', { name: 'Save limit' }).click()
  await expect(row).toContainText('0 KB of 2 GB')
})
