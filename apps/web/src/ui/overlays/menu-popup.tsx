import { Menu } from '@base-ui/react/menu'
import type { RefObject } from 'react'
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
  return (
    <Menu.Root
      modal={false}
      open={open}
      onOpenChange={onOpenChange}
      onOpenChangeComplete={onOpenChangeComplete}
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
            <MenuItems items={items} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
