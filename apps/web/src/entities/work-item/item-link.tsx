import type { MouseEvent, ReactNode } from 'react'
import { classNames } from '#ui/theme/class-names.ts'
import { itemAddress } from './item-address.ts'
import { useOpenKey } from './open-item.ts'

interface ItemLinkProps {
  slug: string
  /** "TRAIL-412" */
  itemKey: string
  /** Opens a new tab instead of the side panel. */
  newTab?: boolean
  className?: string
  children: ReactNode
}

/** A real link that opens the item in the peek. */
export function ItemLink({ slug, itemKey, newTab = false, className, children }: ItemLinkProps) {
  const open = useOpenKey(slug)
  function handleClick(event: MouseEvent) {
    // The browser handles these.
    if (newTab || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    open(itemKey)
  }
  return (
    <a
      href={itemAddress(slug, itemKey)}
      data-peeks={itemKey}
      target={newTab ? '_blank' : undefined}
      rel={newTab ? 'noopener' : undefined}
      onClick={handleClick}
      className={classNames('focus-inset min-w-0 rounded-xs', className)}
    >
      {children}
    </a>
  )
}
