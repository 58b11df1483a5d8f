import { relationsApi, workItemsApi } from '@cairn/contract'
import type { Page } from '@playwright/test'
import { call, expect, test } from '../kit/visitors.ts'

test.use({ localCache: true })

const row = (page: Page, name: string) => page.getByRole('group', { name })
const rows = (page: Page) => page.getByRole('group', { name: /^TRAIL-/ })
const names = async (page: Page) => {
  const labels = await rows(page).evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''))
  return labels.map((label) => label.replace(/^TRAIL-\d+ /, ''))
}
const now = Date.now()
const day = (days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10)

// @cap:accessibility.drag-alternatives
test('rows, cards and bars go where they would be dragged to, by menu and by keys', async ({
  ada,
}) => {
  const { page, slug, project_id, context } = ada
  const params = { slug, project_id }
  const dates = { start_date: day(0), target_date: day(2) }
  const one = await ada.addItem('One', dates)
  const two = await ada.addItem('Two', dates)
  await ada.addItem('Three')
  await call(context.request, relationsApi.create, {
    params: { ...params, id: one.id },
    body: { relation_type: 'blocking', issues: [two.id] },
  })

  await test.step('rows of a list, by their menu', async () => {
    await ada.arrange({ layout: 'list', group_by: 'priority', order_by: 'sort_order' })
    await page.goto(ada.list)
    await expect.poll(() => names(page)).toEqual(['One', 'Two', 'Three'])
    await row(page, 'One').click({ button: 'right' })
    await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeVisible()
    await page.getByRole('menuitem', { name: 'Move down' }).click()
    await expect.poll(() => names(page)).toEqual(['Two', 'One', 'Three'])
    await expect(row(page, 'One')).toBeFocused()
  })

  await test.step('cards of a board, by their menu', async () => {
    await ada.arrange({ layout: 'kanban', group_by: 'state', order_by: 'sort_order' })
    await page.goto(ada.list)
    const cards = page.getByRole('region', { name: 'Backlog', exact: true }).getByRole('article')
    await expect(cards).toHaveText([/Two/, /One/, /Three/])
    await page.getByRole('article', { name: 'Three' }).click({ button: 'right' })
    await expect(page.getByRole('menuitem', { name: 'Move down' })).toHaveCount(0)
    await page.getByRole('menuitem', { name: 'Move up' }).click()
    await expect(cards).toHaveText([/Two/, /Three/, /One/])
  })

  await test.step('rows of a timeline, and a bar with what waits for it, by keys', async () => {
    await ada.arrange({ layout: 'gantt_chart', order_by: 'sort_order' })
    await page.goto(ada.list)
    await expect.poll(() => names(page)).toEqual(['Two', 'Three', 'One'])
    await row(page, 'One').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => names(page)).toEqual(['Two', 'One', 'Three'])
    await expect(page.getByRole('status').getByText('One is now 2 of 3')).toBeAttached()
    await expect(row(page, 'One')).toBeFocused()
    await page.getByRole('button', { name: /^TRAIL-\d+ One,/ }).focus()
    await page.keyboard.press('Alt+Shift+ArrowRight')
    for (const { id } of [one, two]) {
      await expect
        .poll(async () => {
          const item = await call(context.request, workItemsApi.get, { params: { ...params, id } })
          return [item.start_date, item.target_date]
        })
        .toEqual([day(1), day(3)])
    }
  })
})
