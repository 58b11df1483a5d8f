import {
  itemTemplatesApi,
  labelsApi,
  pagesApi,
  projectsApi,
  projectTemplatesApi,
  statesApi,
  workItemPropertiesApi,
  workItemsApi,
  workItemTypesApi,
} from '@cairn/contract'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { choose } from '../kit/choose.ts'
import { expectFits } from '../kit/fits.ts'
import { call, dialogOf, expect, test, type Visitor } from '../kit/visitors.ts'

const at = ({ slug, project_id }: Visitor) => ({ slug, project_id })

const settings = ({ slug, project_id }: Visitor) =>
  `/${slug}/settings/projects/${project_id}/templates/`

const templatesOf = (ada: Visitor) =>
  call(ada.context.request, itemTemplatesApi.list, { params: at(ada) })

const longName =
  'Release of the offline maps with everything that belongs to it and has to be ready '

// @cap:templates.items-and-projects
test('work items with sub-items, and projects, are made from templates', async ({ ada }) => {
  const { page, slug, context } = ada
  const root = await ada.addItem('Release', {
    ...{ description_html: '<p>Steps of a release</p>', priority: 'high' },
  })
  const notes = await ada.addItem('Write notes', { parent_id: root.id })
  await ada.addItem('Ask Mel', { parent_id: notes.id })

  await test.step('saved on the page of the item', async () => {
    await page.goto(`/${slug}/browse/TRAIL-1/`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Save as template' }).click()
    const dialog = dialogOf(page)
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Release')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('')
    await dialog.getByRole('button', { name: 'Save template' }).click()
    await expect(dialog.getByText('Enter a name.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Monthly release')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Template Monthly release saved')).toBeVisible()
  })

  await test.step('used in the dialog, where the sub-items come along', async () => {
    await page.goto(ada.list)
    await page.getByRole('main').getByRole('button', { name: 'New work item' }).first().click()
    const dialog = dialogOf(page)
    await dialog.getByRole('button', { name: 'Use template' }).click()
    await page.getByRole('option', { name: /Monthly release/ }).click()
    await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Release')
    await expect(dialog.getByText('Steps of a release')).toBeVisible()
    await expect(dialog.getByRole('button', { name: /High/ })).toBeVisible()
    await expect(dialog.getByText('2 sub-items')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Release 5')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create work item' }).click()
    await expect(page.getByText('TRAIL-4 created')).toBeVisible()
    await page.goto(`/${slug}/browse/TRAIL-4/`)
    await expect(page.getByRole('main').getByText('Write notes').first()).toBeVisible()
    await expect(page.getByText(/used the template Monthly release/)).toBeVisible()
    await page.goto(`/${slug}/browse/TRAIL-5/`)
    await expect(page.getByRole('main').getByText('Ask Mel').first()).toBeVisible()
  })

  await test.step('a project is saved as a template', async () => {
    const { request } = context
    const label = await call(request, labelsApi.create, {
      params: at(ada),
      body: { name: 'Gear', color: '#ca5747' },
    })
    await call(request, statesApi.create, {
      params: at(ada),
      body: { name: 'At the lake', color: '#3d81d4', group: 'started' },
    })
    await call(request, workItemsApi.change, {
      params: { ...at(ada), id: root.id },
      body: { label_ids: [label.id] },
    })
    await call(request, pagesApi.create, {
      params: at(ada),
      body: { name: 'Handbook', description_html: '<p>Who draws what</p>' },
    })
    await page.goto(`/${slug}/settings/projects/${ada.project_id}/`)
    await page.getByRole('button', { name: 'Save as template' }).first().click()
    await page.getByRole('button', { name: 'Save as template' }).last().click()
    const dialog = dialogOf(page)
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Trail Maps')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('')
    await dialog.getByRole('button', { name: 'Save template' }).click()
    await expect(dialog.getByText('Enter a name.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Name' }).fill(longName)
    await dialog.getByRole('textbox', { name: 'Description' }).fill('How we make maps')
    await dialog.getByRole('checkbox', { name: 'Copy work items and modules too' }).check()
    await dialog.getByRole('checkbox', { name: 'Copy pages too' }).check()
    await expectAccessibleInThemes(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectFits(page, 'saving a project as a template')
    await page.setViewportSize({ width: 1440, height: 900 })
    await dialog.getByRole('button', { name: 'Save template' }).click()
    await expect(page.getByText(/^Template Release of the offline maps .* saved$/)).toBeVisible()
  })

  await test.step('a new project is set up like it, with its items and sub-items', async () => {
    await page.goto(`/${slug}/projects/`)
    await page.getByRole('button', { name: 'Add project' }).first().click()
    const dialog = dialogOf(page)
    await dialog.getByRole('button', { name: 'Start from a template' }).click()
    await page.getByRole('option', { name: /Release of the offline maps/ }).click()
    await dialog.getByLabel('Project name').fill('Lake Maps')
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectFits(page, 'a new project')
    await page.setViewportSize({ width: 1440, height: 900 })
    await dialog.getByRole('button', { name: 'Create project' }).click()
    const main = page.getByRole('main')
    await expect(page).not.toHaveURL(new RegExp(ada.project_id))
    await expect(main.getByRole('group', { name: /^LAKE.*-1 Release/ })).toBeVisible()
    await expect(main.getByRole('link', { name: /Write notes/ }).first()).toBeVisible()
    const [, made = ''] = /projects\/([^/]+)\/issues/.exec(page.url()) ?? []
    await page.goto(`/${slug}/settings/projects/${made}/states/`)
    await expect(page.getByText('At the lake')).toBeVisible()
    await page.goto(`/${slug}/settings/projects/${made}/labels/`)
    await expect(page.getByText('Gear')).toBeVisible()
    await page.goto(`/${slug}/settings/projects/${made}/templates/`)
    await expect(page.getByRole('listitem').filter({ hasText: 'Monthly release' })).toBeVisible()
    await page.goto(`/${slug}/projects/${made}/pages/`)
    await page.getByRole('main').getByRole('link', { name: 'Handbook' }).click()
    await expect(page.getByText('Who draws what')).toBeVisible()
  })

  await test.step('templates of projects are renamed and deleted in the workspace', async () => {
    await page.goto(`/${slug}/settings/templates/`)
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'How we make maps' })
    await expect(row).toContainText(
      '6 states · 1 label · 1 work item template · 6 work items · 1 page',
    )
    await expectAccessibleInThemes(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectFits(page, 'project templates')
    await page.setViewportSize({ width: 1440, height: 900 })
    const act = async (name: string) => {
      await row.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await act('Edit template')
    await dialogOf(page).getByRole('textbox', { name: 'Name' }).fill('Maps')
    await page.keyboard.press('Enter')
    await expect(row.getByText('Maps', { exact: true })).toBeVisible()
    await act('Delete template')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete template' }).click()
    await expect(page.getByText('No project templates yet')).toBeVisible()
    const left = () => call(context.request, projectTemplatesApi.list, { params: { slug } })
    await expect.poll(left).toEqual([])
  })
})

test('templates of work items are changed, made from scratch and deleted', async ({ ada }) => {
  const { page, slug, context } = ada
  const root = await ada.addItem('Release', { priority: 'high' })
  const notes = await ada.addItem('Write notes', { parent_id: root.id })
  await ada.addItem('Ask Mel', { parent_id: notes.id })
  await call(context.request, itemTemplatesApi.createFromItem, {
    params: { ...at(ada), id: root.id },
    body: { name: 'Monthly release' },
  })

  await test.step('changed in the settings', async () => {
    await page.goto(settings(ada))
    await expect(page).toHaveTitle(/Templates/)
    await expect(page.getByRole('listitem').filter({ hasText: 'Monthly release' })).toContainText(
      '2 sub-items',
    )
    await page.getByRole('button', { name: 'Actions for Monthly release' }).click()
    await page.getByRole('menuitem', { name: 'Edit template' }).click()
    const dialog = dialogOf(page)
    await dialog.getByRole('textbox', { name: 'Name' }).fill(longName)
    await dialog.getByRole('button', { name: 'Priority: High' }).click()
    await page.getByRole('option', { name: 'Urgent' }).click()
    await dialog.getByRole('textbox', { name: 'Due after days' }).fill('14')
    await dialog.getByRole('textbox', { name: 'Sub-item 2' }).press('Enter')
    await page.keyboard.type('Ask Bob')
    await dialog.getByRole('button', { name: 'Add sub-item' }).click()
    await page.keyboard.type('Tell everyone')
    await expectAccessibleInThemes(page)
    await dialog.getByRole('button', { name: 'Save template' }).click()
    await expect(dialog).toBeHidden()
    const [template] = await templatesOf(ada)
    expect(template?.name).toBe(longName.trim())
    expect(template?.items[0]).toMatchObject({ priority: 'urgent', due_after: 14 })
    expect(template?.items.map(({ name, parent }) => [name, parent])).toEqual([
      ['Release', null],
      ['Write notes', 0],
      ['Ask Mel', 1],
      ['Ask Bob', 1],
      ['Tell everyone', 0],
    ])
    await page.setViewportSize({ width: 390, height: 844 })
    await expectFits(page, 'templates')
    await page.getByRole('button', { name: `Actions for ${longName.trim()}` }).click()
    await page.getByRole('menuitem', { name: 'Edit template' }).click()
    await dialog.getByRole('button', { name: 'Remove Write notes' }).click()
    await expect(dialog.getByRole('textbox', { name: /^Sub-item/ })).toHaveCount(1)
    await expectFits(page, 'a template')
    await dialog.getByRole('button', { name: 'Save template' }).click()
    await expect(dialog).toBeHidden()
    expect((await templatesOf(ada))[0]?.items.map(({ name }) => name)).toEqual([
      'Release',
      'Tell everyone',
    ])
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('made from scratch, and deleted', async () => {
    await page.getByRole('button', { name: 'New template' }).click()
    const dialog = dialogOf(page)
    await dialog.getByRole('button', { name: 'Create template' }).click()
    await expect(dialog.getByText('Enter a name.')).toBeVisible()
    await expect(dialog.getByText('Enter a title.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Bug triage')
    await dialog.getByRole('textbox', { name: 'Title of the work item' }).fill('Triage')
    await dialog.getByRole('textbox', { name: 'Title of the work item' }).press('Enter')
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Actions for Bug triage' }).click()
    await page.getByRole('menuitem', { name: 'Delete template' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete template' }).click()
    await expect(page.getByText('Bug triage')).toHaveCount(0)
    await expect.poll(async () => (await templatesOf(ada)).length).toBe(1)
  })

  await test.step('with the values of its type’s properties', async () => {
    const { request } = context
    const body = { is_issue_type_enabled: true }
    await call(request, projectsApi.change, { params: at(ada), body })
    const types = await call(request, workItemTypesApi.listOfWorkspace, { params: { slug } })
    const type_id = types.find(({ name }) => name === 'Bug')?.id ?? ''
    const property = await call(request, workItemPropertiesApi.create, {
      params: { slug, type_id },
      body: { name: 'Found in', kind: 'text' },
    })
    const property_values = { [property.id]: '4.2.0' }
    const parent = await ada.addItem('Crash', { type_id, property_values })
    await ada.addItem('Crash on start', { type_id, property_values, parent_id: parent.id })
    await page.goto(`/${slug}/browse/TRAIL-${parent.sequence_id}/`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Save as template' }).click()
    await dialogOf(page).getByRole('textbox', { name: 'Name' }).press('Enter')
    await expect(page.getByText('Template Crash saved')).toBeVisible()
    await page.goto(ada.list)
    await page.getByRole('main').getByRole('button', { name: 'New work item' }).first().click()
    const dialog = dialogOf(page)
    await dialog.getByRole('button', { name: 'Use template' }).click()
    await page.getByRole('option', { name: /Crash/ }).click()
    await expect(dialog.getByRole('textbox', { name: 'Found in' })).toHaveValue('4.2.0')
    await dialog.getByRole('textbox', { name: 'Found in' }).fill('5.0.0')
    await dialog.getByRole('button', { name: 'Create work item' }).click()
    const made = parent.sequence_id + 2
    await expect(page.getByText(`TRAIL-${made} created`)).toBeVisible()
    await page.goto(`/${slug}/browse/TRAIL-${made}/`)
    await expect(page.getByRole('textbox', { name: 'Found in' })).toHaveValue('5.0.0')
    await page.goto(`/${slug}/browse/TRAIL-${made + 1}/`)
    await expect(page.getByRole('textbox', { name: 'Found in' })).toHaveValue('4.2.0')
  })
})

test('a rule is set and paused, and its next days are shown', async ({ ada }) => {
  const { page, context } = ada
  const item = await ada.addItem(longName)
  await call(context.request, itemTemplatesApi.createFromItem, {
    params: { ...at(ada), id: item.id },
    body: { name: 'Backup' },
  })
  await page.goto(settings(ada))
  await page.getByRole('button', { name: 'Repeat: Backup' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('textbox', { name: 'Every' }).fill('two')
  await dialog.getByRole('button', { name: 'Save rule' }).click()
  await expect(dialog.getByText('Enter whole numbers')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Every' }).fill('2')
  await dialog.getByRole('checkbox', { name: 'Mon' }).check()
  await dialog.getByRole('checkbox', { name: 'Thu' }).check()
  await dialog.getByRole('textbox', { name: 'Time' }).fill('25:00')
  await dialog.getByRole('button', { name: 'Save rule' }).click()
  await expect(dialog.getByText('Enter a time like 09:00.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Time' }).fill('07:30')
  await expectAccessibleInThemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectFits(page, 'a rule')
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: 'Save rule' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('listitem').filter({ hasText: 'Backup' })
  await expect(row).toContainText('Every 2 weeks, on Monday, Thursday, 07:30')
  await expect(row).toContainText('Next: ')

  const act = async (name: string) => {
    await page.getByRole('button', { name: 'Actions for Backup' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('Pause')
  await expect(row.getByText('Paused')).toBeVisible()
  await expect(row).not.toContainText('Next: ')
  await act('Resume')
  await expect(row).toContainText('Next: ')
  await act('Change rule')
  await choose(page, 'Unit', 'Months')
  await choose(page, 'Day of the month', 'On the last day')
  await choose(page, 'Ends', 'After a number of times')
  await dialog.getByRole('textbox', { name: 'Times' }).fill('3')
  await dialog.getByRole('button', { name: 'Save rule' }).click()
  await expect(row).toContainText('Every 2 months, on the last day, 3 times, 07:30')
  await act('Stop repeating')
  await expect(page.getByRole('button', { name: 'Repeat: Backup' })).toBeVisible()
  expect((await templatesOf(ada))[0]?.recurrence).toBeNull()
})
