import type { WorkItem } from '@cairn/contract'
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useMe } from '#entities/account/hooks.ts'
import { type OwnProperty, type Property, propertyKeys } from '#entities/work-item/properties.ts'
import { bufferKeys, stopBuffering } from '#ui/controls/typed-ahead.tsx'
import { afterFirstScreen } from '#ui/platform/first-screen.ts'
import { useKeys } from '#ui/platform/hotkeys.ts'
import { lateFile } from '#ui/platform/late-file.ts'
import type { ItemActions } from './layout-props.ts'
import type { ItemRights } from './use-item-rights.ts'
import type { Edit } from './use-row-actions.ts'
import type { Selection } from './use-selection.ts'

/** An item and its element: its row, card, bar or block. */
export interface ItemTarget {
  item: WorkItem
  key: string
  row: HTMLElement
}

export interface ItemKeys {
  /** The item an element belongs to. */
  placeAt: (target: HTMLElement) => ItemTarget | undefined
  selection: Selection | undefined
  /** The current selection. */
  chosen: readonly WorkItem[]
  /** Clears the selection; the focus moves from its bar to the items. */
  onClear?: () => void
  rights: ItemRights
  actions: ItemActions
  onOpen: (edit: Edit) => void
}

/** The items a menu applies to: the whole selection if the item is part of it. */
export const amongMany = (chosen: readonly WorkItem[], { id }: WorkItem) =>
  chosen.length > 1 && chosen.some((one) => one.id === id) ? chosen : undefined

// Not needed to draw the first rows.
const file = lateFile(() => import('./item-keys.ts'))
type Actions = ReturnType<typeof import('./item-keys.ts').itemActions>

const always: readonly string[] = [...Object.keys(propertyKeys), 'i']
const ofSelection: readonly string[] = ['Escape', 'Delete', 'Backspace']

/**
 * The keys of a layout's items, handled on the whole page: they apply to the selection, else to the
 * focused or hovered item, whichever changed last.
 */
export function useItemKeys(keys: ItemKeys) {
  const { selection, chosen } = keys
  const { id: me } = useMe()
  useEffect(() => void afterFirstScreen().then(file.load), [])

  function act(use: (actions: Actions) => void) {
    file.use(({ itemActions }) => use(itemActions(keys, me)))
  }

  const latest = useRef(keys)
  latest.current = keys

  function press(key: string) {
    if (file.now) return file.now.itemActions(keys, me).press(key)
    // The focus may have moved on when it is loaded.
    const hand = [document.activeElement, [...document.querySelectorAll(':hover')].at(-1)]
    const isPickers = Object.hasOwn(propertyKeys, key)
    if (isPickers) bufferKeys()
    void file.load().then(({ itemActions }) => {
      let isOpened = false
      const onOpen = (edit: Edit) => {
        isOpened = true
        latest.current.onOpen(edit)
      }
      // Synchronous: the next key must find what this one has selected.
      flushSync(() => itemActions({ ...latest.current, onOpen }, me, hand).press(key))
      if (isPickers && !isOpened) stopBuffering()
    })
  }

  useKeys(
    (key) => {
      const isOurs =
        always.includes(key) ||
        (key === 'x' && selection !== undefined) ||
        (chosen.length > 0 && ofSelection.includes(key))
      // An item open in the side panel handles these keys while it has the focus.
      if (!isOurs || document.activeElement?.closest('[data-peek]')) return undefined
      return { run: () => press(key) }
    },
    { first: true },
  )

  return {
    /** Opens the picker of a property at an item. */
    openAt: (at: ItemTarget, what: Property, more?: Pick<Edit, 'many' | 'point'>) =>
      act(({ openAt }) => openAt(at, what, more)),
    openMany: (property: Property | OwnProperty, anchor: HTMLElement) =>
      act(({ openMany }) => openMany(property, anchor)),
  }
}
