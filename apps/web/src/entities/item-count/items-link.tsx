import type { ListFilters } from '@cairn/contract'
import type { ReactNode } from 'react'
import { Link } from '#ui/router/link.tsx'
import { navigate } from '#ui/router/router.ts'
import { classNames } from '#ui/theme/class-names.ts'

/** Query of the list's URL, so that it shows exactly these items, including sub-items. */
const searchOf = (filters: ListFilters): Record<string, string> => ({
  ...{ layout: 'spreadsheet', sub_issue: 'true' },
  ...Object.fromEntries(Object.entries(filters).map(([key, values]) => [key, values.join(',')])),
})

const listOf = (slug: string): string => `/${slug}/workspace-views/all-issues/`

/** The same for parts of a chart, which cannot be links. */
export function useOpenItems(slug: string, list = listOf(slug)) {
  return (filters: ListFilters) => void navigate({ to: list, search: searchOf(filters) })
}

interface ItemsLinkProps {
  slug: string
  filters: ListFilters
  /** The URL of the list with these items; by default all items of the workspace. */
  list?: string | undefined
  label?: string
  className?: string
  children: ReactNode
}

/** Links a number to the items it counts. */
export function ItemsLink(props: ItemsLinkProps) {
  const { slug, filters, list = listOf(slug), label, className, children } = props
  return (
    <Link
      to={list}
      search={searchOf(filters)}
      aria-label={label}
      className={classNames('focus-inset', className)}
    >
      {children}
    </Link>
  )
}

/** Underlined on hover of the number or of the link around it. */
export const numberLook =
  'tabular-nums underline-offset-2 group-hover:text-accent-ink group-hover:underline'
