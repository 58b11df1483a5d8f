import type { PublicItem } from '@cairn/contract'
import type { ReactNode } from 'react'
import { useLocation } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'

interface ItemLinkProps {
  item: PublicItem
  className?: string
  children: ReactNode
}

/** Opens an item on the current page by changing the URL. */
export function ItemLink({ item, className, children }: ItemLinkProps) {
  const { pathname, search } = useLocation()
  const to: string = pathname
  return (
    <Link
      to={to}
      search={{ ...(search as Record<string, unknown>), peekId: item.id }}
      data-item={item.id}
      className={className}
    >
      {children}
    </Link>
  )
}
