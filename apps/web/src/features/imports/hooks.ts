import {
  importsApi as api,
  applyImportEvent,
  type Import,
  type ImportSettings,
  type UploadedImport,
} from '@cairn/contract'
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { queryClient } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { sendCsv } from './send-csv.ts'

const PER_PAGE = 10
/** Imports of other users emit no event here: unfinished ones are polled. */
const ASK_AGAIN_MS = 3_000

const isOnItsWay = ({ status }: Import) => status === 'queued'

const importsIn = (slug: string, page: number) =>
  queryOptions({
    queryKey: ['imports', slug, 'page', page] as const,
    queryFn: ({ signal }) => {
      const query = { per_page: String(PER_PAGE), cursor: `${PER_PAGE}:${page}:0` }
      return call(api.list, { params: { slug }, query, signal })
    },
  })

export function useImports(slug: string, page: number) {
  const options = importsIn(slug, page)
  useLiveUpdates(options, applyImportEvent)
  return useQuery({
    ...options,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.results.some(isOnItsWay) ? ASK_AGAIN_MS : false),
  })
}

const importOf = (slug: string, project_id: string, id: string) =>
  queryOptions({
    queryKey: ['imports', slug, 'one', project_id, id] as const,
    queryFn: ({ signal }) => call(api.get, { params: { slug, project_id, id }, signal }),
  })

/** The status of an import, from its start. */
export function useImport(slug: string, started: Import): Import {
  const options = importOf(slug, started.project, started.id)
  useLiveUpdates(options, (known, event) => (event.import.id === known.id ? event.import : known))
  const { data } = useQuery({
    ...options,
    initialData: started,
    refetchInterval: ({ state }) => (state.data && isOnItsWay(state.data) ? ASK_AGAIN_MS : false),
  })
  return data
}

export const useUpload = (slug: string) =>
  useMutation({
    mutationFn: ({ project_id, file }: { project_id: string; file: File }) =>
      sendCsv(slug, project_id, file),
  })

const placeOf = (slug: string, { project, id }: Pick<Import, 'project' | 'id'>) => ({
  slug,
  project_id: project,
  id,
})

export const useCheck = (slug: string, uploaded: UploadedImport) =>
  useMutation({
    mutationFn: (body: ImportSettings) =>
      call(api.check, { params: placeOf(slug, uploaded), body }),
  })

const readAgain = (slug: string) => queryClient.invalidateQueries({ queryKey: ['imports', slug] })

export const useRun = (slug: string, uploaded: UploadedImport) =>
  useMutation({
    mutationFn: (body: ImportSettings) => call(api.run, { params: placeOf(slug, uploaded), body }),
    onSuccess: () => void readAgain(slug),
  })

export const useUndo = (slug: string) =>
  useMutation({
    mutationFn: (one: Import) => call(api.undo, { params: placeOf(slug, one) }),
    onSuccess: () => readAgain(slug),
  })
