import { readFile } from 'node:fs/promises'
import { workItemListsApi } from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import { call, expect, test, type Visitor } from '../kit/visitors.ts'

const stepOf = (page: Page) =>
  page.getByRole('list', { name: 'Steps of the import' }).locator('[aria-current=step]')

const namesIn = async ({ context, slug, project_id }: Visitor) => {
  const params = { slug, project_id }
  const { results } = await call(context.request, workItemListsApi.project, { params })
  return (results as { name: string }[]).map(({ name }) => name).toSorted()
}

// @cap:exports.create
// @cap:exports.history
test('an admin exports chosen projects, follows it to the download, and finds it again', async ({
  ada,
}) => {
  const { page, slug } = ada
  await ada.addItem('Survey the ridge')
  await page.goto(`/${slug}/settings/exports/`)
  await expect(page).toHaveTitle('Acme - Exports')
  await expect(page.getByRole('heading', { name: 'No exports yet' })).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('Projects').click()
  await page.getByRole('option', { name: /Trail Maps/ }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Projects')).toHaveText('Trail Maps')
  await page.getByRole('combobox', { name: 'Format' }).click()
  await page.getByRole('option', { name: 'Excel' }).click()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByText('Export started').first()).toBeVisible()
  const row = page.getByRole('region', { name: 'Previous exports' }).getByRole('row').nth(1)
  await expect(row).toHaveAccessibleName(/1 project Excel Completed/)
  await expectAccessible(page)

  const download = page.waitForEvent('download')
  await row.getByRole('link', { name: 'Download' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(new RegExp(`^export-${slug}-\\w{6}-[\\d-]+\\.zip$`))
  const bytes = await readFile(await file.path())
  expect(bytes.subarray(0, 2).toString()).toBe('PK')

  // The list shows the same after a reload.
  await page.reload()
  await expect(row).toHaveAccessibleName(/1 project Excel Completed/)
  await expect(row.getByRole('link', { name: 'Download' })).toBeVisible()
})

const hikes = [
  'Title,Status,Tags,Colour',
  'Mark the ridge path,In Progress,snow,red',
  'Count the marmots,,,',
  'Somewhere else,Nowhere,,',
].join('\r\n')

// @cap:exports.import-csv-dry-run
// @cap:exports.import-csv-run
test('a file is mapped, checked, imported, and undone as a whole', async ({ ada }) => {
  const { page, slug } = ada
  await page.goto(`/${slug}/settings/imports/`)
  await expect(page).toHaveTitle('Acme - Imports')
  await expect(page.getByRole('heading', { name: 'No imports yet' })).toBeVisible()
  const file = page.getByLabel('File', { exact: true })
  await page.getByRole('combobox', { name: 'Project' }).click()
  await page.getByRole('option', { name: 'Trail Maps' }).click()

  await file.setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from('') })
  await expect(page.getByText('This file is empty.')).toBeVisible()

  const buffer = Buffer.from(hikes)
  await file.setInputFiles({ name: 'hikes.csv', mimeType: 'text/csv', buffer })
  await expect(stepOf(page)).toHaveText('2Columns')
  await expect(page.getByRole('combobox', { name: 'Title is' })).toHaveText('Name')
  await expect(page.getByRole('combobox', { name: 'Colour is' })).toHaveText('Skip')
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Colour is' }).click()
  await page.getByRole('option', { name: 'Description' }).click()
  await expect(page.getByRole('combobox', { name: 'Colour is' })).toHaveText('Description')

  // Nothing is imported before the user has seen the preview.
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByRole('row', { name: '2 Labels There is no label' })).toBeVisible()
  await expect(page.getByRole('row', { name: '4 State There is no state' })).toBeVisible()
  await expectAccessible(page)
  expect(await namesIn(ada)).toEqual([])
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByLabel('Create missing labels').check()
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText('1 label will be created: snow')).toBeVisible()
  await page.getByRole('button', { name: 'Import 2 work items' }).click()

  await expect(page.getByText('2 work items imported into Trail Maps')).toBeVisible()
  await expect.poll(() => namesIn(ada)).toEqual(['Count the marmots', 'Mark the ridge path'])
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download 1 row with problems' }).click()
  const errors = await download
  expect(errors.suggestedFilename()).toBe('hikes-errors.csv')
  const said = await readFile(await errors.path(), 'utf8')
  expect(said.split('\r\n')[1]).toContain('There is no state called “Nowhere”.')

  // Importing the same file again creates only the corrected rows.
  await page.getByRole('button', { name: 'Import another file' }).click()
  await page.getByRole('combobox', { name: 'Project' }).click()
  await page.getByRole('option', { name: 'Trail Maps' }).click()
  const corrected = Buffer.from(hikes.replace('Nowhere', 'Todo'))
  await file.setInputFiles({ name: 'again.csv', mimeType: 'text/csv', buffer: corrected })
  await expect(stepOf(page)).toHaveText('2Columns')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByRole('button', { name: 'Import 1 work item' }).click()
  await expect(page.getByText('2 rows were already imported.')).toBeVisible()

  await page.getByRole('button', { name: 'Undo the import of hikes.csv' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('Import undone').first()).toBeVisible()
  await expect.poll(() => namesIn(ada)).toEqual(['Somewhere else'])
  await expect(page.getByRole('row', { name: /hikes.csv .* Undone/ })).toBeVisible()
})
