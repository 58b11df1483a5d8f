import type { Page } from '@playwright/test'

/** In the page: counts frames, and records tasks that blocked rendering. */
function watchFrames() {
  const watch = { frame: 0, began: 0, shown: 0, longest: 0, until: (_: () => unknown) => {} }
  const tick = () => {
    watch.frame += 1
    requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watch.longest = Math.max(watch.longest, duration)
  }).observe({ entryTypes: ['longtask'] })
  for (const action of ['click', 'drop']) {
    const note = () => {
      watch.began = watch.frame
    }
    addEventListener(action, note, true)
  }
  let observer: MutationObserver | undefined
  watch.until = (isShown) => {
    watch.shown = 0
    observer?.disconnect()
    observer = new MutationObserver(() => {
      if (watch.shown === 0 && isShown()) watch.shown = watch.frame + 1
    })
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
  }
  Object.assign(window, { watch })
}

/** What the function above leaves in the page. */
declare const watch: { began: number; shown: number; longest: number }

export const startWatching = (page: Page) => page.addInitScript(watchFrames)

/** Frames from the click or drop to the one that shows its result, as tested by the expression. */
export async function framesOf(page: Page, shows: string, action: () => Promise<unknown>) {
  await page.evaluate(`watch.until(() => ${shows})`)
  await action()
  await page.waitForFunction(() => watch.shown > 0)
  return page.evaluate(() => watch.shown - watch.began)
}

export const forgetTasks = (page: Page) =>
  page.evaluate(() => {
    watch.longest = 0
  })

/** The longest task since, in milliseconds; tasks below fifty are not reported. */
export const longestTask = (page: Page) => page.evaluate(() => watch.longest)
