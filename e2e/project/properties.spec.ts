import {
  type NewWorkItemProperty,
  projectsApi,
  workItemPropertiesApi,
  workItemsApi,
  workItemTypesApi,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { choose } from '../kit/choose.ts'
import { drag } from '../kit/drag.ts'
import { call, expect, test, type Visitor } from '../kit/visitors.ts'

const at = ({ slug, project_id }: Visitor) => ({ slug, project_id })

/** The types of a project that uses them: task, bug and story. */
async function switchOn(ada: Visitor) {
  const { context, slug } = ada
  const body = { is_issue_type_enabled: true }
  await call(context.request, projectsApi.change, { params: at(ada), body })
  const types = await call(context.request, workItemTypesApi.listOfWorkspace, { params: { slug } })
  const idOf = (name: string) => types.find((type) => type.name === name)?.id ?? ''
  return { task: idOf('Task'), bug: idOf('Bug'), story: idOf('Story') }
}

const define = ({ context, slug }: Visitor, type_id: string, body: NewWorkItemProperty) =>
  call(context.request, workItemPropertiesApi.create, { params: { slug, type_id }, body })

const propertiesOf = ({ context, slug }: Visitor) =>
  call(context.request, workItemPropertiesApi.list, { params: { slug } })

const itemOf = (ada: Visitor, id: string) =>
  call(ada.context.request, workItemsApi.get, { params: { ...at(ada), id } })

const options = (...names: string[]) =>
  names.map((name) => ({ id: crypto.randomUUID(), name, color: '#ca5747' }))

async function act(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** The properties of the type "Bug", on the screen of the types. */
async function openPanel(ada: Visitor) {
  const { page, slug } = ada
  await page.goto(`/${slug}/settings/types/`)
  await page.getByRole('link', { name: 'Bug', exact: true }).click()
  const panel = page.getByRole('region', { name: 'Bug properties' })
  const form = panel.getByRole('form')
  return {
    ...{ panel, form },
    row: (name: string) =>
      panel.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) }),
    namesOf: async () => (await propertiesOf(ada)).map(({ name }) => name),
    stored: async (name: string) => (await propertiesOf(ada)).find((one) => one.name === name),
    add: async (name: string, kind: string) => {
      await panel.getByRole('button', { name: 'Add property' }).click()
      await form.getByRole('textbox', { name: 'Name' }).fill(name)
      await choose(page, 'Kind', kind)
    },
    addOption: async (number: number, name: string) => {
      await form.getByRole('button', { name: 'Add option' }).click()
      await form.getByRole('textbox', { name: `Option ${number}` }).fill(name)
    },
    create: () => form.getByRole('button', { name: 'Create property' }).click(),
    grip: (name: string) => panel.getByRole('button', { name: `Move ${name}`, exact: true }),
  }
}

