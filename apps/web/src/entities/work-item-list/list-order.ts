import type { TextKey } from '#data/i18n.ts'

const descendingFirst: readonly string[] = ['created_at', 'updated_at', 'priority']

/** An order is a key of the list contract, with `-` before it for descending. */
export const orderKey = (order: string) => order.replace(/^-/, '')

/** The default direction of an order. */
export const firstOrder = (key: string) => (descendingFirst.includes(key) ? `-${key}` : key)

export const reversed = (order: string) => (order.startsWith('-') ? order.slice(1) : `-${order}`)

/** Manual order has no direction. */
export const hasDirection = (order: string) => orderKey(order) !== 'sort_order'

function scaleOf(key: string) {
  if (key === 'created_at' || key === 'updated_at') return 'age'
  if (/^property_(number|boolean|option)/.test(key)) return 'rank'
  if (key.startsWith('property_date')) return 'date'
  if (key === 'start_date' || key === 'target_date') return 'date'
  if (key === 'priority' || key === 'estimate_point__key') return 'rank'
  return key.endsWith('_count') ? 'count' : 'name'
}

/** "Newest first" */
export const directionText = (order: string): TextKey =>
  `list_settings.directions.${scaleOf(orderKey(order))}_${order.startsWith('-') ? 'down' : 'up'}`
