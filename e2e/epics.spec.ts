import { projectsApi } from '@cairn/contract'
import { expectAccessible } from './accessibility.ts'
import { call, expect, test } from './visitors.ts'

test('a project with epics has a list of them, apart from its work items', async ({ ada }) => {
  const { page, slug, project_id, context } = ada
  await page.goto(`/${slug}/projects/${project_id}/epics/`)
  await expect(page.getByRole('heading', { name: 'This project has no epics' })).toBeVisible()
  await call(context.request, projectsApi.change, {
    params: { slug, project_id },
    body: { is_epic_enabled: true },
  })
  await expect(page.getByRole('heading', { name: 'No epics yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Create your first epic' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create new epic' })
  await dialog.getByLabel('Title').fill('Maps without a network')
  await expect(dialog.getByRole('button', { name: 'Add parent' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  const epic = page.getByRole('group', { name: /Maps without a network/ })
  await expect(epic).toBeVisible()
  await expectAccessible(page)

  await page
    .getByRole('navigation', { name: 'Projects' })
    .getByRole('link', { name: 'Work items' })
    .click()
  await expect(page.getByRole('heading', { name: 'No work items yet' })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Projects' })
    .getByRole('link', { name: 'Epics' })
    .click()
  await epic.getByText('Maps without a network').click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Maps without a network')
})

// @cap:global-views.missing
test('the views of a workspace show the work of all projects in one table', async ({ ada }) => {
  const { page, slug } = ada
  await ada.addItem('Contour lines flicker')
  await page.goto(`/${slug}/workspace-views/all-issues/`)
  await expect(page.getByText('Contour lines flicker')).toBeVisible()
  await expectAccessible(page)
  const views = page.getByRole('navigation', { name: 'Views of the workspace' })
  await views.getByRole('link', { name: 'Assigned' }).click()
  await expect(views.getByRole('link', { name: 'Assigned' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(page.getByText('Contour lines flicker')).toHaveCount(0)
  await views.getByRole('link', { name: 'Created' }).click()
  await expect(page.getByText('Contour lines flicker')).toBeVisible()
  await page.goto(`/${slug}/workspace-views/nowhere/`)
  await page.getByRole('link', { name: 'Go to All work items' }).click()
  await expect(page.getByText('Contour lines flicker')).toBeVisible()
})
