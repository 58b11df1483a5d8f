import { lookup } from '@cairn/contract'
import { t } from '#data/i18n.ts'
import { sharedValues } from '#entities/work-item/item-values.ts'
import {
  idOfOwn,
  type OwnProperty,
  type Property,
  propertyKeys,
} from '#entities/work-item/properties.ts'
import { toast } from '#ui/feedback/toast.ts'
import { underHand } from '#ui/platform/last-used.ts'
import { BAR } from './selection.ts'
import type { ItemKeys, ItemTarget } from './use-item-keys.ts'
import type { Edit } from './use-row-actions.ts'

/** The position of a property in a row: dates may share one. */
const positions = new Map<string, string>([
  ['due_date', '[data-opens=due_date], [data-opens=dates], [data-opens=start_date]'],
  ['start_date', '[data-opens=start_date], [data-opens=dates], [data-opens=due_date]'],
])

const toolOf = (row: HTMLElement, what: Property | OwnProperty) =>
  row.querySelector<HTMLElement>(positions.get(what) ?? `[data-opens="${what}"]`) ??
  row.querySelector<HTMLElement>('[data-opens=menu]') ??
  row

/** Where the keyboard goes when the picker of a row has closed. */
function returnTo(row: HTMLElement): HTMLElement {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && row.contains(activeElement)) return activeElement
  if (row.hasAttribute('tabindex')) return row
  return row.querySelector<HTMLElement>('[data-col="0"], [data-open], a') ?? row
}

/** Opens the picker of a property at an item. */
const editAt = (
  { item, key, row }: ItemTarget,
  what: Property | OwnProperty,
  more?: Pick<Edit, 'many' | 'point'>,
): Edit => ({ item, key, row, what, anchor: toolOf(row, what), returnTo: returnTo(row), ...more })

/**
 * The key handlers of items: loaded after the first screen. `hand` is what had the focus and the
 * pointer when a key was pressed before that.
 */
export function itemActions(
  keys: ItemKeys,
  me: string,
  hand?: readonly (Element | null | undefined)[],
) {
  const { placeAt, selection, chosen, onClear, rights, actions, onOpen } = keys

  const place = () =>
    (hand?.filter((one) => one instanceof HTMLElement) ?? underHand())
      .map(placeAt)
      .find((one) => one !== undefined)

  const ask = () => void toast({ kind: 'info', title: t('work_items.point_first'), id: 'no-item' })
  const refuse = () =>
    void toast({ kind: 'error', title: t('shell.not_permitted'), id: 'refused-item' })

  function open(property: Property) {
    const at = place()
    if (chosen.length > 0) return openMany(property, at)
    if (!at) return ask()
    if (!rights.canChange(at.item)) return refuse()
    if (rights.canChange(at.item, property)) onOpen(editAt(at, property))
  }

  /** At the focused row, if there is one; else at the bulk bar. */
  function openMany(
    property: Property | OwnProperty,
    at: ItemTarget | undefined,
    anchor?: HTMLElement,
  ) {
    const [first] = chosen
    const fixed = idOfOwn(property) ? undefined : (property as Property)
    if (!first || !rights.canChange(first, fixed)) return
    const isIn = at && chosen.some(({ id }) => id === at.item.id)
    if (isIn && !anchor) return onOpen(editAt(at, property, { many: chosen }))
    const bar = document.querySelector<HTMLElement>('[data-bulk]')
    const row = anchor ?? bar?.querySelector<HTMLElement>(`[data-tool="${property}"]`) ?? bar
    if (!row) return
    const before = document.activeElement
    const focused = before instanceof HTMLElement && before !== document.body ? before : row
    const edit = { item: first, key: BAR, what: property, row, anchor: row, many: chosen }
    onOpen({ ...edit, returnTo: anchor ?? focused })
  }

  /** Assigns to me, or unassigns me. With several items: assigns those that are not mine yet. */
  function assignMe() {
    const items = chosen.length > 0 ? chosen : [place()?.item ?? []].flat()
    const [first, ...others] = items
    if (!first) return ask()
    if (!items.every((item) => rights.canChange(item))) return refuse()
    const values = sharedValues(items)
    const ids = values?.assignee_ids ?? []
    const assignee_ids = ids.includes(me) ? ids.filter((id) => id !== me) : [...ids, me]
    if (others.length > 0) actions.changeMany(items, { assignee_ids })
    else actions.change(first, { assignee_ids })
  }

  function select() {
    const at = place()
    if (at && rights.isMember(at.item)) selection?.toggle(at.item.id)
  }

  const remove = () => actions.askMany('remove', chosen)
  const others: Partial<Record<string, () => void>> = {
    i: assignMe,
    x: select,
    ...(onClear && { Escape: onClear }),
    Delete: remove,
    Backspace: remove,
  }

  function press(key: string) {
    const property = lookup(propertyKeys, key)
    if (property) open(property)
    else lookup(others, key)?.()
  }

  return {
    press,
    openAt: (at: ItemTarget, what: Property, more?: Pick<Edit, 'many' | 'point'>) =>
      onOpen(editAt(at, what, more)),
    openMany: (property: Property | OwnProperty, anchor: HTMLElement) =>
      openMany(property, undefined, anchor),
  }
}
