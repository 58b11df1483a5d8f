import type { Page } from '@cairn/contract'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { readOn } from '#data/read-on.ts'
import { Button } from '#ui/controls/button.tsx'
import { Panel } from '#ui/controls/form-layout.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { ListFailure } from './list-failure.tsx'

interface PagedPanelProps<Row> {
  list: UseInfiniteQueryResult<InfiniteData<Page<Row[]>>>
  search: string
  /** Shown if there are no rows at all; a search without results has its own message. */
  empty: string
  children: (row: Row) => ReactNode
}

/** Rows in a box, with a button to load more. */
export function PagedPanel<Row>({ list, search, empty, children }: PagedPanelProps<Row>) {
  const { t } = useTranslation()
  const { data, isError, refetch, isPlaceholderData } = list
  const { hasNextPage, isFetchingNextPage } = list
  const rows = data?.pages.flatMap(({ results }) => results)

  if (!rows) return isError ? <ListFailure onRetry={() => void refetch()} /> : <SkeletonRows />
  if (rows.length === 0) {
    return (
      <EmptyState
        picture={search ? 'no-match' : 'place-stone'}
        title={search ? t('god_mode.nothing_found', { search }) : empty}
      />
    )
  }
  return (
    <>
      <Panel>{rows.map(children)}</Panel>
      {hasNextPage && !isPlaceholderData && (
        <div className="mt-3 flex justify-center">
          <Button busy={isFetchingNextPage} onClick={() => void readOn(list)}>
            {isFetchingNextPage ? t('god_mode.loading_more') : t('god_mode.load_more')}
          </Button>
        </div>
      )}
    </>
  )
}
