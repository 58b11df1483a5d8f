import { propertyField } from '@cairn/contract'
import { projectItems } from '../../apps/server/src/features/work-items/contexts.ts'
import { listItems } from '../../apps/server/src/features/work-items/list.ts'
import type { Filled } from '../generator/fill.ts'
import { propertyOf } from '../generator/properties.ts'
import type { List } from './lists.ts'

/** Lists, tables and boards of a project by the properties of its items. */
export function propertyLists(filled: Filled): List[] {
  const fieldOf = (kind: Parameters<typeof propertyOf>[1]) =>
    propertyField(propertyOf(filled, kind))
  const [option, person, boolean] = [fieldOf('option'), fieldOf('person'), fieldOf('boolean')]
  const { id, option_ids } = propertyOf(filled, 'option')
  const list = (name: string, asked: Record<string, string>, more: Partial<List> = {}): List => ({
    name,
    ...more,
    read: (db, { me }) => {
      const params = { per_page: '50', cursor: '50:0:0', ...asked }
      return listItems(db, me, params, projectItems(db, me))
    },
  })
  const stored = { hasStoredTotals: true }
  const one = option_ids[0] ?? ''
  const filters = [
    list('filtered by an option', { [option]: one, order_by: '-created_at' }, stored),
    list('filtered by an option, by hand', { [option]: one, order_by: 'sort_order' }, stored),
    list('filtered by a query', { pql: `[option:${id}] = "${one}"` }, stored),
    list('filtered by a switch', { [boolean]: 'true', order_by: '-created_at' }, stored),
    list('filtered by having a person', { [`${person}__not`]: 'None' }, stored),
    list('filtered by two options', { [option]: option_ids.slice(0, 2).join() }, stored),
    list('filtered by three properties', {
      pql: `[option:${id}] in ("${option_ids.slice(0, 2).join('", "')}")
        and [number:${propertyOf(filled, 'number').id}] >= 500
        and [boolean:${propertyOf(filled, 'boolean').id}] = true`,
    }),
    list('a board of states, filtered by an option', {
      ...{ group_by: 'state_id', order_by: 'sort_order', [option]: one },
    }),
  ]
  const kinds = ['number', 'date', 'datetime', 'text', 'option', 'person', 'boolean'] as const
  const orders = kinds.flatMap((kind) =>
    ['', '-'].map((sign) =>
      list(`sorted by ${sign}${kind}`, { order_by: `${sign}${fieldOf(kind)}` }, stored),
    ),
  )
  const boards = [option, person, boolean].flatMap((field) =>
    ['sort_order', '-created_at'].map((order_by) =>
      list(`grouped by ${field.split('_')[1]}, ${order_by}`, { group_by: field, order_by }, stored),
    ),
  )
  return [...filters, ...orders, ...boards]
}
