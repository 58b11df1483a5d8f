import { accountApi } from '@cairn/contract'
import type { Locator, Page } from '@playwright/test'
import { addRowOf, call, dialogOf, expect, password, test } from '../kit/visitors.ts'

test.use({ localCache: true })

/** Presses Tab until an element has the focus. */
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
  // It moved to another group: its neighbor has the focus now.
  await expect(page.getByRole('group', { name: 'TRAIL-1 First' })).toBeFocused()
  await page.keyboard.press('k')
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
    await expect(bar.getByRole('button', { name: 'Priority: High' })).toBeFocused()
    await expect(bar).toContainText('2 selected')
    await expect(page.getByRole('button', { name: 'Priority: High' })).toHaveCount(3)
    await page.keyboard.press('Escape')
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

test('what is typed right after the key of a picker stands in it, from the first time on', async ({
  ada,
}) => {
  const { page } = ada
  await ada.addItem('First')
  await page.goto(ada.list)
  const first = page.getByRole('group', { name: 'First' })
  await expect(first).toBeVisible()
  const arrival = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', (route) => arrival.promise.then(() => route.continue()))
  await first.focus()
  await page.keyboard.press('p')
  await page.keyboard.type('urg')
  arrival.resolve()
  await expect(page.getByRole('combobox', { name: 'Priority' })).toHaveValue('urg')
  await expect(page.getByRole('option')).toHaveText(['Urgent'])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Priority: Urgent' })).toBeVisible()
})

test('keys pressed while a list is still being loaded act on it', async ({ ada }) => {
  const { page } = ada
  await ada.addItem('First')
  await ada.addItem('Second')
  await ada.arrange({ order_by: 'created_at' })
  const arrival = Promise.withResolvers<void>()
  await page.route(/assets\/list-layout-.*\.js/, (route) =>
    arrival.promise.then(() => route.continue()),
  )
  await page.goto(ada.list)
  // The rows are shown, but the list that handles their keys is not there yet.
  await expect(page.getByText('Second')).toBeVisible()
  await expect(page.getByRole('group', { name: 'First' })).toHaveCount(0)
  for (const key of ['j', 'x', 'j', 'x', 'k']) await page.keyboard.press(key)
  arrival.resolve()
  await expect(page.getByRole('group', { name: 'First' })).toBeFocused()
  await expect(page.getByText('2 selected')).toBeVisible()
})

test('keys pressed while a list is being loaded are forgotten when it is left', async ({ ada }) => {
  const { page } = ada
  await ada.addItem('First')
  const arrival = Promise.withResolvers<void>()
  await page.route(/assets\/list-layout-.*\.js/, (route) =>
    arrival.promise.then(() => route.continue()),
  )
  await page.goto(ada.list)
  await expect(page.getByText('First')).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  arrival.resolve()
  await page.goBack()
  const row = page.getByRole('group', { name: 'First' })
  await expect(row).toBeVisible()
  // What is pressed now is the first key of the list.
  await page.keyboard.press('j')
  await expect(row).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByText('1 selected')).toBeVisible()
})

test('single keys do nothing while typing', async ({ ada }) => {
  const { page } = ada
  await ada.addItem('First')
  await page.goto(ada.list)
  await expect(page.getByRole('group', { name: 'First' })).toBeVisible()
  await addRowOf(page).click()
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

  // The panels beside an item and a profile: open at first, then as the user sets them.
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

/** Opens by a key and types as a busy machine delivers it: before the next frame. */
async function openAndType(page: Page, opener: string, text: string) {
  const rest = await page.evaluate(
    async ([key, typed]) => {
      const presses = [
        key.startsWith('Control+') ? { key: key.slice(-1), ctrlKey: true } : { key },
        ...[...typed].map((sign) => ({ key: sign })),
      ]
      let sent = 0
      for (const press of presses) {
        const { activeElement } = document
        if (activeElement?.matches('input, textarea')) break
        activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { ...press, bubbles: true, cancelable: true }),
        )
        sent += 1
        await new Promise<void>((resolve) => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve()
          port2.postMessage(null)
        })
      }
      return typed.slice(sent - 1)
    },
    [opener, text] as const,
  )
  // Only real keys insert text where the field already has the focus.
  await page.keyboard.type(rest)
}

test('keys pressed before an opened picker or dialog has taken the focus are typed into it', async ({
  ada,
}) => {
  const { page } = ada
  await ada.addItem('First')
  await page.goto(ada.list)
  const first = page.getByRole('group', { name: 'First' })
  const fields = [
    { key: 'p', field: page.getByRole('combobox', { name: 'Priority' }) },
    { key: 'c', field: dialogOf(page).getByLabel('Title') },
    { key: 'Control+k', field: page.getByRole('dialog').getByRole('combobox') },
  ]
  for (const { key, field } of fields) {
    await test.step(key, async () => {
      // Loads it: the second time only the focus is late.
      await first.focus()
      await page.keyboard.press(key)
      await expect(field).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(field).toHaveCount(0)
      await expect(first).toBeFocused()
      await openAndType(page, key, 'urg')
      await expect(field).toHaveValue('urg')
      await field.fill('')
      await page.keyboard.press('Escape')
      await expect(field).toHaveCount(0)
    })
  }
})
