import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** No serious violations on the current screen. */
export const expectAccessible = (page: Page) => expectClean(page)

/** The same in every theme: only colors differ, and nothing is reloaded. */
export async function expectAccessibleInThemes(page: Page) {
  await expectAccessible(page)
  const before = await page.locator('html').getAttribute('data-theme')
  for (const theme of ['light', 'dark', 'light-contrast', 'dark-contrast']) {
    if (theme === before) continue
    await setTheme(page, theme)
    await expectClean(page, ['color-contrast'])
  }
  await setTheme(page, before ?? 'light')
}

const setTheme = (page: Page, theme: string) =>
  page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)

/**
 * Runs axe in the page itself. Its Playwright builder describes every element that passes and opens
 * a second page to collect the results: that took eight times as long.
 */
async function expectClean(page: Page, runOnly?: string[]) {
  if (await page.evaluate('!window.axe')) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    (options) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      // The popup library's own focus guards: hidden from screen readers, focusable by design.
      const context = { exclude: [['[data-base-ui-focus-guard]']] }
      return axe.run(context, options).then((results) => results.violations)
    },
    {
      resultTypes: ['violations'] as 'violations'[],
      // Neither is printed, and each reads the whole document.
      ...{ selectors: false, preload: false },
      ...(runOnly && { runOnly }),
    },
  )
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [
      id,
      ...nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
    ])
  expect(serious).toEqual([])
}
