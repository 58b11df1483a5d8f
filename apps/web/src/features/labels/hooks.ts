import { labelsApi as api, type Label } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#data/api.ts'

const labelsIn = (slug: string, project_id: string) =>
  queryOptions({
    queryKey: ['labels', slug, project_id] as const,
    queryFn: () => call(api.list, { params: { slug, project_id } }),
  })

export function useLabels(slug: string, project_id: string): ReadonlyMap<string, Label> {
  const { data } = useQuery({ ...labelsIn(slug, project_id), enabled: project_id !== '' })
  return useMemo(
    () =>
      new Map(
        [...(data ?? [])]
          .sort((a, b) => a.sort_order - b.sort_order || a.name.localeCompare(b.name))
          .map((label) => [label.id, label]),
      ),
    [data],
  )
}
