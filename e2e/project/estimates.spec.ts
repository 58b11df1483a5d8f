import { type Estimate, estimatesApi, projectsApi, workItemsApi } from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { drag } from '../kit/drag.ts'
import { tryAgain } from '../kit/try-again.ts'
import { call, dialogOf, expect, test, type Visitor } from '../kit/visitors.ts'

const screen = ({ slug, project_id }: Visitor) =>
  `/${slug}/settings/projects/${project_id}/estimates/`

const systemsOf = ({ context, slug, project_id }: Visitor) =>
  call(context.request, estimatesApi.list, { params: { slug, project_id } })

const activeOf = async ({ context, slug, project_id }: Visitor) =>
  (await call(context.request, projectsApi.get, { params: { slug, project_id } })).estimate

const pointOf = async ({ context, slug, project_id }: Visitor, id: string) =>
  (await call(context.request, workItemsApi.get, { params: { slug, project_id, id } }))
    .estimate_point

const valuesOf = (estimate: Estimate | undefined) => estimate?.points.map(({ value }) => value)

/** An estimate system in use. */
async function inUse(ada: Visitor, values: readonly string[]) {
  const { context, slug, project_id } = ada
  const params = { slug, project_id }
  const estimate = await call(context.request, estimatesApi.create, {
    params,
    body: {
      estimate: { name: 'Points', type: 'points', last_used: true },
      estimate_points: values.map((value, index) => ({ key: index + 1, value })),
    },
  })
  await call(context.request, projectsApi.change, { params, body: { estimate: estimate.id } })
  return estimate
}

const rewrite = async (page: Page, from: string, to: string) => {
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: `Edit ${from}`, exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Value' }).fill(to)
  await dialog.getByRole('button', { name: 'Save value' }).click()
}
const message = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text)

