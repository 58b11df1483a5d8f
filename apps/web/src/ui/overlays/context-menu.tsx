import { cloneElement, type MouseEvent, type ReactElement, Suspense, useRef, useState } from 'react'
import { lazy } from '../platform/lazy.ts'
import { goesToToast } from './goes-to-toast.ts'
import { loadMenuPopup, type MenuEntry } from './menu.tsx'

const MenuPopup = lazy(loadMenuPopup)

interface ContextMenuProps {
  /**
   * Called on opening with the clicked element and the position. Empty: shows the browser's menu.
   */
  items: (target: HTMLElement, point: DOMRect) => MenuEntry[]
  /** While the code of the entries is loading: the menu opens when it is loaded. */
  loading?: () => Promise<unknown> | undefined
  /** The card, or a list of a thousand rows; it keeps its own handlers. */
  children: ReactElement<{ onContextMenu?: (event: MouseEvent<HTMLElement>) => void }>
}

// The menu key reports no pointer: the menu then opens at the focused thing.
function pointOf(event: MouseEvent<HTMLElement>) {
  if (event.clientX || event.clientY) return new DOMRect(event.clientX, event.clientY, 0, 0)
  const box = (event.target as HTMLElement).getBoundingClientRect()
  return new DOMRect(box.left + 16, box.bottom, 0, 0)
}

export function ContextMenu({ items, loading, children }: ContextMenuProps) {
  const [menu, setMenu] = useState<{ entries: MenuEntry[]; point: DOMRect }>()
  const [open, setOpen] = useState(false)
  const returnTo = useRef<HTMLElement>(null)

  function handleContextMenu(event: MouseEvent<HTMLElement>) {
    children.props.onContextMenu?.(event)
    if (event.defaultPrevented) return
    const point = pointOf(event)
    const target = event.target as HTMLElement
    const { activeElement } = document
    returnTo.current = activeElement instanceof HTMLElement ? activeElement : event.currentTarget
    const loaded = loading?.()
    if (!loaded && !show(target, point)) return
    event.preventDefault()
    void loaded?.then(() => show(target, point))
  }

  /** Whether there is anything to show. */
  function show(target: HTMLElement, point: DOMRect): boolean {
    const entries = items(target, point)
    if (!entries.some(Boolean)) return false
    setMenu({ entries, point })
    setOpen(true)
    return true
  }

  return (
    <>
      {cloneElement(children, { onContextMenu: handleContextMenu })}
      {menu && (
        <Suspense>
          <MenuPopup
            open={open}
            items={menu.entries}
            align="start"
            sideOffset={2}
            anchor={{ getBoundingClientRect: () => menu.point }}
            finalFocus={returnTo}
            onOpenChange={(next, details) =>
              goesToToast(details) ? details.cancel() : setOpen(next)
            }
            onOpenChangeComplete={(isOpen) => !isOpen && setMenu(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
