import { releaseNotesApi as api } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'

const notes = queryOptions({
  queryKey: ['release-notes'] as const,
  queryFn: ({ signal }) => call(api.list, { signal }),
})

/** What the last releases brought, the newest first. */
export const useReleaseNotes = () => useQuery(notes)
