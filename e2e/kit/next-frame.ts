import type { Page } from '@playwright/test'

/**
 * Waits for what a page does a moment after a change is seen: a popup that is gone returns the
 * focus, also if it is elsewhere by then; and an editor is told where the browser moved the caret,
 * before which a key like Enter acts on the place before.
 */
export const nextFrame = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