// @cap:properties.define
test('properties of every kind are defined for a type', async ({ ada }) => {
  const { page } = ada
  const { bug } = await switchOn(ada)
  const { panel, form, row, namesOf, stored, add, addOption, create, grip } = await openPanel(ada)

  await test.step('one of several options, one of them the default', async () => {
    await add('Severity', 'Select one')
    await addOption(1, 'Critical')
    await addOption(2, 'Minor')
    await form.getByRole('button', { name: 'Default: Minor' }).click()
    await form.getByRole('textbox', { name: 'Help text' }).fill('How bad it is.')
    await form.getByRole('switch', { name: 'Required' }).click()
    await create()
    await expect(row('Severity')).toContainText('Select one')
    await expect(row('Severity')).toContainText('Minor')
  })

  await test.step('every other kind, with what only that kind has', async () => {
    await add('Found in', 'Text')
    await form.getByRole('textbox', { name: 'Default' }).fill('4.2.0')
    await create()
    await expect(row('Found in')).toContainText('4.2.0')
    await add('Distance', 'Number')
    await form.getByRole('textbox', { name: 'Unit' }).fill('km')
    await choose(page, 'Decimal places', '1')
    await form.getByRole('textbox', { name: 'Default' }).fill('1,250.5')
    await create()
    await expect(row('Distance')).toContainText('1,250.5\u00a0km')
    await add('Regression', 'Checkbox')
    await form.getByRole('checkbox', { name: /^Default/ }).check()
    await create()
    await expect(row('Regression')).toContainText('Yes')
    const others = [
      ['Seen on', 'Date'],
      ['Meeting', 'Date and time'],
      ['Platforms', 'Select many'],
      ['Verified by', 'Person'],
      ['Reviewers', 'People'],
      ['Report', 'Link'],
      ['Cause', 'Work item'],
      ['Effects', 'Work items'],
    ] as const
    for (const [name, kind] of others) {
      await add(name, kind)
      if (name === 'Platforms') await addOption(1, 'Android')
      await create()
      await expect(row(name)).toContainText(kind)
    }
  })

  await test.step('in an order', async () => {
    await grip('Found in').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(panel.getByRole('listitem').first()).toContainText('Found in')
  })

  await test.step('all of it is stored', async () => {
    const all = [
      ...['Found in', 'Severity', 'Distance', 'Regression', 'Seen on', 'Meeting', 'Platforms'],
      ...['Verified by', 'Reviewers', 'Report', 'Cause', 'Effects'],
    ]
    await expect.poll(namesOf).toEqual(all)
    const severity = await stored('Severity')
    expect(severity).toMatchObject({ type_id: bug, help: 'How bad it is.', is_required: true })
    expect(severity?.options.map(({ name }) => name)).toEqual(['Critical', 'Minor'])
    expect(severity?.default_value).toEqual([severity?.options[1]?.id])
    const kinds = (await propertiesOf(ada)).map(({ kind, is_multi }) => [kind, is_multi])
    expect(kinds).toEqual([
      ...[
        ['text', false],
        ['option', false],
        ['number', false],
        ['boolean', false],
      ],
      ...[
        ['date', false],
        ['datetime', false],
        ['option', true],
        ['person', false],
      ],
      ...[
        ['person', true],
        ['link', false],
        ['item', false],
        ['item', true],
      ],
    ])
  })
})

test('options have colors and an order, and a name is used once', async ({ ada }) => {
  const { page } = ada
  await switchOn(ada)
  const { form, row, stored, add, create } = await openPanel(ada)
  await add('Severity', 'Select one')
  await create()
  await expect(form.getByText('Add at least one option.')).toBeVisible()
  await form.getByRole('button', { name: 'Add option' }).click()
  await form.getByRole('textbox', { name: 'Option 1' }).fill('Critical')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('textbox', { name: 'Option 2' })).toBeFocused()
  await page.keyboard.type('Minor')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('textbox', { name: 'Option 3' })).toBeFocused()
  await page.keyboard.type('Major')
  await form.getByRole('button', { name: 'Color of Minor' }).click()
  await page.getByRole('radio', { name: 'Lake' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('radio', { name: 'Lake' })).toHaveCount(0)
  await form.getByRole('button', { name: 'Move Major', exact: true }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(form.getByRole('textbox', { name: 'Option 2' })).toHaveValue('Major')
  await form.getByRole('button', { name: 'Default: Minor' }).click()
  await expectAccessibleInThemes(page)
  await create()
  await expect(row('Severity')).toContainText('Minor')
  await expect.poll(() => stored('Severity')).toBeTruthy()
  const severity = await stored('Severity')
  expect(severity?.options.map(({ name }) => name)).toEqual(['Critical', 'Major', 'Minor'])
  expect(severity?.options[2]?.color).toBe('#3d81d4')
  expect(severity?.default_value).toEqual([severity?.options[2]?.id])

  await add('severity', 'Text')
  await create()
  await expect(form.getByText('Another property of this type has this name.')).toBeVisible()
  await form.getByRole('textbox', { name: 'Name' }).fill('Found in')
  await create()
  await expect(row('Found in')).toBeVisible()
  await expectAccessible(page)
})

