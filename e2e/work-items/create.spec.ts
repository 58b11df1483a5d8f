import {
  commentsApi,
  cyclesApi,
  type Draft,
  draftsApi,
  modulesApi,
  projectsApi,
  workItemListsApi,
  workItemsApi,
} from '@cairn/contract'
import type { Page, Route } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import { call, dialogOf, expect, test } from '../kit/visitors.ts'

const notice = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text).first()

async function open(page: Page) {
  await page.keyboard.press('c')
  await expect(dialogOf(page).first().getByLabel('Title')).toBeFocused()
}

// @cap:work-items.title-rules
// @cap:work-items.create-more
test('an item is created with everything it can say, and one more after it', async ({ ada }) => {
  const { page, slug, project_id, context } = ada
  const parent = await ada.addItem('The way up, from the car park to the hut')
  await page.goto(ada.list)
  await expect(page.getByText('The way up').first()).toBeVisible()
  await open(page)
  const dialog = dialogOf(page).first()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Enter a title.')).toBeVisible()
  await dialog.getByLabel('Title').fill('x'.repeat(256))
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Use 255 characters or fewer.')).toBeVisible()

  await dialog.getByLabel('Title').fill('Ask before deleting a region')
  const text = dialog.getByRole('textbox', { name: 'Description' })
  await text.click()
  await page.keyboard.type('# Why\nPeople press the wrong button.')
  await dialog.getByRole('button', { name: 'Priority' }).click()
  await page.getByRole('option', { name: 'High' }).click()
  await dialog.getByRole('button', { name: 'Assignees' }).click()
  await page.getByRole('option', { name: 'You' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Add parent' }).click()
  const search = page.getByRole('dialog', { name: /parent/i })
  await search.getByRole('searchbox').fill('the way')
  await search.getByRole('button', { name: /The way up/ }).click()
  await expect(dialog.getByText('TRAIL-1')).toBeVisible()
  await expectAccessible(page)

  await dialog.getByLabel('Create more').click()
  await dialog.getByRole('button', { name: 'Create work item', exact: true }).click()
  await expect(notice(page, 'TRAIL-2 created')).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue('')
  await expect(dialog.getByLabel('Title')).toBeFocused()
  const { results } = await call(context.request, workItemListsApi.project, {
    params: { slug, project_id },
    query: { order_by: '-created_at' },
  })
  const [made] = results as { id: string; priority: string; parent_id: string }[]
  expect(made).toMatchObject({ priority: 'high', parent_id: parent.id })
  const detail = await call(context.request, workItemsApi.get, {
    params: { slug, project_id, id: made?.id ?? '' },
    query: {},
  })
  expect(detail.description_html).toContain('<h1')
  expect(detail.assignee_ids).toHaveLength(1)

  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/issues/')) {
      sent.push(request.postDataJSON().name)
    }
  })
  await dialog.getByLabel('Title').fill('Once only')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByLabel('Title')).toHaveValue('')
  await dialog.getByLabel('Title').fill('And the last')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Title')).toHaveValue('')
  const names = async () => {
    const list = await call(context.request, workItemListsApi.project, {
      params: { slug, project_id },
      query: { order_by: '-created_at' },
    })
    return (list.results as { name: string }[])
      .map(({ name }) => name)
      .filter((name) => ['Once only', 'And the last'].includes(name))
  }
  await expect.poll(names).toEqual(['And the last', 'Once only'])
  expect(sent).toEqual(['Once only', 'And the last'])

  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect(page.getByText('Ask before deleting a region').first()).toBeVisible()
})

