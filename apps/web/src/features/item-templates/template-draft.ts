import { MAX_TEMPLATE_ITEMS, type TemplateItem } from '@cairn/contract'
import { newId } from '#data/new-id.ts'

/** A sub-item in a form; `parent` is the key of another, or null below the first item. */
export interface DraftRow {
  key: string
  parent: string | null
  item: TemplateItem
}

export interface TemplateDraft {
  name: string
  first: TemplateItem
  /** Each followed by what is below it. */
  rows: readonly DraftRow[]
}

const emptyItem: TemplateItem = {
  ...{ name: '', description_html: '<p></p>', priority: 'none' },
  ...{ state_id: null, type_id: null, estimate_point: null },
  ...{ label_ids: [], assignee_ids: [], module_ids: [], property_values: {} },
  ...{ start_after: null, due_after: null, parent: null },
}

export function draftOf(template?: { name: string; items: readonly TemplateItem[] }) {
  const { name = '', items = [] } = template ?? {}
  const keys = items.map(newId)
  const [first = emptyItem] = items
  const below = Map.groupBy([...items.keys()].slice(1), (index) => items[index]?.parent ?? 0)
  const rowsBelow = (parent: number): DraftRow[] =>
    (below.get(parent) ?? []).flatMap((index) => {
      const item = items[index]
      if (!item) return []
      const row = { key: keys[index] ?? '', parent: parent ? (keys[parent] ?? null) : null, item }
      return [row, ...rowsBelow(index)]
    })
  return { name, first, rows: rowsBelow(0) } satisfies TemplateDraft
}

/** How far below the first item. */
export function depthOf(rows: readonly DraftRow[], row: DraftRow): number {
  const above = rows.find(({ key }) => key === row.parent)
  return above ? depthOf(rows, above) + 1 : 1
}

/** The position after a row and all that is below it. */
function endOf(rows: readonly DraftRow[], key: string) {
  const start = rows.findIndex((row) => row.key === key)
  const inside = new Set([key])
  let end = start + 1
  for (; end < rows.length; end++) {
    const row = rows[end]
    if (!row || !inside.has(row.parent ?? '')) break
    inside.add(row.key)
  }
  return { start, end }
}

/** A new row after another one, at the same depth; without one at the end. */
export function withRow(rows: readonly DraftRow[], key: string, after?: DraftRow) {
  const row: DraftRow = { key, parent: after?.parent ?? null, item: emptyItem }
  return rows.toSpliced(after ? endOf(rows, after.key).end : rows.length, 0, row)
}

export function withoutRow(rows: readonly DraftRow[], { key }: DraftRow) {
  const { start, end } = endOf(rows, key)
  return rows.toSpliced(start, end - start)
}

export const isFull = ({ rows }: TemplateDraft) => rows.length >= MAX_TEMPLATE_ITEMS - 1

/** Lines that were added and never filled in. */
export const isBlank = (rows: readonly DraftRow[], { key, item }: DraftRow) =>
  item.name.trim() === '' && !rows.some(({ parent }) => parent === key)

/** As it is sent; undefined if something has no title. */
export function itemsOf({ first, rows }: TemplateDraft): TemplateItem[] | undefined {
  const named = rows.filter((row) => !isBlank(rows, row))
  const places = new Map(named.map(({ key }, index) => [key, index + 1]))
  const items = [
    { ...first, parent: null },
    ...named.map(({ parent, item }) => ({
      ...item,
      parent: parent ? (places.get(parent) ?? 0) : 0,
    })),
  ]
  return items.every(({ name }) => name.trim()) ? items : undefined
}
