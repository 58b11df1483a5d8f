import type { Page } from '@playwright/test'
import { dialogOf, expect, test } from '../kit/visitors.ts'

const row = (page: Page, name: string) => page.getByRole('group', { name })

/** Whether the focus is in this box and visible. */
const lookAtFocus = (page: Page, box: string) =>
  page.evaluate<string>(`(() => {
    const at = document.activeElement
    const inside = at.closest('${box}') !== null || at.hasAttribute('data-base-ui-focus-guard')
    // In text fields the caret shows the focus.
    let seen = at.matches('input, textarea, [contenteditable=true]')
    for (let one = at, up = 0; one && up < 4; one = one.parentElement, up += 1) {
      const { outlineStyle, outlineWidth } = getComputedStyle(one)
      if (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) seen = true
    }
    const name = at.ariaLabel || at.tagName
    return inside && seen ? 'fine' : (inside ? 'not seen: ' : 'outside: ') + name
  })()`)

/** Presses Tab so often; each time the focus must be in the box. */
async function tabThrough(page: Page, presses: number, box: string) {
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press(press % 5 === 4 ? 'Shift+Tab' : 'Tab')
    await expect.poll(() => lookAtFocus(page, box)).toBe('fine')
  }
}

// @cap:accessibility.focus
test('dialogs, menus and panels hold the focus, Esc closes the topmost, and it goes back', async ({
  ada,
}) => {
  const { page } = ada
  await ada.addItem('First')
  await ada.addItem('Second')
  await page.goto(ada.list)
  await expect(row(page, 'First')).toBeVisible()
  await row(page, 'First').focus()

  await test.step('a dialog, and a picker in it', async () => {
    await page.keyboard.press('c')
    await expect(dialogOf(page).getByLabel('Title')).toBeFocused()
    // The description field is loaded by then.
    await expect(dialogOf(page).locator('[contenteditable=true]')).toBeVisible()
    await tabThrough(page, 25, '[role=dialog]')
    const state = dialogOf(page).getByRole('button', { name: /^State/ })
    await state.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('listbox')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listbox')).toBeHidden()
    await expect(dialogOf(page)).toBeVisible()
    await expect(state).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toHaveCount(0)
    await expect(row(page, 'First')).toBeFocused()
  })

  await test.step('a menu, and a menu in it', async () => {
    const account = page.getByRole('button', { name: /^Account of/ })
    await account.focus()
    await page.keyboard.press('Enter')
    // It takes the focus after it is shown: a key pressed before goes to the button.
    await expect(page.locator('[role=menu]:focus, [role=menu] :focus')).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(account).toBeFocused()
  })

  await test.step('a question over a row, and the keys that ask it', async () => {
    await row(page, 'Second').focus()
    await page.keyboard.press('Delete')
    const question = page.getByRole('alertdialog')
    await expect(question).toBeVisible()
    const focused = page.locator('[role=alertdialog]:focus, [role=alertdialog] :focus')
    await expect(focused).toHaveCount(1)
    await tabThrough(page, 6, '[role=alertdialog]')
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(row(page, 'Second')).toBeFocused()
  })

  await test.step('on a phone, the drawer', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    const opener = page.getByRole('button', { name: 'Open navigation' })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible()
    await tabThrough(page, 12, '[role=dialog]')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Navigation' })).toHaveCount(0)
    await expect(opener).toBeFocused()
  })
})

// @cap:accessibility.screen-reader-names
test('what happened, what failed and what is wrong with a field is read out', async ({ ada }) => {
  const { page } = ada
  await ada.addItem('First')
  await page.goto(ada.list)
  await expect(row(page, 'First')).toBeVisible()

  await page.keyboard.press('c')
  await expect(dialogOf(page).getByLabel('Title')).toBeFocused()
  await page.keyboard.press('Enter')
  const title = dialogOf(page).getByLabel('Title')
  await expect(dialogOf(page).getByRole('alert')).toHaveText('Enter a title.')
  await expect(title).toHaveAttribute('aria-invalid', 'true')
  await expect(title).toHaveAccessibleDescription('Enter a title.')
  await page.keyboard.type('Second')
  await page.keyboard.press('Enter')
  await expect(dialogOf(page)).toHaveCount(0)
  const shown = page.locator('[aria-live=polite], [role=status]')
  await expect(shown.filter({ hasText: /TRAIL-\d+ created/ }).first()).toBeAttached()

  await page.route('**/issues/*/', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 400, json: { error: 'Not today' } })
      : route.fallback(),
  )
  await row(page, 'First').focus()
  await page.keyboard.press('p')
  await expect(page.getByRole('option', { name: 'High' })).toBeVisible()
  await page.keyboard.type('high')
  await page.keyboard.press('Enter')
  const loud = page.locator('[aria-live=assertive], [role=alert]')
  await expect(
    loud.filter({ hasText: "The change to TRAIL-1 wasn't saved" }).first(),
  ).toBeAttached()
  await expect(row(page, 'First').getByRole('button', { name: 'No priority' })).toBeVisible()
})

// @cap:accessibility.zoom-and-motion
test('who asked for less motion sees nothing slide, spin or pulse', async ({ ada }) => {
  const { page } = ada
  await ada.addItem('First')
  const moving = () =>
    page.evaluate<string[]>(`document.getAnimations()
      .filter(({ playState, effect }) => {
        const { duration } = effect.getComputedTiming()
        const moves = effect.getKeyframes().some((frame) =>
          ['transform', 'translate', 'scale', 'rotate'].some((name) => name in frame))
        return playState === 'running' && duration > 20 && moves
      })
      .map(({ animationName, transitionProperty }) => animationName || transitionProperty)`)
  await page.goto(ada.list)
  await expect(row(page, 'First')).toBeVisible()
  await page.keyboard.press('c')
  await expect(dialogOf(page)).toBeVisible()
  expect(await moving()).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toHaveCount(0)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  expect(await moving()).toEqual([])
})
