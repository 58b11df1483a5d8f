import type { ListFilters } from '@cairn/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classNames } from '#ui/theme/class-names.ts'

/** What the address of the list says, so that it shows exactly these items: sub-items among them. */
const searchOf = (filters: ListFilters): Record<string, string> => ({
  ...{ layout: 'spreadsheet', sub_issue: 'true' },
  ...Object.fromEntries(Object.entries(filters).map(([key, values]) => [key, values.join(',')])),
})

const listOf = (slug: string): string => `/${slug}/workspace-views/all-issues/`

/** The same way for parts of a chart, which cannot be links. */
export function useOpenItems(slug: string) {
  const navigate = useNavigate()
  return (filters: ListFilters) =>
    void navigate({ to: listOf(slug), search: searchOf(filters) as never })
}

interface ItemsLinkProps {
  slug: string
  filters: ListFilters
  label?: string
  className?: string
  children: ReactNode
}

/** Leads from a number to the items that it counts. */
export function ItemsLink({ slug, filters, label, className, children }: ItemsLinkProps) {
  return (
    <Link
      to={listOf(slug)}
      search={searchOf(filters) as never}
      aria-label={label}
      className={classNames('focus-inset', className)}
    >
      {children}
    </Link>
  )
}

/** Plain until somebody points at it, or at the link around it. */
export const numberLook =
  'tabular-nums underline-offset-2 group-hover:text-accent-ink group-hover:underline'
