import { truncate, writeFile } from 'node:fs/promises'
import {
  attachmentsApi,
  GUEST,
  historyApi,
  instanceApi,
  labelsApi,
  projectsApi,
  relationsApi,
  statesApi,
  workItemsApi,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { call, expect, test, type Visitor } from '../kit/visitors.ts'

const pageOf = ({ slug }: Visitor, key: string) => `/${slug}/browse/${key}/`
const at = ({ slug, project_id }: Visitor) => ({ slug, project_id })
const read = (ada: Visitor, id: string) =>
  call(ada.context.request, workItemsApi.get, { params: { ...at(ada), id } })
const stateNamed = async (ada: Visitor, name: string) => {
  const states = await call(ada.context.request, statesApi.list, { params: at(ada) })
  return states.find((state) => state.name === name)?.id ?? ''
}
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const pick = async (page: Page, name: string | RegExp) => {
  await page.getByRole('option', { name }).click()
  await page.keyboard.press('Escape')
}

// @cap:detail.open-by-key
test('an item opens at its key, and old addresses lead there', async ({ ada }) => {
  const { page } = ada
  const { id } = await ada.addItem('Contour lines flicker')
  const gone = await ada.addItem('Deleted')
  await call(ada.context.request, workItemsApi.remove, { params: { ...at(ada), id: gone.id } })

  await page.goto(`/${ada.slug}/projects/${ada.project_id}/issues/${id}/`)
  await expect(page).toHaveURL(new RegExp(`${pageOf(ada, 'TRAIL-1')}$`))
  await expect(page).toHaveTitle('TRAIL-1 Contour lines flicker')

  const missing = page.getByRole('heading', { name: "This work item doesn't exist" })
  const oldAddress = `/${ada.slug}/projects/${ada.project_id}/issues/${gone.id}/`
  for (const address of [pageOf(ada, 'TRAIL-99'), pageOf(ada, 'TRAIL-2'), oldAddress]) {
    await page.goto(address)
    await expect(missing).toBeVisible()
    await expect(page.getByRole('link', { name: 'View other work items' })).toBeVisible()
  }

  const { page: guest } = await ada.addColleague(GUEST, 'Gus')
  await guest.goto(pageOf(ada, 'TRAIL-1'))
  await expect(guest.getByRole('heading', { name: "This work item doesn't exist" })).toBeVisible()
})

// @cap:detail.title-autosave
// @cap:detail.description-autosave
// @cap:detail.description-history
test('title and description save themselves, and an earlier description comes back', async ({
  ada,
}) => {
  const { page } = ada
  const { id } = await ada.addItem('Contour lines flicker', {
    description_html: '<p>At zoom level 13.</p>',
  })
  // A fast server would have saved before the test sees the saving state.
  let gate = Promise.withResolvers<void>()
  await page.route(`**/issues/${id}/`, async (route) => {
    if (route.request().method() === 'PATCH') await gate.promise
    await route.fallback()
  })
  // The description is written over a socket, and is saved when that confirms it.
  await page.routeWebSocket(/live\/collaboration/, (socket) => {
    const server = socket.connectToServer()
    let before = Promise.resolve()
    socket.onMessage((message) => {
      before = before.then(() => gate.promise).then(() => server.send(message))
    })
  })
  await page.goto(pageOf(ada, 'TRAIL-1'))
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill('Contour lines flicker at night')
  await expect(page.getByText('30/255')).toBeVisible()
  await expect(page.getByText('Saving')).toBeVisible()
  gate.resolve()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect((await read(ada, id)).name).toBe('Contour lines flicker at night')

  await title.fill('   ')
  await expect(page.getByText('Enter a title.')).toBeVisible()
  await title.blur()
  await expect(title).toHaveValue('Contour lines flicker at night')

  const description = page.getByRole('textbox', { name: 'Description' })
  // The editor opens only when the socket has answered.
  await expect(description).toBeVisible()
  gate = Promise.withResolvers()
  await description.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' Only on Tuesdays.')
  await expect(page.getByText('Saving')).toBeVisible()
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  gate.resolve()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect((await read(ada, id)).description_html).toContain('Only on Tuesdays.')

  await page.getByRole('button', { name: 'Last edited by' }).click()
  const versions = page.getByRole('menuitem')
  await expect(versions).toHaveCount(1)
  await versions.first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Only on Tuesdays.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)

  // Once it is saved, it is part of the same version.
  gate = Promise.withResolvers()
  await description.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Something else')
  await expect(description).toHaveText('Something else')
  await page.getByRole('button', { name: 'Last edited by' }).click()
  await versions.first().click()
  await dialog.getByRole('button', { name: 'Restore version' }).click()
  gate.resolve()
  await expect(description).toContainText('Only on Tuesdays.')
})

