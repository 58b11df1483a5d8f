import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Presses "Try again" until the failed content is loaded. The screen also reloads by itself, for
 * example when the socket reconnects: then the button is gone before it is pressed.
 */
export async function tryAgain(page: Page, loaded: Locator) {
  const button = page.getByRole('button', { name: 'Try again' })
  await expect(button.or(loaded).first()).toBeVisible()
  // Looked for and pressed in one task, so that nothing can happen in between.
  await page.evaluate(`
    [...document.querySelectorAll('button')].findLast((one) => one.textContent === 'Try again')?.click()
  `)
  await expect(loaded).toBeVisible()
}
