import type { FoundItem } from '@cairn/contract'
import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'

interface SearchResultsProps {
  found: readonly FoundItem[] | undefined
  /** The searched text. */
  settled: string
  heading?: ReactNode
  children: (item: FoundItem) => ReactNode
}

/**
 * The same height with one result as with twenty, so that the dialog does not jump while typing.
 */
export function SearchResults({ found, settled, heading, children }: SearchResultsProps) {
  const { t } = useTranslation()
  return (
    <div className="-mx-2 mt-3 flex h-72 flex-col">
      {heading && <div className="flex min-h-7 items-center gap-2 px-2">{heading}</div>}
      <div className="min-h-0 grow overflow-y-auto">
        {!found && <SkeletonRows count={6} />}
        {found?.length === 0 && (
          <p className="grid h-full place-items-center text-ink-3">
            {t(settled ? 'item_search.no_match' : 'item_search.none')}
          </p>
        )}
        {found && found.length > 0 && (
          <ul>
            {found.map((item) => (
              <li key={item.id}>{children(item)}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