test('properties are ordered, changed, required, switched off and deleted', async ({ ada }) => {
  const { page } = ada
  const { bug } = await switchOn(ada)
  await define(ada, bug, {
    ...{ name: 'Severity', kind: 'option', is_required: true },
    options: options('Critical', 'Major', 'Minor'),
  })
  await define(ada, bug, { name: 'Found in', kind: 'text' })
  await define(ada, bug, { name: 'Distance', kind: 'number' })
  const { panel, form, row, namesOf, stored, grip } = await openPanel(ada)

  await test.step('in an order, by mouse and by keys', async () => {
    const first = panel.locator('[data-sortable]').filter({ hasText: 'Severity' })
    await drag(grip('Distance'), first, { x: 200, y: 4 })
    await expect.poll(async () => (await namesOf()).slice(0, 2)).toEqual(['Distance', 'Severity'])
    await grip('Distance').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(async () => (await namesOf()).slice(0, 2)).toEqual(['Severity', 'Distance'])
  })

  await test.step('changed, required, switched off and deleted', async () => {
    await act(page, 'Severity', 'Edit')
    await form.getByRole('textbox', { name: 'Name' }).fill('Impact')
    await form.getByRole('button', { name: 'Remove Critical' }).click()
    await expect(form.getByText('Work items with Critical lose this value')).toBeVisible()
    await form.getByRole('button', { name: 'Save property' }).click()
    await expect(row('Impact')).toBeVisible()
    await expect.poll(async () => (await stored('Impact'))?.options.length).toBe(2)
    await panel.getByRole('switch', { name: 'Required: Impact' }).click()
    await expect.poll(async () => (await stored('Impact'))?.is_required).toBe(false)
    await act(page, 'Found in', 'Turn off')
    await expect(row('Found in')).toContainText('Off')
    await act(page, 'Distance', 'Delete property')
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('Every work item loses its value')
    await dialog.getByRole('button', { name: 'Delete property' }).click()
    await expect(row('Distance')).toHaveCount(0)
    await expect.poll(namesOf).not.toContain('Distance')
  })
})

