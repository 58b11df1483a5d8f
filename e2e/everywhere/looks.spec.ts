import {
  accountApi,
  commentsApi,
  labelsApi,
  MEMBER,
  projectMembersApi,
  projectsApi,
  workItemsApi,
} from '@cairn/contract'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { call, expect, test, type Visitor } from '../kit/visitors.ts'

const long =
  'A title as long as the server takes it, because somebody pasted a whole sentence here, '
    .repeat(3)
    .slice(0, 255)

for (const theme of ['Light', 'Dark', 'Light high contrast', 'Dark high contrast']) {
  // @cap:accessibility.automated-check
  // @cap:accessibility.contrast-and-color
  test(`the list is readable and accessible in: ${theme}`, async ({ ada }) => {
    const { page } = ada
    await ada.addItem(long, { priority: 'urgent', target_date: '2020-01-01' })
    await ada.addItem('Short', { priority: 'low' })
    await page.goto(ada.list)
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page
      .getByRole('menuitemcheckbox', { name: theme, exact: true })
      .or(page.getByRole('menuitemradio', { name: theme, exact: true }))
      .or(page.getByRole('menuitem', { name: theme, exact: true }))
      .click()
    const name = theme.toLowerCase().replace(' high ', '-')
    await expect(page.locator('html')).toHaveAttribute('data-theme', name)
    await expectAccessible(page)
    // Red, and a word for users who cannot see the color.
    await expect(page.getByRole('button', { name: /^Due date: .*, overdue$/ })).toBeVisible()
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', name)
  })
}

/** An item with all kinds of values, and notifications by another user. */
async function withNews(ada: Visitor) {
  const { context, slug, project_id } = ada
  const me = await call(context.request, accountApi.me, {})
  const bug = await call(context.request, labelsApi.create, {
    params: { slug, project_id },
    body: { name: 'Bug', color: '#c2504a' },
  })
  const late = await ada.addItem('Late', {
    ...{ priority: 'urgent', target_date: '2020-01-01', label_ids: [bug.id] },
    description_html: '<h2>Why</h2><p>With <code>code</code> and a <a href="/">link</a>.</p>',
  })
  await ada.addItem('Part of it', { parent_id: late.id, priority: 'low' })
  await ada.addItem('Plain', { priority: 'medium' })
  const ben = await ada.addColleague(MEMBER, 'Ben')
  const { id: member_id } = await call(ben.context.request, accountApi.me, {})
  await call(context.request, projectMembersApi.add, {
    params: { slug, project_id },
    body: { members: [{ member_id, role: MEMBER }] },
  })
  const params = { slug, project_id, id: late.id }
  await call(ben.context.request, workItemsApi.change, {
    params,
    body: { assignee_ids: [me.id] },
  })
  const said = await call(ben.context.request, commentsApi.create, {
    params,
    body: { comment_html: '<p>Seen on two phones.</p>' },
  })
  await call(context.request, commentsApi.create, {
    params,
    body: { comment_html: '<p>Thanks.</p>', parent: said.id },
  })
}

