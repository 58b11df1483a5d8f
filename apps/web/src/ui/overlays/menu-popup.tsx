import { Menu } from '@base-ui/react/menu'
import { type RefObject, useRef } from 'react'
import type { MenuEntry } from './menu.tsx'
import { MenuItems } from './menu-items.tsx'
import { popupLook, positionerLook } from './popup-look.ts'

interface MenuPopupProps {
  id?: string
  open: boolean
  items: MenuEntry[]
  align: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  anchor: Menu.Positioner.Props['anchor']
  finalFocus: RefObject<HTMLElement | null>
  sideOffset?: number
  onOpenChange: (open: boolean, details: Menu.Root.ChangeEventDetails) => void
  onOpenChangeComplete: (open: boolean) => void
}

export default function MenuPopup({
  id,
  open,
  items,
  align,
  side = 'bottom',
  anchor,
  finalFocus,
  sideOffset = 4,
  onOpenChange,
  onOpenChangeComplete,
}: MenuPopupProps) {
  const later = useRef<() => void>(undefined)

  function handleComplete(isOpen: boolean) {
    onOpenChangeComplete(isOpen)
    if (isOpen || !later.current) return
    // Waits until the focus is returned, so that the element opened now keeps it.
    setTimeout(later.current)
    later.current = undefined
  }

  return (
    <Menu.Root
      modal={false}
      open={open}
      onOpenChange={onOpenChange}
      onOpenChangeComplete={handleComplete}
    >
      <Menu.Portal>
        <Menu.Positioner
          anchor={anchor}
          align={align}
          side={side}
          sideOffset={sideOffset}
          collisionPadding={8}
          className={positionerLook}
        >
          <Menu.Popup
            id={id}
            finalFocus={finalFocus}
            className={`${popupLook} max-h-(--available-height) max-w-80 min-w-50 overflow-y-auto p-1`}
          >
            <MenuItems
              items={items}
              onLater={(run) => {
                later.current = run
              }}
            />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
