import { expect, type Page } from '@playwright/test'

/** Measures the window; a string, because no other code of these tests runs in a page. */
const probe = `(() => {
  const controls = 'button, a[href], input, select, textarea, [role=button], [role=tab], [tabindex="0"]'
  const found = []
  const say = (what, one) => found.push(
    what + ': ' + one.tagName.toLowerCase() + ' ' + (one.ariaLabel || one.textContent || one.name || '').slice(0, 40),
  )
  const root = document.documentElement
  if (root.scrollWidth > innerWidth) found.push('the page scrolls sideways: ' + root.scrollWidth)
  const rootScrolls = root.scrollHeight > innerHeight
  const scrolls = (one, axis) => {
    for (let box = one.parentElement; box; box = box.parentElement) {
      const overflow = getComputedStyle(box)['overflow' + axis]
      if (overflow === 'auto' || overflow === 'scroll') return true
    }
    return false
  }
  const opacity = (one) => {
    let all = 1
    for (let box = one; box; box = box.parentElement) all *= Number(getComputedStyle(box).opacity)
    return all
  }
  const isPlain = (one) => one.matches('input[type=checkbox], input[type=radio], input[type=file]')
  const shown = [...document.querySelectorAll(controls)].filter((one) => {
    const { width, height } = one.getBoundingClientRect()
    const seen = one.checkVisibility({ visibilityProperty: true })
    return seen && width > 1 && height > 1 && !one.closest('[aria-hidden=true], [inert], .sr-only')
  })
  const places = shown.map((one) => one.getBoundingClientRect())
  // A target of 24 px, visible or not; a smaller one must have as much space around it.
  const isReachable = (one, at) => {
    const own = places[at]
    const around = one.closest('label')?.getBoundingClientRect()
    let width = Math.max(own.width, around ? around.width : 0)
    let height = Math.max(own.height, around ? around.height : 0)
    for (const part of ['::before', '::after']) {
      const look = getComputedStyle(one, part)
      if (look.content === 'none' || look.position !== 'absolute') continue
      width = Math.max(width, parseFloat(look.width) || 0)
      height = Math.max(height, parseFloat(look.height) || 0)
    }
    if (width >= 24 && height >= 24) return true
    // A word in a sentence.
    if (one.matches('a') && getComputedStyle(one).display === 'inline') return true
    const x = own.left + own.width / 2
    const y = own.top + own.height / 2
    // Covered by a sticky element, it can be hit after scrolling.
    const under = document.elementFromPoint(x, y)
    if (!under || !(under.contains(one) || one.contains(under))) return true
    return places.every((other, index) => {
      if (index === at || shown[index].contains(one) || one.contains(shown[index])) return true
      const dx = Math.max(other.left - x, 0, x - other.right)
      const dy = Math.max(other.top - y, 0, y - other.bottom)
      return Math.hypot(dx, dy) >= 12
    })
  }
  shown.forEach((one, at) => {
    const { left, right, top, bottom } = places[at]
    if ((right > innerWidth + 1 || left < -1) && !scrolls(one, 'X')) say('cut off at the side', one)
    if ((bottom > innerHeight + 1 || top < -1) && !rootScrolls && !scrolls(one, 'Y')) {
      say('cut off below', one)
    }
    if (!isPlain(one) && opacity(one) < 0.1) say('not to be seen', one)
    if (!isReachable(one, at)) say('too small to hit', one)
  })
  return found
})()`

/** Nothing scrolls sideways or is cut off, and every control can be seen and hit. */
export const expectFits = (page: Page, name: string) =>
  expect.poll(() => page.evaluate<string[]>(probe), name).toEqual([])
