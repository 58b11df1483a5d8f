import { Suspense } from 'react'
import type { IconLike } from '../icons/icon.tsx'
import { lazy } from '../platform/lazy.ts'
import { type PopupPosition, usePopupAt } from './popup-at.ts'
import { PopupTrigger, type TriggerElement } from './popup-trigger.tsx'
import { usePopup } from './use-popup.ts'

export interface MenuItem {
  label: string
  icon?: IconLike
  shortcut?: string
  /** After the label, quietly: "3 selected", a name. */
  hint?: string
  /** Below the label, quietly: the row is then two lines high. */
  detail?: string
  onSelect?: () => void
  /** A real link. With `onSelect` too, a plain click calls that (the router) instead of loading the page. */
  href?: string
  danger?: boolean
  disabled?: boolean
  /** Given: the item shows a check when true. */
  checked?: boolean
  /** Stays open after choosing, for several checks in a row. */
  stay?: boolean
  items?: MenuEntry[]
}

export type MenuEntry = MenuItem | { heading: string } | 'line' | false | null | undefined

export interface MenuProps {
  trigger: TriggerElement
  items: MenuEntry[]
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

interface MenuAtProps extends Pick<MenuProps, 'items' | 'align'> {
  place: PopupPosition
}

export const loadMenuPopup = () => import('./menu-popup.tsx')
const MenuPopup = lazy(loadMenuPopup)

export function Menu({ trigger, items, align = 'start', side, open, onOpenChange }: MenuProps) {
  const popup = usePopup({ open, onOpenChange, kind: 'menu' })
  return (
    <PopupTrigger popup={popup} trigger={trigger}>
      {popup.mounted && (
        <Suspense>
          <MenuPopup
            id={popup.id}
            open={popup.open}
            items={items}
            align={align}
            side={side}
            anchor={popup.trigger}
            finalFocus={popup.trigger}
            onOpenChange={popup.handleOpenChange}
            onOpenChangeComplete={popup.handleOpenChangeComplete}
          />
        </Suspense>
      )}
    </PopupTrigger>
  )
}

/** The same menu for a button that is not its own, such as those of a list's rows. */
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
