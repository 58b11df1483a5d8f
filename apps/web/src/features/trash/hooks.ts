import { trashApi as api, type TrashEntry, type TrashPage, type TrashQuery } from '@cairn/contract'
import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { t } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { queryClient } from '#data/query-client.ts'

export interface ProjectRef {
  slug: string
  project_id: string
}

/** All lists of the trash, with any filter. */
const keyOf = ({ slug, project_id }: ProjectRef) => ['trash', slug, project_id] as const

const trashIn = (params: ProjectRef, query: TrashQuery) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(params), query],
    queryFn: ({ pageParam, signal }) =>
      call(api.list, {
        params,
        query: { ...query, ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ results }, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.results.length, 0)
      return results.length > 0 && shown < (pages[0]?.total ?? 0)
        ? results.at(-1)?.deleted_at
        : undefined
    },
    // Another request may delete at the same time.
    staleTime: 0,
  })

export function useTrash(place: ProjectRef, query: TrashQuery) {
  const { data, error, isLoading, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    trashIn(place, query),
  )
  return {
    entries: data?.pages.flatMap((page) => page.results),
    total: data?.pages[0]?.total ?? 0,
    failed: error !== null,
    isLoading,
    readMore: hasNextPage ? () => void fetchNextPage() : undefined,
    refetch: () => void refetch(),
  }
}

type Pages = InfiniteData<TrashPage, string>

/** Removes entries from all cached lists at once. */
function takeOut(place: ProjectRef, gone: (entry: TrashEntry) => boolean) {
  queryClient.setQueriesData<Pages>({ queryKey: keyOf(place) }, (data) => {
    if (!data) return data
    const pages = data.pages.map((page) => ({
      ...page,
      results: page.results.filter((entry) => !gone(entry)),
    }))
    const count = (all: Pages['pages']) => all.reduce((sum, { results }) => sum + results.length, 0)
    const fewer = count(data.pages) - count(pages)
    return { ...data, pages: pages.map((page) => ({ ...page, total: page.total - fewer })) }
  })
}

const readAgain = (place: ProjectRef) => queryClient.invalidateQueries({ queryKey: keyOf(place) })

/** Optimistic; entries the server rejects come back with the reason. Returns how many succeeded. */
async function change(
  place: ProjectRef,
  entries: readonly TrashEntry[],
  send: (entry: TrashEntry) => Promise<unknown>,
  failure: (entry: TrashEntry) => string,
): Promise<number> {
  await queryClient.cancelQueries({ queryKey: keyOf(place) })
  const ids = new Set(entries.map(({ id }) => id))
  takeOut(place, ({ id }) => ids.has(id))
  let done = 0
  for (const entry of entries) {
    try {
      await send(entry)
      done += 1
    } catch (error) {
      notifyFailure(failure(entry), error)
    }
  }
  await readAgain(place)
  return done
}

export const restoreEntries = (params: ProjectRef, entries: readonly TrashEntry[]) =>
  change(
    params,
    entries,
    ({ kind, id }) => call(api.restore, { params, body: { kind, id } }),
    ({ name }) => t('trash.not_restored', { name }),
  )

export const removeEntries = (params: ProjectRef, entries: readonly TrashEntry[]) =>
  change(
    params,
    entries,
    ({ kind, id }) => call(api.remove, { params, body: { kind, id } }),
    () => t('trash.not_deleted'),
  )

/** Returns whether it worked. */
export async function emptyTrash(params: ProjectRef): Promise<boolean> {
  await queryClient.cancelQueries({ queryKey: keyOf(params) })
  takeOut(params, () => true)
  try {
    await call(api.empty, { params })
    return true
  } catch (error) {
    notifyFailure(t('trash.not_emptied'), error)
    return false
  } finally {
    await readAgain(params)
  }
}
