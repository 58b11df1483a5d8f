import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Nothing serious on the screen as it is now. */
export const expectAccessible = (page: Page) => expectClean(new AxeBuilder({ page }))

/** The same in every theme: nothing but colours differs between them, and nothing is loaded again. */
export async function expectAccessibleInThemes(page: Page) {
  await expectAccessible(page)
  const before = await page.locator('html').getAttribute('data-theme')
  for (const theme of ['light', 'dark', 'light-contrast', 'dark-contrast']) {
    if (theme === before) continue
    await setTheme(page, theme)
    await expectClean(new AxeBuilder({ page }).withRules('color-contrast'))
  }
  await setTheme(page, before ?? 'light')
}

const setTheme = (page: Page, theme: string) =>
  page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)

async function expectClean(builder: AxeBuilder) {
  const { violations } = await builder
    // The popup library's own focus guards: hidden from readers, focusable by design.
    .exclude('[data-base-ui-focus-guard]')
    .analyze()
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [
      id,
      ...nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
    ])
  expect(serious).toEqual([])
}
