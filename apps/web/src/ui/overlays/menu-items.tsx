import { Menu } from '@base-ui/react/menu'
import { Check, ChevronRight } from 'lucide-react'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { Kbd } from '../controls/kbd.tsx'
import { Icon } from '../icons/icon.tsx'
import { shortcutWords } from '../platform/shortcut.ts'
import { classNames } from '../theme/class-names.ts'
import type { MenuEntry, MenuItem } from './menu.tsx'
import { itemLook, popupLook, positionerLook } from './popup-look.ts'

function Face({ item, tail }: { item: MenuItem; tail?: ReactNode }) {
  return (
    <>
      {item.icon && (
        <Icon of={item.icon} className={item.danger || item.disabled ? '' : 'text-ink-3'} />
      )}
      <span className="min-w-0">
        <span className="block truncate">{item.label}</span>
        {item.detail && (
          <span className="block max-w-56 text-small whitespace-normal text-ink-3">
            {item.detail}
          </span>
        )}
      </span>
      <span className="ml-auto flex items-center gap-0.75 pl-4 text-ink-3 empty:hidden">
        {item.hint && <span className="text-small">{item.hint}</span>}
        {item.shortcut && <Kbd keys={item.shortcut} />}
        {tail}
      </span>
    </>
  )
}

// In-app links go through the router; with a key held the browser opens its new tab or window.
function follow(item: MenuItem, event: MouseEvent) {
  if (!item.onSelect || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  item.onSelect()
}

interface ItemProps {
  item: MenuItem
  /** Runs a function after the menu has closed. */
  onLater: (run: () => void) => void
}

/** Right activates the entry, as it opens a submenu. */
function pressByArrow(event: KeyboardEvent<HTMLElement>) {
  if (event.key === 'ArrowRight') event.currentTarget.click()
}

function Item({ item, onLater }: ItemProps) {
  const shared = {
    disabled: item.disabled,
    label: item.label,
    'aria-keyshortcuts': item.shortcut && shortcutWords(item.shortcut),
    className: classNames(
      itemLook,
      item.detail && 'h-auto! min-h-11 py-1 max-md:min-h-13',
      item.danger && !item.disabled && 'text-danger-ink',
    ),
  }
  if (item.items) {
    return (
      <Menu.SubmenuRoot>
        <Menu.SubmenuTrigger {...shared}>
          <Face item={item} tail={<Icon of={ChevronRight} size={14} />} />
        </Menu.SubmenuTrigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={4} alignOffset={-5} className={positionerLook}>
            <Menu.Popup className={`${popupLook} max-w-80 min-w-50 p-1`}>
              <MenuItems items={item.items} onLater={onLater} />
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.SubmenuRoot>
    )
  }
  if (item.checked !== undefined) {
    return (
      <Menu.CheckboxItem
        {...shared}
        checked={item.checked}
        closeOnClick={!item.stay}
        onCheckedChange={() => item.onSelect?.()}
      >
        <Face item={item} tail={item.checked && <Icon of={Check} />} />
      </Menu.CheckboxItem>
    )
  }
  if (item.href) {
    return (
      <Menu.LinkItem
        {...shared}
        closeOnClick
        href={item.href}
        onClick={(event) => follow(item, event)}
      >
        <Face item={item} />
      </Menu.LinkItem>
    )
  }
  const { opens, onSelect } = item
  if (opens && onSelect) {
    const isPicker = opens === 'picker'
    return (
      <Menu.Item
        {...shared}
        closeOnClick
        onClick={() => onLater(onSelect)}
        onKeyDown={isPicker ? pressByArrow : undefined}
      >
        <Face item={item} tail={isPicker && <Icon of={ChevronRight} size={14} />} />
      </Menu.Item>
    )
  }
  return (
    <Menu.Item {...shared} closeOnClick={!item.stay} onClick={onSelect}>
      <Face item={item} />
    </Menu.Item>
  )
}

interface MenuItemsProps extends Pick<ItemProps, 'onLater'> {
  items: MenuEntry[]
}

export function MenuItems({ items, onLater }: MenuItemsProps) {
  return items.map((item, index) => {
    // Menus have a fixed order and entries have no id.
    const key = index
    if (!item) return null
    if (item === 'line')
      return <Menu.Separator key={key} className="-mx-1 my-1 h-px bg-line-subtle" />
    if ('heading' in item) {
      return (
        <div
          key={key}
          role="presentation"
          className="flex h-6 items-center px-2 text-micro font-medium text-ink-3"
        >
          {item.heading}
        </div>
      )
    }
    return <Item key={key} item={item} onLater={onLater} />
  })
}
