import {
  exportsApi as api,
  applyExportEvent,
  type NewExport,
  type WorkItemExport,
} from '@cairn/contract'
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { queryClient } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'

const PER_PAGE = 10
/** Exports of other users emit no event here: unfinished ones are polled. */
const ASK_AGAIN_MS = 3_000

const exportsIn = (slug: string, page: number) =>
  queryOptions({
    queryKey: ['exports', slug, page] as const,
    queryFn: ({ signal }) => {
      const query = { per_page: String(PER_PAGE), cursor: `${PER_PAGE}:${page}:0` }
      return call(api.list, { params: { slug }, query, signal })
    },
  })

const isOnItsWay = ({ status }: WorkItemExport) => status === 'queued' || status === 'processing'

export function useExports(slug: string, page: number) {
  const options = exportsIn(slug, page)
  useLiveUpdates(options, applyExportEvent)
  return useQuery({
    ...options,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.results.some(isOnItsWay) ? ASK_AGAIN_MS : false),
  })
}

export const useAskForExport = (slug: string) =>
  useMutation({
    mutationFn: (body: NewExport) => call(api.create, { params: { slug }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['exports', slug] }),
  })
