import {
  draftsApi,
  MEMBER,
  projectsApi,
  teamspacesApi,
  teamViewsApi,
  workItemsApi,
  workspaceViewsApi,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import { call, dialogOf, expect, test } from '../kit/visitors.ts'

/** Publishes the open view and returns its URL. */
async function publish(page: Page, view: string) {
  const menu = page.getByRole('main').getByRole('button', { name: `Actions for ${view}` })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Publish', exact: true }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByText(/projects you can publish/)).toBeVisible()
  // Across projects visitors have read-only access.
  await expect(dialog.getByRole('checkbox')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  const address = dialog.getByText(/\/spaces\/views\//)
  await expect(address).toBeVisible()
  const found = (await address.textContent()) ?? ''
  await expectAccessible(page)
  return found
}

test('a view of the workspace and one of a teamspace are published and taken down again @cap:publishing.workspace-and-team-views', async ({
  ada,
  browser,
}) => {
  const { page, context, slug, project_id } = ada
  const { request } = context
  const params = { slug }
  const site = await call(request, projectsApi.create, {
    params,
    body: { name: 'Site', identifier: 'SITE' },
  })
  const mel = await ada.addColleague(MEMBER, 'Mel')
  const hers = await call(mel.context.request, projectsApi.create, {
    params,
    body: { name: 'Hers', identifier: 'HERS' },
  })
  await ada.addItem('Measure the path', { priority: 'high' })
  for (const [where, name, by] of [
    [site.id, 'Print the sign', request],
    [hers.id, 'Not for the world', mel.context.request],
  ] as const) {
    const body = { name, priority: 'high' as const }
    await call(by, workItemsApi.create, { params: { slug, project_id: where }, body })
  }
  await call(request, draftsApi.create, {
    params,
    body: { name: 'Only a draft', project_id, priority: 'high' },
  })
  const view = await call(request, workspaceViewsApi.create, {
    params,
    body: { name: 'Pressing', filters: { priority: ['high'] } },
  })
  const { id: teamspace_id } = await call(request, teamspacesApi.create, {
    params,
    body: { name: 'Guides', project_ids: [site.id] },
  })
  const ofTeam = await call(request, teamViewsApi.create, {
    params: { slug, teamspace_id },
    body: { name: 'Of the team', display_filters: { layout: 'kanban' } },
  })
  const stranger = await (await browser.newContext()).newPage()
  const shown = stranger.getByRole('main')

  await test.step('the view of the workspace', async () => {
    await page.goto(`/${slug}/workspace-views/${view.id}/`)
    const address = await publish(page, 'Pressing')
    await stranger.goto(address)
    await expect(shown.getByText('Measure the path')).toBeVisible()
    await expect(shown.getByText('Print the sign')).toBeVisible()
    await expect(shown.getByRole('region', { name: 'Backlog' })).toBeVisible()
    for (const hidden of ['Not for the world', 'Only a draft']) {
      await expect(stranger.getByText(hidden)).toHaveCount(0)
    }
    await expect(shown.getByText('SITE-1').first()).toBeVisible()
    await expectAccessible(stranger)
    await shown.getByRole('link', { name: 'Print the sign' }).click()
    await expect(stranger.getByRole('region', { name: 'SITE-1' })).toBeVisible()

    await dialogOf(page).getByRole('button', { name: 'Unpublish' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await stranger.goto(address)
    await expect(stranger.getByText('Print the sign')).toHaveCount(0)
  })

  await test.step('the view of the teamspace', async () => {
    await page.goto(`/${slug}/teamspaces/${teamspace_id}/views/${ofTeam.id}/`)
    await stranger.goto(await publish(page, 'Of the team'))
    await expect(shown.getByText('Print the sign')).toBeVisible()
    await expect(shown.getByText('Measure the path')).toHaveCount(0)
    await stranger.setViewportSize({ width: 390, height: 800 })
  })
})

test('the public site draws every layout that was switched on, and activity where it was allowed @cap:publishing.all-layouts', async ({
  ada,
  browser,
}) => {
  const { page, slug, project_id } = ada
  const today = new Date().toISOString().slice(0, 10)
  const { id } = await ada.addItem('Measure the path', { start_date: today, target_date: today })
  await call(ada.context.request, workItemsApi.change, {
    params: { slug, project_id, id },
    body: { name: 'Measure the long path' },
  })
  const stranger = await (await browser.newContext()).newPage()
  const shown = stranger.getByRole('main')
  const layouts = stranger.getByRole('group', { name: 'Layout' })
  await page.goto(ada.list)
  await page.getByRole('button', { name: 'Actions for Trail Maps' }).click()
  await page.getByRole('menuitem', { name: 'Publish project' }).click()
  const dialog = dialogOf(page).filter({ hasText: 'Publish project' })
  for (const box of ['Calendar', 'Timeline', 'Table', 'Show activity']) {
    await dialog.getByRole('checkbox', { name: box }).check()
  }
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  const address = (await dialog.getByText(/\/spaces\/issues\//).textContent()) ?? ''

  await test.step('each layout shows the items, read-only', async () => {
    await stranger.goto(address)
    await expect(layouts.getByRole('radio')).toHaveCount(5)
    for (const layout of ['Board', 'Calendar', 'Timeline', 'Table', 'List']) {
      await layouts.getByRole('radio', { name: layout }).click()
      await expect(shown.getByRole('link', { name: 'Measure the long path' })).toBeVisible()
      await expectAccessible(stranger)
    }
    await stranger.setViewportSize({ width: 390, height: 800 })
    for (const board of ['calendar', 'gantt', 'spreadsheet']) {
      await stranger.goto(`${address}?board=${board}`)
      await expect(shown.getByRole('link', { name: 'Measure the long path' })).toBeVisible()
    }
    await stranger.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('an item tells what became of it, until that is switched off', async () => {
    await stranger.goto(`${address}?peekId=${id}`)
    const activity = stranger.getByRole('region', { name: 'Activity' })
    await expect(activity.getByText('Measure the long path')).toBeVisible()
    await dialog.getByRole('checkbox', { name: 'Show activity' }).uncheck()
    await dialog.getByRole('checkbox', { name: 'Calendar' }).uncheck()
    await dialog.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Publish settings saved')).toBeVisible()
    await stranger.goto(`${address}?peekId=${id}&board=calendar`)
    await expect(stranger.getByRole('heading', { name: 'Measure the long path' })).toBeVisible()
    await expect(activity).toHaveCount(0)
    await expect(layouts.getByRole('radio')).toHaveCount(4)
    await expect(layouts.getByRole('radio', { name: 'List' })).toBeChecked()
  })
})