// Only colors differ: each screen is loaded once, and its theme changed in place.
test('a list and what opens over it are accessible in all four themes', async ({ ada }) => {
  const { page } = ada
  test.slow()
  await withNews(ada)

  await test.step('the list, its filters, its display, and the shortcuts', async () => {
    await page.goto(`${ada.list}?layout=list&priority=urgent,low`)
    await expect(page.getByText('2 of 3', { exact: true })).toBeVisible()
    await expectAccessibleInThemes(page)
    await page.keyboard.press('f')
    const filters = page.getByRole('dialog', { name: 'Filters' })
    await expect(filters.getByRole('searchbox')).toBeFocused()
    await expectAccessibleInThemes(page)
    await page.keyboard.type('due')
    await expect(filters.getByRole('checkbox', { name: 'Overdue' })).toBeVisible()
    await expectAccessibleInThemes(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(filters).toBeHidden()
    await page.getByRole('button', { name: 'Display' }).click()
    await expect(page.getByRole('button', { name: 'Labels', pressed: true })).toBeVisible()
    await expectAccessibleInThemes(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Display' })).toBeHidden()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expectAccessibleInThemes(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden()
  })
})

test('a selection, its menu and a board are accessible in all four themes', async ({ ada }) => {
  const { page } = ada
  test.slow()
  await withNews(ada)
  const row = (name: string) => page.getByRole('group', { name })

  await test.step('what is selected, its bar and its menu', async () => {
    await page.goto(ada.list)
    await row('Late').hover()
    await row('Late').getByRole('checkbox').check()
    await expect(page.getByText('1 selected')).toBeVisible()
    await expectAccessibleInThemes(page)
    await row('Late').click({ button: 'right', position: { x: 300, y: 10 } })
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessibleInThemes(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await expect(page.getByText('1 selected')).toBeHidden()
  })

  await test.step('the board', async () => {
    await page.getByRole('radio', { name: 'Board' }).click()
    await expect(page.locator('[data-card]')).toHaveCount(3)
    await expectAccessibleInThemes(page)
  })
})

test('an item, the inbox and home are accessible in all four themes', async ({ ada }) => {
  const { page, slug } = ada
  test.slow()
  await withNews(ada)

  await test.step('an item beside its list, and its page', async () => {
    await page.goto(`${ada.list}?peekId=TRAIL-1`)
    await expect(page.getByText('Seen on two phones.')).toBeVisible()
    await expectAccessibleInThemes(page)
    await page.goto(`/${slug}/browse/TRAIL-1/`)
    await expect(page.getByText('Seen on two phones.')).toBeVisible()
    await expect(page.getByText('Part of it')).toBeVisible()
    await expectAccessibleInThemes(page)
  })

  await test.step('the inbox', async () => {
    await page.goto(`/${slug}/notifications/`)
    await page.locator('[data-notification]').first().click()
    await expect(page.getByText('Seen on two phones.').last()).toBeVisible()
    await expectAccessibleInThemes(page)
  })

  await test.step('home', async () => {
    await page.goto(`/${slug}/`)
    await expect(page.getByText('Assigned to you').first()).toBeVisible()
    await expectAccessibleInThemes(page)
  })
})

// @cap:mobile.navigation
test('on a phone the sidebar is a drawer that closes after a choice, and nothing scrolls sideways', async ({
  ada,
}) => {
  const { page } = ada
  await ada.addItem(long)
  await page.setViewportSize({ width: 360, height: 780 })
  for (const url of [ada.list, `/${ada.slug}/`, `/${ada.slug}/projects/`]) {
    await page.goto(url)
    await expect(page.getByRole('button', { name: 'Open navigation' })).toBeVisible()
    await expectAccessible(page)
    const overflow = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
    expect(overflow).toBe(false)
  }
  await page.getByRole('button', { name: 'Open navigation' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('link', { name: 'Home' }).click()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`/${ada.slug}/?$`))
})

test('? shows the keyboard shortcuts', async ({ ada }) => {
  const { page } = ada
  await page.goto(ada.list)
  await expect(page.getByRole('heading', { name: 'No work items yet' })).toBeVisible()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog.getByText('New work item')).toBeVisible()
  await dialog.getByRole('searchbox').or(dialog.getByRole('textbox')).first().fill('sidebar')
  await expect(dialog.getByText('New work item')).toBeHidden()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

// Identifiers never truncate and never run into the title; titles on phones end after two lines.
test('a long identifier and a long title leave each other room', async ({ ada }) => {
  const { page, context, slug } = ada
  const { id: project_id } = await call(context.request, projectsApi.create, {
    params: { slug },
    body: { name: 'Long', identifier: 'LONGIDENT123' },
  })
  await call(context.request, workItemsApi.create, {
    params: { slug, project_id },
    body: { name: long },
  })
  await page.goto(`/${slug}/projects/${project_id}/issues/`)
  const row = page.getByRole('group', { name: 'LONGIDENT123-1' })
  const gap = async () => {
    const identifier = await row.getByText('LONGIDENT123-', { exact: false }).first().boundingBox()
    const title = await row.getByText(long).last().boundingBox()
    return (title?.x ?? 0) - (identifier?.x ?? 0) - (identifier?.width ?? 0)
  }
  await expect.poll(gap).toBeGreaterThanOrEqual(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: 'Open navigation' })).toBeVisible()
  await expect.poll(async () => (await row.boundingBox())?.height ?? 0).toBeGreaterThan(60)
  await expect.poll(async () => (await row.boundingBox())?.height ?? 999).toBeLessThan(100)
})