// @cap:detail.properties-panel
// @cap:detail.parent-strip
// @cap:work-items.date-order
// @cap:relations.change-parent
test('every property changes from the panel, here and in the other browser', async ({ ada }) => {
  const { page, context } = ada
  const { request } = context
  await call(request, labelsApi.create, {
    params: at(ada),
    body: { name: 'Bug', color: '#eb144c' },
  })
  await ada.addItem('Offline maps')
  const item = await ada.addItem('Tiles stop')
  await ada.addItem('Tiles are grey')
  const other = await ada.secondBrowser()
  await other.goto(pageOf(ada, 'TRAIL-2'))
  await page.goto(pageOf(ada, 'TRAIL-2'))
  const panel = page.getByRole('complementary', { name: 'Properties' })
  const theirs = other.getByRole('complementary', { name: 'Properties' })
  await expectAccessibleInThemes(page)

  await panel.getByRole('button', { name: 'State: Backlog' }).click()
  await pick(page, 'In Progress')
  await expect(theirs.getByRole('button', { name: 'State: In Progress' })).toBeVisible()
  await panel.getByRole('button', { name: 'Assignees' }).click()
  await pick(page, 'You')
  await panel.getByRole('button', { name: 'Priority: No priority' }).click()
  await pick(page, 'Urgent')
  await panel.getByRole('button', { name: 'Start date' }).click()
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await panel.getByRole('button', { name: 'Due date' }).click()
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await panel.getByRole('button', { name: 'Add label' }).click()
  await pick(page, 'Bug')
  await expect(theirs.getByRole('button', { name: 'Remove the label Bug' })).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Priority: Urgent' })).toBeVisible()

  await panel.getByRole('button', { name: 'Parent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose a parent' })
  await dialog.getByRole('searchbox').fill('offline')
  await dialog.getByRole('button', { name: /TRAIL-1/ }).click()
  await expect(panel.getByRole('link', { name: 'TRAIL-1' })).toBeVisible()
  const parentOf = async () => (await read(ada, item.id)).parent_id
  await expect.poll(parentOf).not.toBeNull()
  const parent = await read(ada, (await parentOf()) ?? '')
  expect(parent).toMatchObject({ name: 'Offline maps', sub_issues_count: 1 })

  const sibling = await ada.addItem('Tiles are blue', { parent_id: parent.id })
  await page.getByRole('button', { name: 'Siblings and parent' }).click()
  await expect(page.getByRole('menuitem', { name: sibling.name })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Remove parent work item' }).click()
  await expect(panel.getByRole('button', { name: 'Parent' })).toBeVisible()
  await expect
    .poll(async () => await read(ada, item.id))
    .toMatchObject({ parent_id: null, priority: 'urgent', label_ids: [expect.any(String)] })
  expect(await read(ada, parent.id)).toMatchObject({ sub_issues_count: 1 })
  // Nothing the project has not enabled.
  await expect(panel.getByText('Cycle', { exact: true })).toBeVisible()
  await expect(panel.getByText('Estimate', { exact: true })).toHaveCount(0)

  // The start cannot be after the end.
  await ada.addItem('Long over', { target_date: '2020-01-10' })
  await page.goto(pageOf(ada, 'TRAIL-5'))
  await panel.getByRole('button', { name: 'Start date' }).click()
  const days = page.locator('[data-day]').getByRole('button')
  await expect(days.first()).toBeDisabled()
  for (const day of await days.all()) await expect(day).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Today', exact: true })).toHaveCount(0)
})

// @cap:detail.widgets-open-by-default
// @cap:relations.sub-items
// @cap:relations.four-types
// @cap:relations.search-scope
// @cap:relations.sub-item-view-options
// @cap:work-items.create-prefilled
test('sub-items and relations are added, shown, arranged and taken off again', async ({ ada }) => {
  const { page } = ada
  const done = await stateNamed(ada, 'Done')
  const item = await ada.addItem('Tiles stop')
  for (const name of ['Reproduce it', 'Resume it', 'Ask before deleting', 'Ask after deleting']) {
    await ada.addItem(name)
  }
  await page.goto(pageOf(ada, 'TRAIL-1'))
  await page.getByRole('button', { name: 'Add sub-item' }).click()
  await page.getByRole('menuitem', { name: 'Add existing' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('No work items selected')).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: /TRAIL-1 / })).toHaveCount(0)
  await dialog.getByRole('checkbox', { name: /Reproduce it/ }).check()
  await dialog.getByRole('checkbox', { name: /Resume it/ }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add selected work items' }).click()
  const below = section(page, 'Sub-items')
  await expect(below.getByText('0/2 done')).toBeVisible()

  await below.getByRole('button', { name: 'State of TRAIL-2: Backlog' }).click()
  await pick(page, 'Done')
  await expect(below.getByText('1/2 done')).toBeVisible()
  const resume = (await childrenOf(ada, item.id)).find(({ name }) => name === 'Resume it')
  await call(ada.context.request, workItemsApi.change, {
    params: { ...at(ada), id: resume?.id ?? '' },
    body: { state_id: done },
  })
  await expect(below.getByText('2/2 done')).toBeVisible()

  await below.getByRole('button', { name: 'Add sub-item' }).click()
  await page.getByRole('menuitem', { name: 'New work item' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Made below')
  await page.getByRole('dialog').getByRole('button', { name: 'Create work item' }).click()
  await expect(below.getByRole('link', { name: /Made below/ })).toBeVisible()
  await expect(below.getByText('2/3 done')).toBeVisible()

  await below.getByRole('button', { name: 'Display sub-items' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'ID' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'State', exact: true }).last().click()
  await page.keyboard.press('Escape')
  await expect(below.getByRole('heading', { name: 'Done 2' })).toBeVisible()
  await expect(below.getByText('TRAIL-2')).toHaveCount(0)
  await below.getByRole('button', { name: 'Filter sub-items' }).click()
  await page.getByRole('menuitem', { name: 'Priority' }).hover()
  await page.getByRole('menuitemcheckbox', { name: 'Urgent' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(below.getByText('No sub-items match these filters.')).toBeVisible()
  await page.reload()
  await below.getByRole('button', { name: 'Clear filters' }).click()
  await expect(below.getByRole('heading', { name: 'Done 2' })).toBeVisible()

  const { slug } = ada
  const far = await call(ada.context.request, projectsApi.create, {
    params: { slug },
    body: { name: 'Far away', identifier: 'FAR' },
  })
  await call(ada.context.request, workItemsApi.create, {
    params: { slug, project_id: far.id },
    body: { name: 'Ask elsewhere' },
  })
  await page.getByRole('button', { name: 'Add relation' }).click()
  await page.getByRole('menuitem', { name: 'Blocked by' }).click()
  await dialog.getByRole('searchbox').fill('elsewhere')
  await expect(dialog.getByText('No matching work items')).toBeVisible()
  await dialog.getByRole('switch', { name: 'All projects' }).check()
  await expect(dialog.getByRole('checkbox', { name: /FAR-1 Ask elsewhere/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  for (const [type, other] of [
    ['Blocking', 'Ask before deleting'],
    ['Relates to', 'Ask after deleting'],
  ] as const) {
    await page.getByRole('button', { name: 'Add relation' }).click()
    await page.getByRole('menuitem', { name: type }).click()
    await dialog.getByRole('searchbox').fill('deleting')
    await dialog.getByRole('checkbox', { name: new RegExp(other) }).check()
    await dialog.getByRole('button', { name: 'Add selected work items' }).click()
    await expect(section(page, type).getByRole('link', { name: new RegExp(other) })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Add relation' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate of' }).click()
  // Neither the item itself nor related ones.
  await dialog.getByRole('searchbox').fill('Ask before deleting')
  await expect(dialog.getByText('No matching work items')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const blockedId = async () => {
    const params = { ...at(ada), id: item.id }
    const { blocking } = await call(ada.context.request, relationsApi.list, { params })
    return blocking[0]?.id
  }
  await expect.poll(blockedId).toBeDefined()
  const back = { ...at(ada), id: (await blockedId()) ?? '' }
  const inverse = await call(ada.context.request, relationsApi.list, { params: back })
  expect(inverse.blocked_by.map(({ id }) => id)).toEqual([item.id])
  const history = await call(ada.context.request, historyApi.list, { params: back, query: {} })
  expect(history.map((entry) => 'field' in entry && entry.field)).toContain('blocked_by')

  const row = section(page, 'Blocking').getByRole('link', { name: /Ask before deleting/ })
  await row.hover()
  await page.getByRole('button', { name: 'Actions for TRAIL-4' }).click()
  await page.getByRole('menuitem', { name: 'Remove relation' }).click()
  await expect(section(page, 'Blocking')).toHaveCount(0)
})

const childrenOf = async (ada: Visitor, id: string) => {
  const { sub_issues } = await call(ada.context.request, workItemsApi.children, {
    params: { ...at(ada), id },
    query: {},
  })
  return Array.isArray(sub_issues) ? sub_issues : []
}

const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('bring the rope') }

// @cap:attachments.upload
// @cap:attachments.limits
// @cap:attachments.delete
// @cap:attachments.cancel-and-failure
test('files are attached by button and drop, limited, read and deleted', async ({ ada }) => {
  const { page } = ada
  const item = await ada.addItem('Tiles stop')
  await page.goto(pageOf(ada, 'TRAIL-1'))
  const attach = async (files: string | (typeof notes)[]) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Attach' }).first().click()
    await (await chooser).setFiles(files)
  }
  await attach([notes])
  const files = section(page, 'Attachments')
  const file = files.getByRole('link', { name: 'notes.txt' })
  await expect(file).toBeVisible()
  await expect(files.getByText('1 KB')).toBeVisible()
  const bytes = await ada.context.request.get((await file.getAttribute('href')) ?? '')
  expect(await bytes.text()).toBe('bring the rope')

  const { config } = await call(ada.context.request, instanceApi.info, {})
  const most = config.file_size_limit
  const big = test.info().outputPath('big.txt')
  await writeFile(big, '')
  await truncate(big, most + 1)
  await attach(big)
  await expect(
    page.getByText(`Choose a file of ${most / 1024 / 1024} MB or less.`).first(),
  ).toBeVisible()
  await attach([{ ...notes, name: 'run.exe', mimeType: 'application/x-msdownload' }])
  await expect(page.getByText("This type of file can't be attached.").first()).toBeVisible()
  const params = { ...at(ada), id: item.id }
  const refused = { name: 'run.exe', type: 'application/x-msdownload', size: 3 }
  await expect(
    call(ada.context.request, attachmentsApi.create, { params, body: refused }),
  ).rejects.toThrow('Invalid file type.')

  const drop = (names: string[]) =>
    page.evaluate((all) => {
      const dataTransfer = new DataTransfer()
      for (const name of all) {
        dataTransfer.items.add(new File(['on the way'], name, { type: 'text/plain' }))
      }
      const target = document.querySelector('main section') ?? document.body
      for (const type of ['dragover', 'drop']) {
        target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
      }
    }, names)
  await drop(['one.txt', 'two.txt'])
  await expect(page.getByText('Upload one file at a time.').first()).toBeVisible()
  await drop(['dropped.txt'])
  await expect(files.getByRole('link', { name: 'dropped.txt' })).toBeVisible()

  // One canceled upload, and one that waits until the server can be reached.
  const stopped = Promise.withResolvers<void>()
  await page.route('**/api/assets/v2/upload/', () => stopped.resolve())
  await attach([{ ...notes, name: 'slow.txt' }])
  await stopped.promise
  await files.getByRole('button', { name: 'Cancel the upload of slow.txt' }).click({ force: true })
  await expect(page.getByText('Upload canceled').first()).toBeVisible()
  await page.unroute('**/api/assets/v2/upload/')
  await page.route('**/api/assets/v2/upload/', (route) => route.abort())
  await attach([{ ...notes, name: 'lost.txt' }])
  await expect(files.getByText('Not synced')).toBeVisible()
  await expect(files.getByText('slow.txt')).toHaveCount(0)
  const stored = async () => {
    const all = await call(ada.context.request, attachmentsApi.list, { params })
    return all.map(({ attributes }) => attributes.name)
  }
  expect(await stored()).toEqual(['dropped.txt', 'notes.txt'])
  await page.unroute('**/api/assets/v2/upload/')
  await expect(files.getByRole('link', { name: 'lost.txt' })).toBeVisible()
  await expect.poll(stored).toEqual(['lost.txt', 'dropped.txt', 'notes.txt'])

  await file.hover()
  await files.getByRole('button', { name: 'Actions for notes.txt' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(file).toHaveCount(0)
  await expect(page.getByText('removed an attachment')).toBeVisible()
  await expect.poll(async () => (await read(ada, item.id)).attachment_count).toBe(2)
})

// @cap:detail.links
test('links are added, refused, edited, copied and removed', async ({ ada }) => {
  const { page, context } = ada
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await ada.addItem('Tiles stop')
  await page.goto(pageOf(ada, 'TRAIL-1'))
  const add = async (url: string, title = '') => {
    await page.getByRole('button', { name: 'Add link' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add link' })
    await dialog.getByLabel('URL').fill(url)
    await dialog.getByLabel('Display title').fill(title)
    await dialog.getByRole('button', { name: 'Add link' }).click()
    return dialog
  }
  await add('docs.example.com', 'Guide')
  const links = section(page, 'Links')
  const guide = links.getByRole('link', { name: 'Guide' })
  await expect(guide).toHaveAttribute('href', 'http://docs.example.com')

  await expect(links.getByText('just now')).toBeVisible()
  await page.clock.setSystemTime(Date.now() + 25 * 60_000)
  await page.reload()
  await expect(links.getByText('25 min ago')).toBeVisible()
  await page.clock.setSystemTime(Date.now())

  const refused = await add('docs.example.com')
  await expect(refused.getByText('You already added this URL.')).toBeVisible()
  await refused.getByLabel('URL').fill('http://')
  await refused.getByRole('button', { name: 'Add link' }).click()
  await expect(refused.getByText('Enter a valid http or https URL.')).toBeVisible()
  await refused.getByRole('button', { name: 'Cancel' }).click()

  await guide.hover()
  await links.getByRole('button', { name: 'Copy link address' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  await links.getByRole('button', { name: 'Link actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save link' })
  await dialog.getByLabel('Display title').fill('Handbook')
  await dialog.getByRole('button', { name: 'Save link' }).click()
  const handbook = links.getByRole('link', { name: 'Handbook' })
  await handbook.hover()
  await links.getByRole('button', { name: 'Link actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete link' }).click()
  await expect(links).toHaveCount(0)
})

// @cap:detail.header-actions
// @cap:detail.subscribe
test('from the header an item is copied, archived, restored and deleted', async ({ ada }) => {
  const { page, context } = ada
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await ada.addItem('Tiles stop', { state_id: await stateNamed(ada, 'Done') })
  await page.goto(pageOf(ada, 'TRAIL-1'))
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await clipboard()).toContain(pageOf(ada, 'TRAIL-1'))
  await page.getByRole('button', { name: 'Copy TRAIL-1' }).click()
  await expect(page.getByText('ID copied')).toBeVisible()
  expect(await clipboard()).toBe('TRAIL-1')

  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText("You won't be notified about")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Subscribe', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
  await expect(page).toHaveURL(/\/archives\/issues\//)
  await expect(page.getByText('This work item is archived.')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page).toHaveURL(new RegExp(`${pageOf(ada, 'TRAIL-1')}$`))

  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(new RegExp(`${ada.list}$`))
  await expect(page.getByRole('heading', { name: 'No work items yet' })).toBeVisible()
})

// @cap:mobile.item-and-panes
test('on a phone the properties are pills under the title', async ({ ada }) => {
  const { page } = ada
  await ada.addItem('Tiles stop', { description_html: '<p>At night.</p>' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(pageOf(ada, 'TRAIL-1'))
  await expect(page.getByText('At night.')).toBeVisible()
  await page.getByRole('button', { name: 'State: Backlog' }).click()
  await pick(page, 'Todo')
  await expect(page.getByRole('button', { name: 'State: Todo' })).toBeVisible()
  await page.getByRole('button', { name: 'More properties' }).click()
  await expect(page.getByRole('button', { name: 'Due date' })).toBeVisible()
  await expectAccessible(page)
})
