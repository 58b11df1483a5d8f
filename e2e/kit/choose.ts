import type { Page } from '@playwright/test'

/** Takes an option of a select by its name: "Group by", "Priority". */
export async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
