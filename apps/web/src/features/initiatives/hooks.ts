import {
  initiativesApi as api,
  type Initiative,
  type InitiativePatch,
  MEMBER,
  type NewInitiative,
  planSortOrder,
  type WithId,
  type WorkItem,
  workItemListsApi,
} from '@cairn/contract'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { myId, workspaceIdOf } from '#data/known-ids.ts'
import { newId } from '#data/new-id.ts'
import { queryClient } from '#data/query-client.ts'
import { type Then, useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { useReadAgain } from '#data/use-read-again.ts'
import { useFollowItems } from '#entities/progress/use-follow-items.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'

export const initiativesIn = (slug: string) =>
  queryOptions({
    queryKey: ['initiatives', slug] as const,
    queryFn: () => call(api.list, { params: { slug } }),
  })

const _readAgain = (slug: string) =>
  void queryClient.invalidateQueries({ queryKey: initiativesIn(slug).queryKey })

/** Progress depends on the user: it is read again after events of an initiative or an epic. */
export function useInitiatives(slug: string): Initiative[] | undefined {
  const workspace = useWorkspace(slug)
  const id = workspace?.id
  useFollowItems(undefined, [initiativesIn(slug).queryKey])
  useReadAgain([initiativesIn(slug).queryKey], (event) => {
    const isOne = event.type === 'initiative.saved' || event.type === 'initiative.removed'
    return isOne && event.workspace_id === id
  })
  const enabled = (workspace?.role ?? 0) >= MEMBER
  return useQuery({ ...initiativesIn(slug), enabled }).data
}

const inOrder = (initiatives: Initiative[]) =>
  initiatives.toSorted((a, b) => a.sort_order - b.sort_order || (a.id < b.id ? -1 : 1))

const withOne = (initiatives: Initiative[], saved: Initiative) =>
  inOrder([...initiatives.filter(({ id }) => id !== saved.id), saved])

export function useCreateInitiative(slug: string) {
  const { mutate } = useOptimisticMutation({
    query: initiativesIn(slug),
    send: ({ body }: { body: NewInitiative & WithId; draft: Initiative }) =>
      call(api.create, { params: { slug }, body }),
    apply: (initiatives: Initiative[], { draft }) => withOne(initiatives, draft),
    settle: withOne,
    creates: ({ draft }) => draft.id,
    failure: 'initiatives.not_created',
  })
  return (values: NewInitiative, then: Then<Initiative>) => {
    const body = { ...values, id: newId() }
    const [first] = queryClient.getQueryData(initiativesIn(slug).queryKey) ?? []
    const now = new Date().toISOString()
    const me = myId()
    const draft: Initiative = {
      ...{ workspace: workspaceIdOf(slug), description_html: '', logo_props: {}, lead_id: null },
      ...{ start_date: null, end_date: null, member_ids: [], project_ids: [], epic_ids: [] },
      ...{ created_at: now, updated_at: now, created_by: me, updated_by: me, deleted_at: null },
      ...{ sort_order: planSortOrder(undefined, first?.sort_order), ...body },
      // The server counts the completed ones.
      ...{ total_epics: values.epic_ids?.length ?? 0, completed_epics: 0 },
    }
    mutate({ body, draft }, then)
  }
}

export const useChangeInitiative = (slug: string) =>
  useOptimisticMutation({
    query: initiativesIn(slug),
    send: ({ id, patch }: { id: string; patch: InitiativePatch }) =>
      call(api.change, { params: { slug, id }, body: patch }),
    apply: (initiatives: Initiative[], { id, patch }) =>
      initiatives.map((one) =>
        one.id === id
          ? { ...one, ...patch, total_epics: patch.epic_ids?.length ?? one.total_epics }
          : one,
      ),
    settle: withOne,
    line: ({ id }) => id,
    failure: 'initiatives.not_updated',
  })

export const useRemoveInitiative = (slug: string) =>
  useOptimisticMutation({
    query: initiativesIn(slug),
    send: (id: string) => call(api.remove, { params: { slug, id } }),
    apply: (initiatives: Initiative[], id) => initiatives.filter((one) => one.id !== id),
    line: (id) => id,
    failure: 'initiatives.not_deleted',
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

const overviewOf = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['initiative-overview', slug, id] as const,
    queryFn: () => call(api.overview, { params: { slug, id } }),
  })

/**
 * Counted by the server over what the user may see: read again when items, updates or the
 * initiative change.
 */
export function useInitiativeOverview(slug: string, id: string) {
  const { queryKey } = overviewOf(slug, id)
  useFollowItems(undefined, [queryKey])
  useReadAgain([queryKey], ({ type }) => /^(initiative|status_update|project)\./.test(type))
  return useQuery(overviewOf(slug, id))
}
