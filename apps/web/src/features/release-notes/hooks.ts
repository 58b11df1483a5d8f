import { releaseNotesApi as api } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'

const notes = queryOptions({
  queryKey: ['release-notes'] as const,
  queryFn: ({ signal }) => call(api.list, { signal }),
})

/** Notes of the last releases, newest first. */
export const useReleaseNotes = () => useQuery(notes)
