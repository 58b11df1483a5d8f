import type { Page } from '@playwright/test'
import { nextFrame } from './next-frame.ts'
import { expect } from './visitors.ts'

/** The same numbers for the same seed (mulberry32). */
export function randomOf(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <Value>(values: readonly Value[]) => values[below(values.length)] as Value
  return { below, pick, chance: (share: number) => next() < share }
}

const options = {
  priority: ['Urgent', 'High', 'Medium', 'Low'],
  state_id: ['Backlog', 'Todo', 'In Progress', 'Done'],
} as const
const labels = { priority: 'Priority', state_id: 'State' } as const
export const fields = ['priority', 'state_id', 'name'] as const
export type Field = (typeof fields)[number]

export const row = (page: Page, item: number) =>
  page.getByRole('group', { name: new RegExp(`^TRAIL-${item} `) })
const chip = (page: Page, item: number, field: keyof typeof labels) =>
  row(page, item).getByRole('button', { name: new RegExp(`^${labels[field]}: `) })

/** Without notifying the page, as when a browser runs out of memory. */
export async function kill(page: Page) {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  session.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
}

/** As displayed. */
export const readable = (states: ReadonlyMap<string, string>, field: string, value: string) => {
  if (field === 'state_id') return states.get(value) ?? value
  return field === 'priority' ? value.charAt(0).toUpperCase() + value.slice(1) : value
}

/** The items as a list shows them, by key. */
export const rowsOf = (list: Page) =>
  list.evaluate(() => {
    const shown = (row: Element, field: string) =>
      row
        .querySelector(`[data-opens=${field}]`)
        ?.getAttribute('aria-label')
        ?.replace(/^\w+: /, '')
    return [...document.querySelectorAll('[data-row][data-item]')].map((row) => [
      row.getAttribute('aria-label'),
      shown(row, 'priority'),
      shown(row, 'state'),
    ])
  })

/** A new value of a field of an item, other than the one its row shows. */
export async function otherValue(
  list: Page,
  item: number,
  field: keyof typeof labels,
  pick: <Value>(values: readonly Value[]) => Value,
): Promise<string> {
  const shown = (await chip(list, item, field).getAttribute('aria-label')) ?? ''
  return pick(options[field].filter((one) => !shown.endsWith(`: ${one}`)))
}

/** Changes a row by keys, because toasts may cover it. `onSend` is called before the last key. */
export async function changeRow(
  list: Page,
  { item, field, value }: { item: number; field: Field; value: string },
  onSend: () => void = () => undefined,
) {
  await row(list, item).focus()
  if (field === 'name') {
    await list.keyboard.press('F2')
    const input = list.getByRole('textbox', { name: 'Name' })
    await expect(input).toBeFocused()
    await input.fill(value)
    onSend()
    await input.press('Enter')
    return
  }
  await list.keyboard.press(field === 'priority' ? 'p' : 's')
  await expect(list.getByRole('listbox')).toBeVisible()
  await list.keyboard.type(value)
  await expect(list.getByRole('option', { name: value }).first()).toBeVisible()
  onSend()
  await list.keyboard.press('Enter')
  await expect(list.getByRole('listbox')).toHaveCount(0)
  // The focus must not come back to this row while the next one is changed.
  await nextFrame(list)
}
