import {
  labelsApi,
  MEMBER,
  projectsApi,
  type WorkItem,
  workItemListsApi,
  workItemPropertiesApi,
  workItemsApi,
  workItemTypesApi,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { choose as chooseOption } from '../kit/choose.ts'
import { drag } from '../kit/drag.ts'
import { call, expect, test, type Visitor } from '../kit/visitors.ts'

const at = ({ slug, project_id }: Visitor) => ({ slug, project_id })

const typesOf = ({ context, slug }: Visitor) =>
  call(context.request, workItemTypesApi.listOfWorkspace, { params: { slug } })
const namesOf = async (ada: Visitor) => (await typesOf(ada)).map(({ name }) => name)

/** Enables types in the project, like its settings. */
async function switchOn(ada: Visitor) {
  await call(ada.context.request, projectsApi.change, {
    params: at(ada),
    body: { is_issue_type_enabled: true },
  })
  return typesOf(ada)
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })

async function choose(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

// @cap:types.define
test('types are defined for the workspace, and each project says which it uses', async ({
  ada,
}) => {
  const { page, slug } = ada
  await test.step('what most need is there at once', async () => {
    await page.goto(`/${slug}/settings/types/`)
    await page.getByRole('button', { name: 'Use Task, Bug and Story' }).click()
    await expect(rowOf(page, 'Story')).toBeVisible()
    await expect.poll(() => namesOf(ada)).toEqual(['Task', 'Bug', 'Story'])
    await expectAccessibleInThemes(page)
  })

  await test.step('with an icon and a color of its own', async () => {
    await page.getByRole('button', { name: 'New type' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('bug')
    await page.getByRole('button', { name: 'Create type' }).click()
    await expect(page.getByText('Another type has this name.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Name' }).fill('Chore')
    await page.getByRole('textbox', { name: 'Description' }).fill('Tidying up.')
    await page.getByRole('button', { name: 'Icon and color' }).click()
    await page.getByRole('radio', { name: 'Amber' }).click()
    await page.getByRole('button', { name: 'wrench', exact: true }).click()
    await page.getByRole('button', { name: 'Create type' }).click()
    await expect(rowOf(page, 'Chore')).toContainText('Tidying up.')
    await expect
      .poll(async () => (await typesOf(ada)).find(({ name }) => name === 'Chore')?.logo_props)
      .toEqual({ in_use: 'icon', icon: { name: 'wrench', color: '#d18223' } })
  })

  await test.step('in an order, by mouse and by keys', async () => {
    const grip = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true })
    const first = page.locator('[data-sortable]').filter({ hasText: 'Task' })
    await drag(grip('Chore'), first, { x: 200, y: 4 })
    await expect.poll(() => namesOf(ada)).toEqual(['Chore', 'Task', 'Bug', 'Story'])
    await grip('Chore').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(() => namesOf(ada)).toEqual(['Task', 'Chore', 'Bug', 'Story'])
  })

  await test.step('one is the default, one is switched off, one is renamed', async () => {
    await choose(page, 'Task', 'Make default')
    await expect(rowOf(page, 'Task')).toContainText('Default')
    await choose(page, 'Bug', 'Make default')
    await expect(rowOf(page, 'Bug')).toContainText('Default')
    await expect(rowOf(page, 'Task')).not.toContainText('Default')
    await choose(page, 'Story', 'Turn off')
    await expect(rowOf(page, 'Story')).toContainText('Off')
    await choose(page, 'Chore', 'Edit')
    await page.getByRole('textbox', { name: 'Name' }).fill('Upkeep')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(rowOf(page, 'Upkeep')).toBeVisible()
    await expect.poll(() => namesOf(ada)).toEqual(['Task', 'Upkeep', 'Bug', 'Story'])
  })

  const projectTypes = `/${slug}/settings/projects/${ada.project_id}/types/`
  await test.step('a project switches them on, and off one by one', async () => {
    await page.goto(`/${slug}/settings/projects/${ada.project_id}/features/`)
    await page.getByRole('switch', { name: 'Types' }).click()
    await expect(page.getByRole('switch', { name: 'Types' })).toBeChecked()
    await page.goto(projectTypes)
    await expect(rowOf(page, 'Bug')).toContainText('Default')
    await expect(rowOf(page, 'Story')).toHaveCount(0)
    await page.getByRole('switch', { name: 'Use Upkeep' }).click()
    await page.getByRole('button', { name: 'Make default: Task' }).click()
    await expect(rowOf(page, 'Task')).toContainText('Default')
    await expectAccessible(page)
    const [task, , bug] = await typesOf(ada)
    const chosen = { type_ids: [task?.id, bug?.id].sort(), default_type: task?.id }
    await expect
      .poll(() => call(ada.context.request, projectsApi.get, { params: at(ada) }))
      .toMatchObject(chosen)
  })

  await test.step('a type that goes leaves its items to another', async () => {
    const bug = (await typesOf(ada)).find(({ name }) => name === 'Bug')
    const item = await ada.addItem('Broken', { type_id: bug?.id })
    await page.goto(`/${slug}/settings/types/`)
    await choose(page, 'Bug', 'Delete type')
    const dialog = page.locator('[role=alertdialog], [role=dialog]')
    await dialog.getByLabel('New type of its work items').click()
    await page.getByRole('option', { name: 'Upkeep' }).click()
    await dialog.getByRole('button', { name: 'Delete type' }).click()
    await expect(rowOf(page, 'Bug')).toHaveCount(0)
    const upkeep = (await typesOf(ada)).find(({ name }) => name === 'Upkeep')
    const read = () =>
      call(ada.context.request, workItemsApi.get, { params: { ...at(ada), id: item.id } })
    await expect.poll(async () => (await read()).type_id).toBe(upkeep?.id)
  })

  await test.step('only admins', async () => {
    const bob = await ada.addColleague(MEMBER, 'Bob Fields')
    await bob.page.goto(`/${slug}/settings/types/`)
    await expect(bob.page.getByText('Upkeep')).toHaveCount(0)
    await expect(bob.page.getByRole('button', { name: 'New type' })).toHaveCount(0)
  })
})

// @cap:types.use
test('an item has a type wherever it is shown, found and changed', async ({ ada }) => {
  const { page } = ada
  const row = (name: string) => page.getByRole('group', { name })
  await ada.addItem('Older')
  await page.goto(ada.list)
  await expect(row('Older')).toBeVisible()
  await page.getByRole('button', { name: 'Display' }).click()
  await expect(page.getByRole('button', { name: 'Type', exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await switchOn(ada)

  await test.step('chosen when it is created, the default otherwise', async () => {
    await page.getByRole('button', { name: 'New work item' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Tiles stop')
    await dialog.getByRole('button', { name: 'Type: Task' }).click()
    await page.getByRole('option', { name: 'Bug' }).click()
    await dialog.getByRole('button', { name: 'Create work item' }).click()
    await expect(row('Tiles stop').getByRole('button', { name: 'Type: Bug' })).toBeVisible()
    await ada.addItem('Draw it')
    await expect(row('Draw it').getByRole('button', { name: 'Type: Task' })).toBeVisible()
    await expect(row('Older').getByRole('button', { name: /^Type:/ })).toHaveCount(0)
  })

  await test.step('changed in its row', async () => {
    await row('Draw it').getByRole('button', { name: 'Type: Task' }).click()
    await page.getByRole('option', { name: 'Story' }).click()
    await expect(row('Draw it').getByRole('button', { name: 'Type: Story' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('filtered and grouped by it', async () => {
    await page.getByRole('button', { name: /^Filters/ }).click()
    const filters = page.getByRole('dialog', { name: 'Filters' })
    const types = filters.getByRole('group', { name: /^Type/ })
    await types.getByRole('checkbox', { name: 'Bug' }).check()
    await expect(page.getByRole('group', { name: /^TRAIL-/ })).toHaveCount(1)
    await types.getByRole('checkbox', { name: 'No type' }).check()
    await expect(page.getByRole('group', { name: /^TRAIL-/ })).toHaveCount(2)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.getByRole('button', { name: 'Display' }).click()
    await chooseOption(page, 'Group by', 'Type')
    await expect(page.getByRole('option')).toHaveCount(0)
    await page.keyboard.press('Escape')
    // It returns the focus when it is gone.
    await expect(page.getByRole('dialog', { name: 'Display' })).toHaveCount(0)
    for (const name of ['Bug', 'Story', 'No type']) {
      await expect(
        page.getByRole('button', { name: new RegExp(`^${name}`), expanded: true }),
      ).toBeVisible()
    }
  })

  await test.step('changed for several at once', async () => {
    await row('Older').focus()
    await page.keyboard.press('x')
    await row('Draw it').focus()
    await page.keyboard.press('x')
    const bar = page.getByRole('region', { name: 'Selected work items' })
    await bar.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Task' }).click()
    await expect(row('Older').getByRole('button', { name: 'Type: Task' })).toBeVisible()
    await expect(row('Draw it').getByRole('button', { name: 'Type: Task' })).toBeVisible()
  })

  await test.step('on cards and in cells', async () => {
    await page.goto(`${ada.list}?layout=kanban`)
    const card = page.getByRole('article', { name: /Tiles stop/ })
    await card.getByRole('button', { name: 'Type: Bug' }).click()
    await page.getByRole('option', { name: 'Story' }).click()
    await expect(card.getByRole('button', { name: 'Type: Story' })).toBeVisible()
    await page.goto(`${ada.list}?layout=spreadsheet`)
    const cell = page
      .getByRole('row', { name: 'Tiles stop' })
      .getByRole('gridcell', { name: /^Type/ })
    await expect(cell).toHaveText('Story')
    await cell.click()
    await page.getByRole('option', { name: 'Bug' }).click()
    await expect(cell).toHaveText('Bug')
    await page.getByRole('columnheader', { name: 'Type' }).getByRole('button').click()
    await page.getByRole('menuitemcheckbox', { name: 'A to Z' }).click()
    await expect(
      page.locator('[role=gridcell][data-col="0"]').getByRole('link').first(),
    ).toHaveText('Tiles stop')
  })

  await test.step('on its page, where the history tells', async () => {
    await page.goto(`/${ada.slug}/browse/TRAIL-2/`)
    const pill = page.getByRole('button', { name: 'Type: Bug' }).first()
    await pill.click()
    await page.getByRole('option', { name: 'Task' }).click()
    await expect(page.getByRole('button', { name: 'Type: Task' })).toHaveCount(2)
    await expect(page.getByText('changed the type to Task')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('for several at once, with their properties mapped', async () => {
    const { context, slug } = ada
    const types = await typesOf(ada)
    const define = (type: string, name: string) =>
      call(context.request, workItemPropertiesApi.create, {
        params: { slug, type_id: types.find((one) => one.name === type)?.id ?? '' },
        body: { name, kind: 'text' },
      })
    const [effort, size] = [await define('Task', 'Effort'), await define('Story', 'Size')]
    const stored = async (name: string) => {
      const page = await call(context.request, workItemListsApi.project, { params: at(ada) })
      return (page.results as WorkItem[]).find((item) => item.name === name)
    }
    for (const name of ['Older', 'Draw it']) {
      const params = { ...at(ada), id: (await stored(name))?.id ?? '' }
      const body = { property_values: { [effort.id]: `${name} takes long` } }
      await call(context.request, workItemsApi.change, { params, body })
    }
    await page.goto(`${ada.list}?layout=list`)
    for (const name of ['Older', 'Draw it']) {
      await row(name).hover()
      await row(name).getByRole('checkbox').check()
    }
    const bar = page.getByRole('region', { name: 'Selected work items' })
    await bar.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Story' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change type to Story' })
    await chooseOption(page, 'New property for Effort', 'Size')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Change type' }).click()
    for (const name of ['Older', 'Draw it']) {
      await expect
        .poll(async () => (await stored(name))?.property_values)
        .toEqual({ [size.id]: `${name} takes long` })
    }
    await expect(row('Draw it').getByRole('button', { name: 'Type: Story' })).toBeVisible()
    await bar.getByRole('button', { name: 'Clear selection' }).click()
    await page.goto(`/${slug}/browse/TRAIL-2/`)
  })

  await test.step('and nowhere once the project uses no types', async () => {
    await call(ada.context.request, projectsApi.change, {
      params: at(ada),
      body: { is_issue_type_enabled: false },
    })
    await expect(page.getByRole('button', { name: /^Type/ })).toHaveCount(0)
    await page.goto(ada.list)
    await expect(page.getByRole('link', { name: 'Tiles stop' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'State' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Type' })).toHaveCount(0)
  })
})

// @cap:sub-items.properties
test('every property of a sub-item is shown, changed and switched off', async ({ ada }) => {
  const { page, slug, project_id } = ada
  await switchOn(ada)
  const parent = await ada.addItem('Offline maps')
  await ada.addItem('Resume it', { parent_id: parent.id, start_date: '2026-03-02' })
  const label = { params: { slug, project_id }, body: { name: 'Maps' } }
  await call(ada.context.request, labelsApi.create, label)
  await page.goto(`/${slug}/browse/TRAIL-1/`)
  const below = page.getByRole('region', { name: 'Sub-items', exact: true })
  const button = (name: string | RegExp) => below.getByRole('button', { name })
  const pick = async (name: string) => {
    await page.getByRole('option', { name }).click()
    await page.keyboard.press('Escape')
  }

  await test.step('each is changed in its row', async () => {
    await button('Type of TRAIL-2: Task').click()
    await pick('Bug')
    await expect(button('Type of TRAIL-2: Bug')).toBeVisible()
    await button(/^State of TRAIL-2/).click()
    await pick('Todo')
    await expect(button('State of TRAIL-2: Todo')).toBeVisible()
    await button(/^Priority of TRAIL-2/).click()
    await pick('High')
    await expect(button('Priority of TRAIL-2: High')).toBeVisible()
    await below.getByRole('link', { name: /Resume it/ }).hover()
    await button('Add labels to TRAIL-2').click()
    await pick('Maps')
    await expect(button('Labels of TRAIL-2: Maps')).toBeVisible()
    await button(/^Assignees of TRAIL-2/).click()
    await page.getByRole('option').first().click()
    await page.keyboard.press('Escape')
    await button(/^Start date of TRAIL-2/).click()
    await page.getByRole('button', { name: /March 9th/ }).click()
    await expect(button(/^Start date of TRAIL-2: Mar 09/)).toBeVisible()
    await button('Add a due date to TRAIL-2').click()
    await page.getByRole('button', { name: /15th/ }).first().click()
    await expect(button(/^Due date of TRAIL-2/)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('each is switched off and stays so', async () => {
    const shown: [string, () => ReturnType<typeof button>][] = [
      ['ID', () => below.getByText('TRAIL-2', { exact: true })],
      ['Type', () => button(/^Type of/)],
      ['Assignee', () => button(/^Assignees of/)],
      ['Start date', () => button(/^Start date of/)],
      ['Due date', () => button(/^Due date of/)],
      ['Labels', () => button(/^Labels of/)],
      ['Priority', () => button(/^Priority of/)],
      ['State', () => button(/^State of/)],
    ]
    for (const [, found] of shown) await expect(found()).toHaveCount(1)
    await button('Display sub-items').click()
    for (const [name] of shown) {
      await page.getByRole('menuitemcheckbox', { name, exact: true }).first().click()
    }
    await page.keyboard.press('Escape')
    for (const [, found] of shown) await expect(found()).toHaveCount(0)
    await page.reload()
    await expect(below.getByRole('link', { name: /Resume it/ })).toBeVisible()
    for (const [, found] of shown) await expect(found()).toHaveCount(0)
  })
})
