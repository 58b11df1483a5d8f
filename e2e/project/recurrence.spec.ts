import {
  accountApi,
  instanceAuthApi,
  itemTemplatesApi,
  projectsApi,
  workItemsApi,
  workspacesApi,
} from '@cairn/contract'
import { expectAccessible } from '../kit/accessibility.ts'
import { choose } from '../kit/choose.ts'
import { startServer } from '../kit/own-server.ts'
import { breakTemplate, lookForDueItems, setDue } from '../kit/recurrence.ts'
import { call, dialogOf, expect, postForm, test } from '../kit/visitors.ts'
import { robin } from '../kit/with-administrator.ts'

/** Jobs run on the minute, and are looked for every ten seconds. */
const patiently = { timeout: 150_000 }

// @cap:templates.recurring
test('a work item recurs by a rule, once each time, also after the server was down', async ({
  browser,
}) => {
  test.slow()
  const server = await startServer({ LOG_LEVEL: 'error' })
  const { baseURL, dataDir, port } = server
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  const { request } = context
  await postForm(request, instanceAuthApi.signUp.url, {
    ...robin,
    ...{ first_name: 'Robin', last_name: 'Vale', company_name: 'Meridian' },
  })
  await call(request, accountApi.finishOnboarding, { body: { is_onboarded: true } })
  await call(request, accountApi.finishTour, { body: { is_tour_completed: true } })
  const slug = 'meridian'
  const body = { name: 'Meridian', slug }
  const workspaces = await call(request, workspacesApi.list, {})
  if (workspaces.length === 0) await call(request, workspacesApi.create, { body })
  const { id: project_id } = await call(request, projectsApi.create, {
    params: { slug },
    body: { name: 'Trail Maps', identifier: 'TRAIL' },
  })
  const params = { slug, project_id }
  const item = await call(request, workItemsApi.create, { params, body: { name: 'Back up' } })
  const below = { name: 'Check the copy', parent_id: item.id }
  await call(request, workItemsApi.create, { params, body: below })
  const template = await call(request, itemTemplatesApi.createFromItem, {
    params: { ...params, id: item.id },
    body: { name: 'Backup' },
  })
  const settings = `/${slug}/settings/projects/${project_id}/templates/`
  const row = page.getByRole('listitem').filter({ hasText: 'Backup' })

  await test.step('the rule is set', async () => {
    await page.goto(settings)
    await page.getByRole('button', { name: 'Repeat: Backup' }).click()
    const dialog = dialogOf(page)
    await choose(page, 'Unit', 'Days')
    await expect(dialog.getByText(/^Next: .+ · .+ · /)).toBeVisible()
    await dialog.getByRole('button', { name: 'Save rule' }).click()
    await expect(row).toContainText('Every day, 09:00')
    await expect(row).toContainText('Next: ')
  })

  const list = `/${slug}/projects/${project_id}/issues/`
  const made = page.getByRole('main').getByRole('link', { name: /Back up/ })

  await test.step('what is due is created, with its sub-items, where the list is open', async () => {
    await page.goto(list)
    await expect(made).toHaveCount(1)
    await setDue(dataDir, template.id, 0)
    await expect(made).toHaveCount(2, patiently)
    await lookForDueItems(dataDir)
    await page.reload()
    await expect(made).toHaveCount(2)
    await expect(page.getByRole('main').getByRole('link', { name: /Check the copy/ })).toHaveCount(
      2,
    )
  })

  const next = await test.step('what was due while no server ran is created once', async () => {
    await setDue(dataDir, template.id, 3)
    await server.stop({ retainsData: true })
    const again = await startServer({ LOG_LEVEL: 'error', DATA_DIR: dataDir, PORT: port })
    await page.goto(list)
    await expect(made).toHaveCount(3, patiently)
    await lookForDueItems(dataDir)
    await page.reload()
    await expect(made).toHaveCount(3)
    await page.goto(settings)
    await expect(row).toContainText('2 created')
    await expect(row).toContainText('Next: ')
    return again
  })

  await test.step('what cannot be created pauses the rule, and who set it is notified', async () => {
    await page.goto(`/${slug}/notifications/`)
    await expect(page.getByText('No notifications')).toBeVisible()
    await breakTemplate(dataDir, template.id)
    await setDue(dataDir, template.id, 0)
    const news = page.getByRole('link', { name: /Backup.*The rule is paused/ })
    await expect(news).toBeVisible(patiently)
    await news.click()
    await expect(page.getByRole('region', { name: 'Paused rule' })).toContainText(
      'Check the template, then resume the rule.',
    )
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Open templates' }).click()
    await expect(row).toContainText('Paused')
    await context.close()
    await next.stop()
  })
})