// @cap:estimates.create-system
// @cap:estimates.value-rules
test('an admin makes a system of points from a template, and one of words from scratch', async ({
  ada,
}) => {
  const { page } = ada
  await page.goto(screen(ada))
  await page.getByRole('button', { name: 'Add estimate system' }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByText('Step 1 of 2')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Fibonacci/ }).click()
  for (const [typed, sentence] of [
    ['', 'Enter a value.'],
    ['five', 'Enter a number.'],
    ['0', 'Enter a number greater than 0.'],
    ['8', 'This value already exists.'],
  ] as const) {
    await rewrite(page, '13', typed)
    await expect(dialog.getByText(sentence)).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).first().click()
  }
  await dialog.getByRole('button', { name: 'Edit 13' }).click()
  await dialog.getByRole('button', { name: 'Create estimate system' }).click()
  await expect(dialog.getByText(/Save or cancel the open value/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Value' }).fill('20')
  await dialog.getByRole('button', { name: 'Save value' }).click()
  await expect(dialog.getByRole('button', { name: 'Add value' })).toBeHidden()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create estimate system' }).click()
  await expect(dialog).toBeHidden()
  const enabled = page.getByRole('switch', { name: 'Use estimates in this project' })
  await expect(enabled).toBeChecked()
  const [points] = await systemsOf(ada)
  expect(points).toMatchObject({ name: 'Points', type: 'points', last_used: true })
  expect(valuesOf(points)).toEqual(['1', '2', '3', '5', '8', '20'])
  await expect.poll(() => activeOf(ada)).toBe(points?.id)
  await expectAccessibleInThemes(page)

  await page.getByRole('button', { name: 'Delete Points' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Delete estimate system' })
    .click()
  await page.getByRole('button', { name: 'Add estimate system' }).click()
  await dialog.getByRole('radio', { name: /^Categories/ }).click()
  await dialog.getByRole('button', { name: /^Custom/ }).click()
  await rewrite(page, 'Easy', '3')
  await expect(dialog.getByText('Enter a word, not a number.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).first().click()
  await expect(dialog.getByRole('button', { name: /^Can't remove Easy/ })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Add value' }).click()
  // Text beyond the limit is not accepted.
  await dialog.getByRole('textbox', { name: 'Value' }).fill('x'.repeat(20))
  await page.keyboard.type('y')
  await dialog.getByRole('button', { name: 'Save value' }).click()
  await dialog.getByRole('button', { name: 'Create estimate system' }).click()
  await expect(dialog).toBeHidden()
  const [words] = await systemsOf(ada)
  expect(words).toMatchObject({ name: 'Categories', type: 'categories' })
  expect(valuesOf(words)).toEqual(['Easy', 'Hard', 'x'.repeat(20)])
  await expect.poll(() => activeOf(ada)).toBe(words?.id)
})

// @cap:estimates.edit-values
// @cap:estimates.delete
test('values are changed, added, moved and replaced; another system takes over; deleted, all is clear', async ({
  ada,
}) => {
  const { page } = ada
  const estimate = await inUse(ada, ['1', '2', '3'])
  const [one, two] = estimate.points.map(({ id }) => id)
  const item = await ada.addItem('Contour lines flicker', { estimate_point: two })
  const other = await ada.addItem('Compass needle jumps', { estimate_point: one })
  await page.goto(screen(ada))
  await page.getByRole('button', { name: 'Edit Points' }).click()
  const dialog = dialogOf(page).first()
  const values = async () => valuesOf((await systemsOf(ada)).find(({ id }) => id === estimate.id))
  await rewrite(page, '3', '5')
  await expect.poll(values).toEqual(['1', '2', '5'])
  await test.step('the system and its values say what they mean', async () => {
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Days of one person')
    await dialog.getByRole('button', { name: 'Edit 5', exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Meaning' }).fill('A working week')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('A working week')).toBeVisible()
    const said = async () => {
      const system = (await systemsOf(ada)).find(({ id }) => id === estimate.id)
      return [system?.description, system?.points.map(({ description }) => description)]
    }
    await expect.poll(said).toEqual(['Days of one person', ['', '', 'A working week']])
    await expect(page.getByText('Days of one person')).toBeVisible()
  })
  await dialog.getByRole('button', { name: 'Add value' }).click()
  await dialog.getByRole('textbox', { name: 'Value' }).fill('8')
  await page.keyboard.press('Enter')
  await expect.poll(values).toEqual(['1', '2', '5', '8'])
  const handle = (value: string) =>
    dialog.getByRole('button', { name: `Move ${value}`, exact: true })
  await drag(handle('8'), handle('1'), { x: 10, y: 2 })
  await expect.poll(values).toEqual(['8', '1', '2', '5'])
  await handle('8').click()
  await page.getByRole('menuitem', { name: /^Move down/ }).click()
  await expect.poll(values).toEqual(['1', '8', '2', '5'])

  await dialog.getByRole('button', { name: 'Remove 2' }).click()
  const asking = page.getByRole('dialog', { name: 'Remove 2?' })
  await asking.getByRole('combobox', { name: 'Change work items with this value to' }).click()
  await page.getByRole('option', { name: '1' }).click()
  await asking.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(values).toEqual(['1', '8', '5'])
  await expect.poll(() => pointOf(ada, item.id)).toBe(one)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Switch Points to another system' }).click()
  await dialog.getByRole('radio', { name: /^Time/ }).click()
  await dialog.getByRole('button', { name: /^Hours/ }).click()
  await dialog.getByRole('button', { name: 'Edit 1h' }).click()
  await dialog.getByRole('textbox', { name: 'Minutes' }).fill('30')
  await dialog.getByRole('button', { name: 'Save value' }).click()
  await expect(dialog.getByText('1h 30m')).toBeVisible()
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByRole('combobox', { name: 'New value for 1' }).click()
  await page.getByRole('option', { name: '1h 30m' }).click()
  await dialog.getByRole('button', { name: 'Switch system' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Former systems' })).toBeVisible()
  const timeSystem = async () => (await systemsOf(ada)).find(({ type }) => type === 'time')
  await expect.poll(timeSystem).toBeDefined()
  const time = await timeSystem()
  await expect.poll(() => activeOf(ada)).toBe(time?.id)
  for (const { id } of [item, other]) {
    const point = time?.points.find(({ value }) => value === '1.5')
    await expect.poll(() => pointOf(ada, id)).toBe(point?.id)
  }

  await page.getByRole('button', { name: 'Delete Time' }).click()
  const warning = page.getByRole('alertdialog')
  await expect(warning).toContainText('removed from every work item')
  await warning.getByRole('button', { name: 'Delete estimate system' }).click()
  await expect(message(page, 'Time deleted')).toBeVisible()
  await expect.poll(() => activeOf(ada)).toBeNull()
  await expect.poll(() => pointOf(ada, item.id)).toBeNull()
})

// @cap:estimates.failure-messages
test('what fails says so and leaves everything as it was', async ({ ada }) => {
  const { page } = ada
  await page.route('**/api/**/estimates/', (route) => route.abort())
  await page.goto(screen(ada))
  await expect(
    page.getByRole('heading', { name: "The estimates couldn't be loaded" }),
  ).toBeVisible()
  await page.unroute('**/api/**/estimates/')
  await tryAgain(page, page.getByRole('button', { name: 'Add estimate system' }))

  const refuse = (method: string) =>
    page.route('**/api/**/estimates/**', (route) =>
      route.request().method() === method
        ? route.fulfill({ status: 500, json: { error: 'Something went wrong' } })
        : route.continue(),
    )
  await refuse('POST')
  await page.getByRole('button', { name: 'Add estimate system' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: /^Linear/ }).click()
  await dialog.getByRole('button', { name: 'Create estimate system' }).click()
  await expect(message(page, "The estimate system wasn't created")).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Edit 6' })).toBeVisible()
  expect(await systemsOf(ada)).toEqual([])
  await page.unroute('**/api/**/estimates/**')
  await dialog.getByRole('button', { name: 'Create estimate system' }).click()
  await expect(dialog).toBeHidden()

  await refuse('DELETE')
  await page.getByRole('button', { name: 'Delete Points' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Delete estimate system' })
    .click()
  await expect(message(page, "The estimate system wasn't deleted")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Points' })).toBeVisible()
  expect(await systemsOf(ada)).toHaveLength(1)
})