test('the properties of an item are changed where it is shown', async ({ ada }) => {
  const { page, slug } = ada
  const { bug } = await switchOn(ada)
  const [critical, minor] = options('Critical', 'Minor')
  const [android, ios] = options('Android', 'iOS')
  const severity = await define(ada, bug, {
    ...{ name: 'Severity', kind: 'option', help: 'How bad it is.' },
    options: [critical, minor].flatMap((one) => one ?? []),
  })
  const platforms = await define(ada, bug, {
    ...{ name: 'Platforms', kind: 'option', is_multi: true },
    options: [android, ios].flatMap((one) => one ?? []),
  })
  const found = await define(ada, bug, { name: 'Found in', kind: 'text' })
  const distance = await define(ada, bug, {
    ...{ name: 'Distance', kind: 'number', unit: 'km', decimals: 1 },
  })
  const regression = await define(ada, bug, { name: 'Regression', kind: 'boolean' })
  const seen = await define(ada, bug, { name: 'Seen on', kind: 'date' })
  const meeting = await define(ada, bug, { name: 'Meeting', kind: 'datetime' })
  const verified = await define(ada, bug, { name: 'Verified by', kind: 'person' })
  const report = await define(ada, bug, { name: 'Report', kind: 'link' })
  const cause = await define(ada, bug, { name: 'Cause', kind: 'item', is_multi: true })
  const item = await ada.addItem('Tiles stop', { type_id: bug })
  const other = await ada.addItem('Cache eviction')
  const value = async (id: string) => (await itemOf(ada, item.id)).property_values[id]

  await page.goto(`/${slug}/browse/TRAIL-1/`)
  const details = page.getByRole('region', { name: 'Bug details' })
  const pick = async (name: string | RegExp) => {
    await page.getByRole('option', { name }).click()
  }

  await test.step('options', async () => {
    await details.getByRole('button', { name: 'Severity: None' }).click()
    await pick('Minor')
    await expect(details.getByRole('button', { name: 'Severity: Minor' })).toBeVisible()
    await expect.poll(() => value(severity.id)).toEqual([minor?.id])
    await details.getByRole('button', { name: 'Platforms: None' }).click()
    await pick('Android')
    await pick('iOS')
    await page.keyboard.press('Escape')
    await expect(details.getByRole('button', { name: 'Platforms: Android, iOS' })).toBeVisible()
    await expect.poll(() => value(platforms.id)).toEqual([android?.id, ios?.id])
  })

  await test.step('text, numbers and links, typed in place', async () => {
    await details.getByRole('textbox', { name: 'Found in' }).fill('4.2.0')
    await details.getByRole('textbox', { name: 'Distance' }).fill('a lot')
    await expect.poll(() => value(found.id)).toBe('4.2.0')
    await page.keyboard.press('Enter')
    await expect(details.getByText('Enter a number.')).toBeVisible()
    await details.getByRole('textbox', { name: 'Distance' }).fill('1,250.54')
    await page.keyboard.press('Enter')
    await expect(details.getByRole('textbox', { name: 'Distance' })).toHaveValue('1,250.5\u00a0km')
    await expect.poll(() => value(distance.id)).toBe(1250.5)
    await details.getByRole('textbox', { name: 'Report' }).fill('example.com/report')
    await page.keyboard.press('Enter')
    await expect(details.getByRole('link', { name: 'Open Report' })).toHaveAttribute(
      'href',
      'http://example.com/report',
    )
    await expect.poll(() => value(report.id)).toBe('http://example.com/report')
    await details.getByRole('textbox', { name: 'Found in' }).fill('never')
    await page.keyboard.press('Escape')
    await expect(details.getByRole('textbox', { name: 'Found in' })).toHaveValue('4.2.0')
  })

  await test.step('yes and no, days and times, people and work items', async () => {
    await details.getByRole('checkbox', { name: /^Regression/ }).check()
    await expect.poll(() => value(regression.id)).toBe(true)
    await details.getByRole('button', { name: 'Seen on: None' }).click()
    await page.getByRole('textbox', { name: 'Date' }).fill('2026-03-02')
    await page.keyboard.press('Enter')
    await expect(details.getByRole('button', { name: 'Seen on: Mar 02, 2026' })).toBeVisible()
    await expect.poll(() => value(seen.id)).toBe('2026-03-02')
    await details.getByRole('button', { name: 'Meeting: None' }).click()
    await page.getByRole('textbox', { name: 'Date' }).fill('2026-03-02')
    await page.keyboard.press('Enter')
    await page.getByLabel('Time').fill('14:30')
    await page.keyboard.press('Escape')
    await expect.poll(() => value(meeting.id)).toBe('2026-03-02T14:30:00.000Z')
    await expect(details.getByRole('button', { name: /^Meeting: Mar 2, 2026/ })).toBeVisible()
    await details.getByRole('button', { name: 'Verified by: None' }).click()
    await pick('You')
    await expect(details.getByRole('button', { name: /^Verified by: user-/ })).toBeVisible()
    await details.getByRole('button', { name: 'Select work item: Cause' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Cache eviction/ })
      .click()
    await expect(details.getByRole('link', { name: 'TRAIL-2 Cache eviction' })).toBeVisible()
    await expect.poll(() => value(cause.id)).toEqual([other.id])
    await details.getByRole('button', { name: 'Remove TRAIL-2' }).click()
    await expect.poll(() => value(cause.id)).toBeUndefined()
    await expectAccessibleInThemes(page)
  })

  await test.step('the history tells each change', async () => {
    const history = page.getByRole('region', { name: 'Activity' })
    for (const line of [
      ...['set Severity to Minor', 'added iOS to Platforms', 'set Distance to 1,250.5\u00a0km'],
      ...['set Regression to Yes', 'set Seen on to Mar 02, 2026', 'added TRAIL-2 to Cause'],
    ]) {
      await expect(history.getByText(line)).toBeVisible()
    }
    await expect(history.getByText('removed TRAIL-2 from Cause')).toBeVisible()
  })

  await test.step('they last', async () => {
    await page.reload()
    await expect(details.getByRole('button', { name: 'Severity: Minor' })).toBeVisible()
    await expect(details.getByRole('textbox', { name: 'Found in' })).toHaveValue('4.2.0')
    await expect(details.getByRole('checkbox', { name: 'Regression: Yes' })).toBeChecked()
    await expect(details.getByRole('button', { name: /^Verified by: user-/ })).toBeVisible()
    await expect.poll(async () => (await value(verified.id)) !== undefined).toBe(true)
  })
})