test('on an item’s page a new one is for the project of that item', async ({ ada }) => {
  const { page, slug, context } = ada
  await ada.addItem('The way up')
  const huts = await call(context.request, projectsApi.create, {
    params: { slug },
    body: { name: 'Huts', identifier: 'HUT', module_view: true },
  })
  await call(context.request, workItemsApi.create, {
    params: { slug, project_id: huts.id },
    body: { name: 'Iron door' },
  })
  for (const [key, name] of [
    ['TRAIL-1', 'Trail Maps'],
    ['HUT-1', 'Huts'],
  ] as const) {
    await page.goto(`/${slug}/browse/${key}/`)
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible()
    await page.keyboard.press('c')
    const dialog = dialogOf(page).first()
    await expect(dialog.getByRole('button', { name: `Project: ${name}` })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toBeHidden()
  }
  await page.keyboard.press('n')
  await page.keyboard.press('m')
  await dialogOf(page).getByLabel('Title').fill('Doors and windows')
  await dialogOf(page).getByRole('button', { name: 'Create module' }).click()
  await expect
    .poll(() => call(context.request, modulesApi.list, { params: { slug, project_id: huts.id } }))
    .toMatchObject([{ name: 'Doors and windows' }])
})

// @cap:drafts.save-and-list
// @cap:drafts.edit-copy-delete
// @cap:drafts.move-to-project
test('what is half written becomes a draft, and the draft an item', async ({ ada }) => {
  const { page, slug, context } = ada
  await page.goto(`/${slug}/drafts/`)
  await expect(page.getByRole('heading', { name: 'No drafts yet' })).toBeVisible()
  await expectAccessible(page)

  await open(page)
  await page.keyboard.type('Half a thought')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Save this draft?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(dialogOf(page).first().getByLabel('Title')).toHaveValue('Half a thought')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Save to Drafts' }).click()
  await expect(notice(page, 'Draft saved')).toBeVisible()
  const row = page.locator('[data-row]').filter({ hasText: 'Half a thought' })
  await expect(row).toBeVisible()

  await row.getByRole('button', { name: 'Priority' }).click()
  await page.getByRole('option', { name: 'Urgent' }).click()
  await expect(row.getByRole('button', { name: 'Priority: Urgent' })).toBeVisible()
  const params = { slug, project_id: ada.project_id }
  const drafts = async () =>
    (await call(context.request, draftsApi.list, { params: { slug }, query: {} }))
      .results as Draft[]
  const cycle = await call(context.request, cyclesApi.create, { params, body: { name: 'Spring' } })
  const module = await call(context.request, modulesApi.create, { params, body: { name: 'Camp' } })
  const plan = { cycle_id: cycle.id, module_ids: [module.id] }
  const id = (await drafts())[0]?.id ?? ''
  const body = { ...plan, priority: 'high' } as const
  await call(context.request, draftsApi.change, { params: { slug, id }, body })
  // The page copies the draft as it knows it.
  await expect(row.getByRole('button', { name: 'Priority: High' })).toBeVisible()
  await row.hover()
  await row.getByRole('button', { name: /More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Make a copy' }).click()
  await expect(row).toHaveCount(2)
  await expect.poll(drafts).toMatchObject([plan, plan])
  await expect(page.locator('main header').getByText('2', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await row.first().getByText('Half a thought').click()
  await dialogOf(page).first().getByLabel('Title').fill('A whole thought')
  await dialogOf(page).first().getByRole('button', { name: 'Save draft' }).click()
  const whole = page.locator('[data-row]').filter({ hasText: 'A whole thought' })
  await expect(whole).toBeVisible()
  await whole.hover()
  await whole.getByRole('button', { name: /More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Move to project' }).click()
  await dialogOf(page).first().getByRole('button', { name: 'Add to project' }).click()
  await expect(whole).toBeHidden()

  await row.hover()
  await row.getByRole('button', { name: /More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'No drafts yet' })).toBeVisible()
  const left = async () =>
    (await call(context.request, draftsApi.list, { params: { slug }, query: {} })).total_count
  await expect.poll(left).toBe(0)
  await page.goto(ada.list)
  await expect(page.getByText('A whole thought').first()).toBeVisible()
})

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

// @cap:work-items.create-change-project
// @cap:work-items.discard-asks-draft
// @cap:work-items.edit-dialog
// @cap:work-items.make-a-copy
test('the form follows to another project, waits for pictures, edits what was touched, and copies', async ({
  ada,
}) => {
  const { page, slug, context } = ada
  const { request } = context
  await ada.addItem('The way up')
  const huts = await call(request, projectsApi.create, {
    params: { slug },
    body: { name: 'Huts', identifier: 'HUT' },
  })
  await page.goto(ada.list)
  await expect(page.getByText('The way up').first()).toBeVisible()
  await open(page)
  const dialog = dialogOf(page).first()
  await dialog.getByLabel('Title').fill('Stove')
  const text = dialog.getByRole('textbox', { name: 'Description' })
  await text.click()
  await page.keyboard.type('It smokes')
  const choose = async (name: string, option: string) => {
    await dialog.getByRole('button', { name }).click()
    await page.getByRole('option', { name: option }).click()
  }
  await choose('Priority', 'High')
  await choose('State', 'Done')
  await choose('Assignees', 'You')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Due date' }).click()
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await dialog.getByRole('button', { name: 'Project' }).click()
  await page.getByRole('option', { name: 'Huts' }).click()
  await expect(dialog.getByRole('button', { name: 'Priority: High' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'State: Backlog' })).toBeVisible()

  // A running upload keeps the form open.
  const gate = Promise.withResolvers<Route>()
  await page.route('**/api/assets/v2/upload/', (route) => gate.resolve(route))
  await text.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.press('Enter')
  await text.evaluate((editor, base64) => {
    const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
    const data = new DataTransfer()
    data.items.add(new File([bytes], 'dot.png', { type: 'image/png' }))
    const options = { clipboardData: data, bubbles: true, cancelable: true }
    editor.dispatchEvent(new ClipboardEvent('paste', options))
  }, dot.toString('base64'))
  const upload = await gate.promise
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(notice(page, 'Files are still uploading.')).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue('Stove')
  await upload.continue()
  await expect(text.locator('figure img')).toBeVisible()
  await dialog.getByRole('button', { name: 'Create work item', exact: true }).click()
  await expect(dialogOf(page)).toBeHidden()
  const there = { slug, project_id: huts.id }
  const listed = async () => {
    const { results } = await call(request, workItemListsApi.project, { params: there, query: {} })
    const [first] = results as { id: string }[]
    return first?.id ?? ''
  }
  await expect.poll(listed).not.toBe('')
  const read = (id: string) => call(request, workItemsApi.get, { params: { ...there, id } })
  const id = await listed()
  const made = await read(id)
  expect(made).toMatchObject({ priority: 'high', state__group: 'backlog', assignee_ids: [] })
  expect(made).toMatchObject({ target_date: expect.any(String), parent_id: null })
  expect(made.description_html).toContain('It smokes')

  // Only edited fields are sent: changes by other users meanwhile stay.
  await page.goto(`/${slug}/projects/${huts.id}/issues/`)
  const row = page.getByRole('group', { name: 'HUT-1' })
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(dialog.getByLabel('Title')).toHaveValue('Stove')
  await call(request, workItemsApi.change, {
    params: { ...there, id },
    body: { priority: 'low' },
  })
  await dialog.getByLabel('Title').fill('Iron stove')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(() => read(id)).toMatchObject({ name: 'Iron stove', priority: 'low' })

  await call(request, workItemsApi.create, { params: there, body: { name: 'Door', parent_id: id } })
  await call(request, commentsApi.create, {
    params: { ...there, id },
    body: { comment_html: '<p>Again</p>' },
  })
  await page.getByRole('group', { name: 'HUT-1 Iron stove' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Make a copy' }).click()
  await expect(dialog.getByLabel('Title')).toHaveValue('Iron stove (copy)')
  await expect(dialog.getByRole('button', { name: 'Priority: Low' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Create work item', exact: true }).click()
  await expect(page.getByRole('group', { name: 'HUT-3 Iron stove (copy)' })).toBeVisible()
  const copy = await read(await listed())
  expect(copy).toMatchObject({ priority: 'low', sub_issues_count: 0 })
  expect(copy.target_date).toBe(made.target_date)
  const comments = { params: { ...there, id: copy.id } }
  expect(await call(request, commentsApi.list, comments)).toEqual([])
  const pictureOf = (html: string) => /<image-component[^>]* src="([^"]+)"/.exec(html)?.[1] ?? ''
  expect(pictureOf(copy.description_html)).not.toBe(pictureOf(made.description_html))
  await call(request, workItemsApi.remove, { params: { ...there, id } })
  const bytes = await request.get(pictureOf(copy.description_html))
  expect(bytes.headers()['content-type']).toBe('image/png')
})

test('what may be the same is told while the title is written', async ({ ada }) => {
  const { page } = ada
  await ada.addItem('Contour lines flicker while zooming')
  await page.goto(ada.list)
  await expect(page.getByText('Contour lines flicker').first()).toBeVisible()
  await open(page)
  await page.keyboard.type('Contour lines flicker when zooming')
  await dialogOf(page).first().getByRole('button', { name: '1 similar work item found' }).click()
  await expect(
    dialogOf(page)
      .first()
      .getByRole('link', { name: /TRAIL-1/ }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await page
    .getByRole('dialog', { name: 'Save this draft?' })
    .getByRole('button', { name: 'Discard' })
    .click()
  await expect(dialogOf(page)).toBeHidden()
})
