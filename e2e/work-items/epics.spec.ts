import { epicsApi, historyApi, projectsApi, statesApi, workItemsApi } from '@cairn/contract'
import { expectAccessible } from '../kit/accessibility.ts'
import { call, expect, test } from '../kit/visitors.ts'

/** A day of this month that every calendar shows. */
function workday() {
  const now = new Date()
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const days = [10, 11, 12].map((day) => new Date(Date.UTC(year, month, day)))
  const found = days.find((day) => day.getUTCDay() % 6 !== 0)
  return found?.toISOString().slice(0, 10)
}

// @cap:epics.create-and-list
test('a project with epics has a list of them, apart from its work items', async ({ ada }) => {
  const { page, slug, project_id, context } = ada
  await page.goto(`/${slug}/projects/${project_id}/epics/`)
  await expect(
    page.getByRole('heading', { name: 'Epics are turned off in this project' }),
  ).toBeVisible()
  await call(context.request, projectsApi.change, {
    params: { slug, project_id },
    body: { is_epic_enabled: true },
  })
  await expect(page.getByRole('heading', { name: 'No epics yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Create your first epic' }).click()
  const dialog = page.getByRole('dialog', { name: 'New epic' })
  await dialog.getByLabel('Title').fill('Maps without a network')
  await expect(dialog.getByRole('button', { name: 'Add parent' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Create epic', exact: true }).click()
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
  const title = page.getByRole('textbox', { name: 'Title' })
  await expect(title).toHaveValue('Maps without a network')
  await title.fill('Maps without any network')
  await title.blur()
  await expect(page.getByRole('group', { name: /Maps without any network/ })).toBeVisible()
  const day = workday()
  await call(context.request, epicsApi.create, {
    params: { slug, project_id },
    body: { name: 'Huts', start_date: day, target_date: day },
  })
  for (const layout of ['list', 'kanban', 'calendar', 'spreadsheet', 'gantt_chart']) {
    await page.goto(`/${slug}/projects/${project_id}/epics/?layout=${layout}`)
    await expect(page.getByText('Huts').first()).toBeVisible()
  }
  await page.goto(ada.list)
  await expect(page.getByRole('heading', { name: 'No work items yet' })).toBeVisible()
})

// @cap:epics.detail
// @cap:epics.children-progress
// @cap:epics.convert
test('an epic tells how far its work items are, is talked about, and becomes an item and back', async ({
  ada,
}) => {
  const { page, slug, project_id, context } = ada
  const { request } = context
  const params = { slug, project_id }
  await call(request, projectsApi.change, { params, body: { is_epic_enabled: true } })
  const epic = await call(request, epicsApi.create, { params, body: { name: 'Offline maps' } })
  const children = [
    await ada.addItem('Tiles', { parent_id: epic.id }),
    await ada.addItem('Routes', { parent_id: epic.id }),
  ]
  const states = await call(request, statesApi.list, { params })
  const move = (id: string, group: string) =>
    call(request, workItemsApi.change, {
      params: { ...params, id },
      body: { state_id: states.find((state) => state.group === group)?.id ?? '' },
    })
  await page.goto(`/${slug}/browse/TRAIL-1/`)
  const progress = page.getByRole('region', { name: 'Progress', exact: true })
  const bar = (name: string) => progress.getByRole('img', { name, exact: true })
  await expect(progress.getByRole('list')).toContainText('Backlog2not counted')
  await move(children[0]?.id ?? '', 'started')
  await expect(bar('Started 1')).toBeVisible()
  await move(children[0]?.id ?? '', 'completed')
  await expect(bar('Completed 1')).toBeVisible()
  await expect(progress.getByRole('list', { name: 'Progress' })).toContainText('Completed1')
  await expectAccessible(page)

  const panel = page.getByRole('complementary', { name: 'Properties' })
  await expect(panel.getByText('Labels', { exact: true })).toBeVisible()
  for (const name of ['Parent', 'Cycle', 'Modules']) {
    await expect(panel.getByText(name, { exact: true })).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Add link' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add link' })
  await dialog.getByLabel('URL').fill('docs.example.com')
  await dialog.getByLabel('Display title').fill('Guide')
  await dialog.getByRole('button', { name: 'Add link' }).click()
  await expect(page.getByRole('link', { name: 'Guide' })).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach' }).first().click()
  const buffer = Buffer.from('bring the rope')
  await (await chooser).setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer })
  await expect(page.getByRole('link', { name: 'notes.txt' })).toBeVisible()
  await page.getByRole('button', { name: 'Add relation' }).click()
  await page.getByRole('menuitem', { name: 'Relates to' }).click()
  await page.getByRole('dialog').getByRole('searchbox').fill('Routes')
  await page
    .getByRole('dialog')
    .getByRole('checkbox', { name: /Routes/ })
    .check()
  await page.getByRole('button', { name: 'Add selected work items' }).click()
  const related = page.getByRole('region', { name: 'Relates to', exact: true })
  await expect(related.getByRole('link', { name: /Routes/ })).toBeVisible()
  await page.getByRole('textbox', { name: 'Add comment' }).click()
  await page.keyboard.type('Soon')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article')).toContainText(['Soon'])
  await page.getByRole('textbox', { name: 'Description' }).click()
  await page.keyboard.type('On the way')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Last edited by' })).toBeVisible()

  const convert = async (name: string) => {
    await page.getByRole('main').getByRole('button', { name: 'More actions' }).first().click()
    await page.getByRole('menuitem', { name }).click()
  }
  await convert('Convert to work item')
  await expect(panel.getByText('Parent', { exact: true })).toBeVisible()
  await expect(page.getByText('removed the type Epic')).toBeVisible()
  await convert('Convert to epic')
  await expect(panel.getByText('Parent', { exact: true })).toHaveCount(0)
  const typeChanges = async () => {
    const history = await call(request, historyApi.list, {
      params: { ...params, id: epic.id },
      query: {},
    })
    return history.filter((entry) => 'field' in entry && entry.field === 'type').length
  }
  await expect.poll(typeChanges).toBe(2)
  await expect(page).toHaveURL(/browse\/TRAIL-1\//)
  await page.goto(`/${slug}/browse/TRAIL-2/`)
  await page.getByRole('main').getByRole('button', { name: 'More actions' }).first().click()
  await expect(page.getByRole('menuitem', { name: 'Copy ID' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Convert to epic' })).toHaveCount(0)
})

// @cap:global-views.missing
test('the views of a workspace show the work of all projects in one table', async ({ ada }) => {
  const { page, slug } = ada
  await ada.addItem('Contour lines flicker')
  await page.goto(`/${slug}/workspace-views/all-issues/`)
  await expect(page.getByText('Contour lines flicker')).toBeVisible()
  await expectAccessible(page)
  const views = page.getByRole('navigation', { name: 'Workspace views' })
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
