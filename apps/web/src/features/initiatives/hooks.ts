import {
  initiativesApi as api,
  type Initiative,
  type InitiativePatch,
  MEMBER,
  type NewInitiative,
  type WorkItem,
  workItemListsApi,
} from '@cairn/contract'
import { queryOptions, useMutation, useQueries, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#data/api.ts'
import { listenLive } from '#data/live.ts'
import { queryClient } from '#data/query-client.ts'
import { useFollowItems } from '#entities/progress/use-follow-items.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'

const initiativesIn = (slug: string) =>
  queryOptions({
    queryKey: ['initiatives', slug] as const,
    queryFn: () => call(api.list, { params: { slug } }),
  })

const readAgain = (slug: string) =>
  void queryClient.invalidateQueries({ queryKey: initiativesIn(slug).queryKey })

/** How far each is depends on who asks: whatever happens to one, or to an epic, is read again. */
export function useInitiatives(slug: string): Initiative[] | undefined {
  const workspace = useWorkspace(slug)
  const id = workspace?.id
  useFollowItems(undefined, [initiativesIn(slug).queryKey])
  useEffect(
    () =>
      listenLive({
        onEvent: (event) => {
          const isOne = event.type === 'initiative.saved' || event.type === 'initiative.removed'
          if (isOne && event.workspace_id === id) readAgain(slug)
        },
        onGap: () => readAgain(slug),
      }),
    [slug, id],
  )
  const enabled = (workspace?.role ?? 0) >= MEMBER
  return useQuery({ ...initiativesIn(slug), enabled }).data
}

export const useSaveInitiative = (slug: string, id: string | undefined) =>
  useMutation({
    mutationFn: (body: NewInitiative & InitiativePatch) =>
      id
        ? call(api.change, { params: { slug, id }, body })
        : call(api.create, { params: { slug }, body }),
    onSuccess: () => readAgain(slug),
  })

export const useRemoveInitiative = (slug: string) =>
  useMutation({
    mutationFn: (id: string) => call(api.remove, { params: { slug, id } }),
    onSuccess: () => readAgain(slug),
  })

/** The epics of these projects. */
export function useEpicsOf(slug: string, project_ids: readonly string[]): WorkItem[] {
  return useQueries({
    queries: project_ids.map((project_id) => ({
      queryKey: ['initiatives', slug, 'epics', project_id],
      queryFn: async () => {
        const params = { slug, project_id }
        const { results } = await call(workItemListsApi.epics, { params, query: {} })
        return results as WorkItem[]
      },
    })),
    combine: (answers) => answers.flatMap(({ data }) => data ?? []),
  })
}
