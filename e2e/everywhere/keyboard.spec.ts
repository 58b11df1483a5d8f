import { accountApi } from '@cairn/contract'
import type { Locator, Page } from '@playwright/test'
import { call, dialogOf, expect, password, test } from '../kit/visitors.ts'

test.use({ localCache: true })

/** Tab until something has the focus. */
async function tabTo(page: Page, wanted: Locator) {
  await expect(wanted).toBeVisible()
  const isThere = () => wanted.evaluate((one) => one === one.ownerDocument.activeElement)
  for (let presses = 0; presses < 80 && !(await isThere()); presses += 1) {
    await page.keyboard.press('Tab')
  }
  await expect(wanted).toBeFocused()
}

// @cap:accessibility.keyboard-only
test('signing in, creating, moving, renaming, finding, commenting and changing many work without a mouse', async ({
  stranger: page,
  ada,
}) => {
  await ada.addItem('First')
  await ada.arrange({ group_by: 'state', order_by: 'sort_order' })
  await page.goto(ada.list)
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(ada.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: /^Password/ })).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'TRAIL-1 First' })).toBeVisible()

  await page.keyboard.press('c')
  await expect(dialogOf(page).getByLabel('Title')).toBeFocused()
  await page.keyboard.type('Second')
  await page.keyboard.press('Enter')
  await expect(dialogOf(page)).toBeHidden()
  await expect(page.getByRole('group', { name: 'TRAIL-2 Second' })).toBeVisible()

  await page.keyboard.press('j')
  await expect(page.getByRole('group', { name: 'TRAIL-1 First' })).toBeFocused()
  await page.keyboard.press('j')
  const second = page.getByRole('group', { name: 'TRAIL-2' })
  await expect(second).toBeFocused()
  await page.keyboard.press('s')
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.type('todo')
  await page.keyboard.press('Enter')
  await expect(second.getByRole('button', { name: 'State: Todo' })).toBeVisible()
  await expect(second).toBeFocused()
  await page.keyboard.press('F2')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Renamed')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'TRAIL-2 Renamed' })).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('group', { name: 'TRAIL-2 Renamed' })).toBeFocused()

  await test.step('moved to another group, and within it', async () => {
    await page.keyboard.press('Alt+ArrowDown')
    await expect(page.getByRole('status').getByText('Renamed moved to Backlog')).toBeAttached()
    await expect(second.getByRole('button', { name: 'State: Backlog' })).toBeVisible()
    await expect(second).toBeFocused()
    await page.keyboard.press('Alt+ArrowDown')
    await expect(page.getByRole('status').getByText('Renamed is now 2 of 2')).toBeAttached()
    await expect(page.getByRole('group', { name: /^TRAIL-/ }).last()).toHaveAccessibleName(
      'TRAIL-2 Renamed',
    )
    await expect(second).toBeFocused()
  })

  await test.step('two are chosen and changed at once', async () => {
    await page.keyboard.press('x')
    await page.keyboard.press('Shift+ArrowUp')
    const bar = page.getByRole('region', { name: 'Selected work items' })
    await expect(bar).toContainText('2 selected')
    await tabTo(page, bar.getByRole('button', { name: 'Priority' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('option', { name: 'High' })).toBeVisible()
    await page.keyboard.type('high')
    await page.keyboard.press('Enter')
    await expect(bar.getByRole('button', { name: 'Update' })).not.toHaveAttribute('aria-disabled')
    await tabTo(page, bar.getByRole('button', { name: 'Update' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Priority: High' })).toHaveCount(2)
    await expect(bar).toBeHidden()
    await expect(page.getByRole('group', { name: 'TRAIL-1 First' })).toBeFocused()
  })

  await test.step('found, opened and commented on', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('Renamed')
    await expect(palette.getByRole('option', { selected: true })).toHaveAccessibleName(
      'TRAIL-2 Renamed',
    )
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Renamed')
    await tabTo(page, page.getByRole('textbox', { name: 'Add comment' }))
    await page.keyboard.type('Without a mouse')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('article').getByText('Without a mouse')).toBeVisible()
  })
})

test('what is typed while a dialog is still being loaded stands in its field', async ({ ada }) => {
  const { page } = ada
  await ada.addItem('First')
  await page.goto(ada.list)
  await expect(page.getByRole('group', { name: 'First' })).toBeVisible()
  const arrival = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', (route) => arrival.promise.then(() => route.continue()))
  await page.keyboard.press('c')
  await page.keyboard.type('Secong')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('d')
  arrival.resolve()
  await expect(dialogOf(page).getByLabel('Title')).toHaveValue('Second')
})

test('single keys do nothing while typing', async ({ ada }) => {
  const { page } = ada
  await ada.addItem('First')
  await page.goto(ada.list)
  await expect(page.getByRole('group', { name: 'First' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'New work item' }).last().click()
  await expect(page.getByRole('textbox', { name: 'Work item title' })).toBeFocused()
  await page.keyboard.type('cjkspq?')
  await expect(page.getByRole('textbox', { name: 'Work item title' })).toHaveValue('cjkspq?')
  await expect(dialogOf(page)).toBeHidden()
})

// @cap:workspaces.sidebar-state-persists
test('sidebars stay as they were left', async ({ ada }) => {
  const { page, slug, context } = ada
  await ada.addItem('Contour lines flicker')
  const me = await call(context.request, accountApi.me, {})
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto(ada.list)
  await button('Collapse sidebar').click()
  await expect(button('Expand sidebar')).toBeVisible()
  await page.reload()
  await expect(button('Expand sidebar')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+b')
  await expect(button('Collapse sidebar')).toBeVisible()
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.click()
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  await page.reload()
  await expect(more).toHaveAttribute('aria-expanded', 'true')

  // Beside an item, beside somebody's work: open at first, then as one wants it.
  for (const [address, panel, toggle] of [
    [`/${slug}/browse/TRAIL-1/`, 'Properties', 'Properties'],
    [`/${slug}/profile/${me.id}/created/`, 'Profile', /^(Hide|Show) profile$/],
  ] as const) {
    await page.goto(address)
    const aside = page.getByRole('complementary', { name: panel })
    await expect(aside).toBeVisible()
    await page.getByRole('button', { name: toggle }).click()
    await expect(aside).toBeHidden()
    await page.reload()
    await expect(page.getByRole('button', { name: toggle })).toBeVisible()
    await expect(aside).toBeHidden()
  }
  await page.getByRole('button', { name: 'Show profile' }).click()
  const profile = page.getByRole('complementary', { name: 'Profile' })
  await expect(profile.getByText('Joined on')).toBeVisible()
  await profile.getByText('Trail Maps').click()
  await expect(profile.getByRole('definition').filter({ hasText: '1' }).first()).toBeVisible()
})
