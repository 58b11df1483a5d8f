import { projectsApi } from '@cairn/contract'
import type { Locator, Page } from '@playwright/test'
import { call, expect, type Visitor } from './visitors.ts'

/** Follows a number to its list and back; says what it counted and which items are there. */
export async function followNumber(page: Page, link: Locator) {
  // biome-ignore lint/performance/useDomNodeTextContent: as it is read, a name and its number apart
  const text = await link.innerText()
  const count = Number(text.match(/\d+(?= (?:work item|created|completed|left))|\d+$/)?.[0])
  await link.click()
  await expect(page).toHaveURL(/workspace-views\/all-issues\//)
  await expect(page.locator('main [data-item]')).toHaveCount(count)
  const names = await page.locator('main [data-item]').allInnerTexts()
  await page.goBack()
  return { count, names: names.join('\n') }
}

/** Nothing is counted but what a test makes itself. */
export async function removeOtherProjects({ context, slug, project_id }: Visitor) {
  for (const { id } of await call(context.request, projectsApi.list, { params: { slug } })) {
    const params = { slug, project_id: id }
    if (id !== project_id) await call(context.request, projectsApi.remove, { params })
  }
}
