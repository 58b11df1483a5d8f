import { pagesApi as api } from '@cairn/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { queryClient } from '#data/query-client.ts'
import { type OpenPage, type PageScope, pageAt } from './page-list.ts'

const versionsOf = ({ slug, project_id }: PageScope, id: string) =>
  ['page-versions', slug, project_id, id] as const

/** Newest first; fetched again whenever the text was saved. */
export const usePageVersions = (scope: PageScope, { id, updated_at }: OpenPage) =>
  useQuery({
    queryKey: [...versionsOf(scope, id), updated_at],
    queryFn: ({ signal }) => call(api.listVersions, { params: { ...scope, id }, signal }),
    placeholderData: (before) => before,
    staleTime: 0,
  }).data

export const usePageVersion = (scope: PageScope, id: string, version_id: string) =>
  useQuery({
    queryKey: ['page-version', scope.slug, id, version_id],
    queryFn: ({ signal }) => call(api.getVersion, { params: { ...scope, id, version_id }, signal }),
    // The newest version keeps changing while its author writes.
    staleTime: 0,
  })

export const useRestoreVersion = (scope: PageScope, id: string) =>
  useMutation({
    mutationFn: (version_id: string) =>
      call(api.restoreVersion, { params: { ...scope, id, version_id } }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: versionsOf(scope, id) }),
        queryClient.invalidateQueries({ queryKey: pageAt(scope, id).queryKey }),
      ]),
  })
