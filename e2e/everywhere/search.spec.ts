import {
  commentsApi,
  cyclesApi,
  draftsApi,
  GUEST,
  intakeItemsApi,
  labelsApi,
  MEMBER,
  modulesApi,
  pageAccess,
  pagesApi,
  projectMembersApi,
  projectsApi,
  viewsApi,
  workItemsApi,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { expectFits } from '../kit/fits.ts'
import { call, expect, test, type Visitor } from '../kit/visitors.ts'

const fieldOf = (page: Page) => page.getByRole('searchbox', { name: 'Search Acme' })
const hitsOf = (page: Page) => page.getByRole('main').locator('[data-results] a')
const marksIn = (page: Page) => hitsOf(page).locator('mark')

/** Number of hits on the server. */
async function count(page: Page, slug: string, q: string): Promise<number> {
  const address = `/api/workspaces/${slug}/full-text-search/?search=${encodeURIComponent(q)}`
  return (await (await page.context().request.get(address)).json()).total
}

/** New text is indexed a moment later; then all users find it. */
async function find(page: Page, slug: string, q: string, wanted: readonly RegExp[]) {
  await expect.poll(() => count(page, slug, q), q).toBe(wanted.length)
  await page.goto(`/${slug}/search/?q=${encodeURIComponent(q)}`)
  await expect(hitsOf(page)).toHaveCount(wanted.length)
  for (const name of wanted) await expect(hitsOf(page).filter({ hasText: name })).toHaveCount(1)
}

const addText = (ada: Visitor, name: string, text: string) =>
  ada.addItem(name, { description_html: `<p>${text}</p>` })

test('everything one may open is found by the words in it', async ({ ada }) => {
  test.slow()
  const { page, context, slug, project_id } = ada
  const { request } = context
  const params = { slug, project_id }
  await call(request, projectsApi.change, { params, body: { intake_view: true } })
  await addText(
    ada,
    'Downloads pause',
    'Region downloads pause after the screen locks. Glacier tiles &lt;b&gt;stay&lt;/b&gt; at the last value.',
  )
  const other = await ada.addItem('Something else')
  await call(request, commentsApi.create, {
    params: { ...params, id: other.id },
    body: { comment_html: '<p>The glacier is white.</p>' },
  })
  await ada.addItem('Draw the glacier')
  await call(request, pagesApi.create, {
    params,
    body: { name: 'Legend', description_html: '<p>Blue lines on a glacier</p>' },
  })
  await call(request, intakeItemsApi.create, {
    params,
    body: { issue: { name: 'Reported', description_html: '<p>No glacier on the map</p>' } },
  })

  await test.step('@cap:search.full-text a word is found where it stands, ranked and highlighted', async () => {
    await find(page, slug, 'glacier', [
      ...[/TRAIL-1.*Downloads pause/, /TRAIL-3.*Draw the glacier/, /on TRAIL-2/],
      ...[/Legend/, /Reported/],
    ])
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      ...['Type', 'Project', 'State', 'Updated'],
      ...['Work items', 'Pages', 'Comments', 'Intake'],
    ])
    // Title matches come first, and each row highlights the matching words.
    await expect(hitsOf(page).first()).toContainText('Draw the glacier')
    await expect(marksIn(page)).toHaveText(['glacier', 'Glacier', 'glacier', 'glacier', 'glacier'])
    const inText = hitsOf(page).filter({ hasText: 'Downloads pause' })
    // Text is shown as it was written, never as markup.
    await expect(inText).toContainText('Glacier tiles <b>stay</b> at the last value.')
    await expect(inText.locator('b')).toHaveCount(0)
    await hitsOf(page).filter({ hasText: 'Legend' }).click()
    await expect(page).toHaveURL(/\/pages\/[^/]+\/$/)
    await page.goBack()
    await hitsOf(page).filter({ hasText: 'on TRAIL-2' }).click()
    await expect(page).toHaveURL(/\/browse\/TRAIL-2\//)
    await page.goBack()
    await hitsOf(page).filter({ hasText: 'Reported' }).click()
    await expect(page).toHaveURL(/\/intake\/\?.*inboxIssueId=/)
    await expect(page.getByText('No glacier on the map').first()).toBeVisible()
  })

  await test.step('@cap:search.forgiving one typing error, another ending and no accents', async () => {
    await addText(ada, 'Überblick', 'It cannot synchronise.')
    for (const typed of ['sinchronise', 'sychronise', 'synchronisse', 'snychronise']) {
      await find(page, slug, typed, [/Überblick/])
      await expect(marksIn(page)).toHaveText(['synchronise'])
    }
    for (const typed of ['synchronised', 'synchronising']) {
      await find(page, slug, typed, [/Überblick/])
    }
    for (const typed of ['uberblick', 'UBERBLICK', 'überblik']) {
      await find(page, slug, typed, [/Überblick/])
      await expect(marksIn(page)).toHaveText(['Überblick'])
    }
    await page.goto(`/${slug}/search/?q=sinkronise`)
    await expect(page.getByRole('heading', { name: 'No results for “sinkronise”' })).toBeVisible()
  })

  await test.step('what was found is narrowed, and the address says how', async () => {
    await page.goto(`/${slug}/search/?q=glacier`)
    await page.getByRole('button', { name: 'Pages 1' }).click()
    await expect(page).toHaveURL(/q=glacier&kind=page/)
    await expect(hitsOf(page)).toHaveCount(1)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Pages 1' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    // Clicked, not checked: it follows the address, which changes a moment later.
    await page.getByRole('checkbox', { name: /Closed/ }).click()
    await expect(page.getByRole('checkbox', { name: /Closed/ })).toBeChecked()
    await expect(page.getByRole('heading', { name: 'No matches with these filters' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(hitsOf(page)).toHaveCount(5)
    await page.getByRole('checkbox', { name: /Open/ }).click()
    await expect(page.getByRole('checkbox', { name: /Open/ })).toBeChecked()
    await expect(hitsOf(page)).toHaveCount(3)
    await page.goBack()
    await expect(hitsOf(page)).toHaveCount(5)
  })
})

test('people and places are found by name and open on Enter, by keyboard alone', async ({
  ada,
}) => {
  test.slow()
  const { page, context, slug, project_id } = ada
  const { request } = context
  const params = { slug, project_id }
  await ada.addColleague(MEMBER, 'Zermelo')
  const name = 'Quartz'
  const other = await call(request, projectsApi.create, {
    params: { slug },
    body: { name, identifier: 'QRZ' },
  })
  const cycle = await call(request, cyclesApi.create, { params, body: { name } })
  const module = await call(request, modulesApi.create, {
    params,
    body: { name, status: 'backlog' },
  })
  const view = await call(request, viewsApi.create, { params, body: { name } })
  const label = await call(request, labelsApi.create, { params, body: { name } })

  await test.step('@cap:search.people-and-places each is found and opens', async () => {
    const places = [
      ['Projects', `/projects/${other.id}/issues/`],
      ['Cycles', `/cycles/${cycle.id}/`],
      ['Modules', `/modules/${module.id}/`],
      ['Views', `/views/${view.id}/`],
      ['Labels', `labels=${label.id}`],
    ] as const
    await expect.poll(() => count(page, slug, 'quartz')).toBe(places.length)
    for (const [at, [, address]] of places.entries()) {
      await page.goto(`/${slug}/search/?q=quartz`)
      await expect(hitsOf(page)).toHaveCount(places.length)
      await expect(fieldOf(page)).toBeFocused()
      for (let n = 0; n <= at; n += 1) await page.keyboard.press('ArrowDown')
      await expect(hitsOf(page).nth(at)).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL((url) => url.href.includes(address))
    }
    await find(page, slug, 'zermelo', [/@Zermelo/])
    await expect(fieldOf(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(hitsOf(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/profile\/[^/]+\/$/)
  })

  await test.step('from the palette to a result and back to the question', async () => {
    await page.goto(ada.list)
    await expect(page.getByRole('heading', { name: 'Work items', level: 1 })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('quartz')
    await expect(
      palette.getByRole('option', { name: 'Search everything for “quartz”' }),
    ).toBeVisible()
    await page.keyboard.press('Shift+Enter')
    await expect(page).toHaveURL(/\/search\/\?q=quartz$/)
    await expect(hitsOf(page)).toHaveCount(5)
    await expect(fieldOf(page)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(hitsOf(page).nth(1)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(fieldOf(page)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('/')
    await expect(fieldOf(page)).toBeFocused()
    await page.keyboard.type('zermelo')
    await expect(page).toHaveURL(/q=zermelo/)
    await expect(hitsOf(page)).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: 'Search Acme' })).toBeVisible()
  })

  await test.step('it is accessible in every theme, wide and narrow', async () => {
    await page.goto(`/${slug}/search/?q=quartz`)
    await expect(hitsOf(page)).toHaveCount(5)
    await expectAccessibleInThemes(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectFits(page, 'search')
    await page.getByRole('button', { name: /^Filters/ }).click()
    await expect(page.getByRole('button', { name: 'Cycles 1' })).toBeVisible()
    await expectFits(page, 'search with its filters')
    await expectAccessible(page)
  })
})

// @cap:search.rights
test('nobody finds what they may not open, also when rights have changed since', async ({
  ada,
}) => {
  test.slow()
  const { context, slug, project_id } = ada
  const { request } = context
  const params = { slug, project_id }
  const bob = await ada.addColleague(MEMBER, 'Bob')
  const gus = await ada.addColleague(GUEST, 'Gus')
  const join = async (email: string, role: typeof MEMBER | typeof GUEST) => {
    const members = await (await request.get(`/api/workspaces/${slug}/members/`)).json()
    const { member } = members.find((one: { member: { email?: string } }) =>
      one.member.email?.startsWith(email.split('@')[0] ?? ''),
    )
    await call(request, projectMembersApi.add, {
      params,
      body: { members: [{ member_id: member.id, role }] },
    })
  }
  await join(bob.email, MEMBER)
  await join(gus.email, GUEST)
  const secret = await call(request, projectsApi.create, {
    params: { slug },
    body: { name: 'Yeti', identifier: 'YETI', network: 0 },
  })
  const inSecret = { slug, project_id: secret.id }
  const hidden = await call(request, workItemsApi.create, {
    params: inSecret,
    body: { name: 'hidden yeti' },
  })
  await call(request, commentsApi.create, {
    params: { ...inSecret, id: hidden.id },
    body: { comment_html: '<p>a yeti said so</p>' },
  })
  const page = await call(request, pagesApi.create, { params, body: { name: 'yeti diary' } })
  await call(request, pagesApi.changeAccess, {
    params: { ...params, id: page.id },
    body: { access: pageAccess.private },
  })
  await call(request, draftsApi.create, { params: { slug }, body: { name: 'yeti draft' } })
  const open = await ada.addItem('open yeti')
  await call(request, commentsApi.create, {
    params: { ...params, id: open.id },
    body: { comment_html: '<p>the yeti is inside</p>' },
  })

  // Others' secret project with its item and internal comment, private page and draft are not there.
  await find(bob.page, slug, 'yeti', [/^TRAIL-1/, /on TRAIL-1/])
  for (const word of ['Pages', 'Projects']) {
    await expect(bob.page.getByRole('button', { name: new RegExp(`^${word} `) })).toHaveCount(0)
  }
  // A reader with access finds everything except the draft.
  await find(ada.page, slug, 'yeti', [
    ...[/^YETI-1/, /^TRAIL-1/, /^yeti diary/, /on YETI-1/, /on TRAIL-1/, /^Yeti/],
  ])
  // A guest who sees only their own items finds neither other items nor their comments.
  await gus.page.goto(`/${slug}/search/?q=yeti`)
  await expect(gus.page.getByRole('heading', { name: 'No results for “yeti”' })).toBeVisible()

  await test.step('rights count when one searches', async () => {
    await call(request, projectsApi.change, { params, body: { guest_view_all_features: true } })
    await gus.page.reload()
    await expect(hitsOf(gus.page)).toHaveCount(2)
    await call(bob.context.request, projectMembersApi.leave, { params })
    await bob.page.reload()
    await expect(bob.page.getByRole('heading', { name: 'No results for “yeti”' })).toBeVisible()
  })
})
