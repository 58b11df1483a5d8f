import { type ReactNode, Suspense } from 'react'
import type { IconLike } from '../icons/icon.tsx'
import { lazy } from '../platform/lazy.ts'
import { type PopupPosition, usePopupAt } from './popup-at.ts'
import { PopupTrigger, type TriggerElement } from './popup-trigger.tsx'
import { usePopup } from './use-popup.ts'

export interface MenuItem {
  label: string
  icon?: IconLike
  shortcut?: string
  /** After the label, muted: "3 selected", a name. */
  hint?: string
  /** Below the label, muted: the row is then two lines high. */
  detail?: string
  onSelect?: () => void
  /** A real link. With `onSelect` too, a plain click calls that (the router) instead of loading the page. */
  href?: string
  danger?: boolean
  disabled?: boolean
  /** If given: the item shows a check when true. */
  checked?: boolean
  /** Keeps the menu open after a choice, to check several in a row. */
  stay?: boolean
  /** `onSelect` opens something that takes the focus, after the menu has closed and returned it. */
  opens?: 'picker' | 'dialog'
  items?: MenuEntry[]
}

export type MenuEntry = MenuItem | { heading: string } | 'line' | false | null | undefined

/**
 * Passed to a function given to `Menu` as `items`, for lazy entries: renders the menu with them.
 */
export type ShowMenu = (items: MenuEntry[]) => ReactNode

export interface MenuProps {
  trigger: TriggerElement
  /** Or a function that finds them on open. */
  items: MenuEntry[] | ((show: ShowMenu) => ReactNode)
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

interface MenuAtProps extends Pick<MenuProps, 'align'> {
  place: PopupPosition
  items: MenuEntry[]
}

export const loadMenuPopup = () => import('./menu-popup.tsx')
const MenuPopup = lazy(loadMenuPopup)

export function Menu({ trigger, items, align = 'start', side, open, onOpenChange }: MenuProps) {
  const popup = usePopup({ open, onOpenChange, kind: 'menu' })
  const show: ShowMenu = (entries) => (
    <MenuPopup
      id={popup.id}
      open={popup.open}
      items={entries}
      align={align}
      side={side}
      anchor={popup.trigger}
      finalFocus={popup.trigger}
      onOpenChange={popup.handleOpenChange}
      onOpenChangeComplete={popup.handleOpenChangeComplete}
    />
  )
  return (
    <PopupTrigger popup={popup} trigger={trigger}>
      {popup.mounted && (
        <Suspense>{typeof items === 'function' ? items(show) : show(items)}</Suspense>
      )}
    </PopupTrigger>
  )
}

/** The same menu for an external button, such as those of a list's rows. */
export function MenuAt({ place, items, align = 'start' }: MenuAtProps) {
  const popup = usePopupAt(place, 'menu')
  if (!popup.mounted) return null
  return (
    <Suspense>
      <MenuPopup
        id={popup.id}
        open={popup.open}
        items={items}
        align={align}
        anchor={popup.trigger}
        finalFocus={popup.trigger}
        onOpenChange={popup.handleOpenChange}
        onOpenChangeComplete={popup.handleOpenChangeComplete}
      />
    </Suspense>
  )
}
