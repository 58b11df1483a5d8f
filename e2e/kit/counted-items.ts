import { projectsApi } from '@cairn/contract'
import type { Locator, Page } from '@playwright/test'
import { call, expect, type Visitor } from './visitors.ts'

/** Follows a count to its list and back; returns the count and the items in the list. */
export async function followNumber(page: Page, link: Locator) {
  // biome-ignore lint/performance/useDomNodeTextContent: innerText separates a name from its number
  const text = await link.innerText()
  const count = Number(text.match(/\d+(?= (?:work item|created|completed|left))|\d+$/)?.[0])
  await link.click()
  await expect(page).toHaveURL(/workspace-views\/all-issues\//)
  await expect(page.locator('main [data-item]')).toHaveCount(count)
  const names = await page.locator('main [data-item]').allInnerTexts()
  await page.goBack()
  return { count, names: names.join('\n') }
}

/** So that only items created by the test are counted. */
export async function removeOtherProjects({ context, slug, project_id }: Visitor) {
  for (const { id } of await call(context.request, projectsApi.list, { params: { slug } })) {
    const params = { slug, project_id: id }
    if (id !== project_id) await call(context.request, projectsApi.remove, { params })
  }
}
