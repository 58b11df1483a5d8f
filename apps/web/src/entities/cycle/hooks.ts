import {
  cyclesApi as api,
  applyCycleEvent,
  type Cycle,
  type CyclePatch,
  cycleStatus,
  type NewCycle,
  noCounts,
  planSortOrder,
} from '@cairn/contract'
import { queryOptions, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { changing, creating, removing } from '#data/collection-actions.ts'
import { myId, workspaceIdOf } from '#data/known-ids.ts'
import type { ProjectRef } from '#data/live-collection.ts'
import { queryClient } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import type { Unit } from '#entities/progress/shares.ts'
import { useFollowItems } from '#entities/progress/use-follow-items.ts'
import { cycleCollection, cyclesIn, useCycles } from './cycle-list.ts'

export type { ProjectRef } from '#data/live-collection.ts'

/** A project's cycles with numbers that follow its items. */
export function useLiveCycles({ slug, project_id }: ProjectRef) {
  useFollowItems(project_id, [['cycles', slug, project_id]])
  return useCycles(slug, project_id)
}

export const archivedCyclesIn = ({ slug, project_id }: ProjectRef) =>
  queryOptions({
    queryKey: ['cycles', slug, project_id, 'archived'] as const,
    queryFn: () => call(api.listArchived, { params: { slug, project_id } }),
  })

export function useArchivedCycles(place: ProjectRef, enabled: boolean): Cycle[] | undefined {
  useLiveUpdates(archivedCyclesIn(place), (cycles, event) => {
    const of = event.type === 'cycle.saved' ? event.cycle.project_id : event.project_id
    return of === place.project_id ? applyCycleEvent(cycles, event, { archived: true }) : cycles
  })
  return useQuery({ ...archivedCyclesIn(place), enabled }).data
}

/** The progress of a cycle, in items and in points. */
export const useProgress = ({ slug, project_id }: ProjectRef, id: string) =>
  useQuery({
    queryKey: ['cycles', slug, project_id, 'progress', id],
    queryFn: () => call(api.progress, { params: { slug, project_id, id } }),
  }).data

/** Day by day, for cycles that record each day. */
export const useDays = ({ slug, project_id }: ProjectRef, { id, version }: Cycle) =>
  useQuery({
    queryKey: ['cycles', slug, project_id, 'days', id],
    queryFn: () => call(api.days, { params: { slug, project_id, id } }),
    enabled: version === 2,
  }).data

/** By assignees, labels and days; undefined while loading, and for a draft. */
export const useAnalytics = (
  { slug, project_id }: ProjectRef,
  { id, start_date }: Pick<Cycle, 'id' | 'start_date'>,
  type: Unit,
) =>
  useQuery({
    queryKey: ['cycles', slug, project_id, 'analytics', id, type],
    queryFn: () => call(api.analytics, { params: { slug, project_id, id }, query: { type } }),
    enabled: start_date !== null,
    placeholderData: (before) => before,
  }).data

const PER_PAGE = 10

/** The active cycles of all the user's projects, page by page. */
export function useActiveCycles(slug: string) {
  useFollowItems(undefined, [['cycles', slug, 'active']])
  return useInfiniteQuery({
    queryKey: ['cycles', slug, 'active'],
    queryFn: ({ pageParam: cursor }) =>
      call(api.active, { params: { slug }, query: { per_page: String(PER_PAGE), cursor } }),
    initialPageParam: `${PER_PAGE}:0:0`,
    getNextPageParam: (page) => (page.next_page_results ? page.next_cursor : undefined),
  })
}

/** Whether no other cycle overlaps these dates. */
export const areDaysFree = async (
  { slug, project_id }: ProjectRef,
  body: { start_date: string; end_date: string; cycle_id?: string },
) => (await call(api.dateCheck, { params: { slug, project_id }, body })).status

const saved = (cycles: Cycle[], cycle: Cycle) =>
  applyCycleEvent(cycles, { type: 'cycle.saved', cycle })

/** Dates as the server will return them, close enough for the right section. */
const zoned = ({ start_date, end_date }: Pick<CyclePatch, 'start_date' | 'end_date'>) => ({
  ...(start_date !== undefined && { start_date: start_date && `${start_date}T00:00:01` }),
  ...(end_date !== undefined && { end_date: end_date && `${end_date}T23:59:00` }),
})

function draftOf(
  { slug, project_id }: ProjectRef,
  body: NewCycle & { id: string },
  cycles: Cycle[],
) {
  const days = { start_date: null, end_date: null, ...zoned(body) }
  const smallest = Math.min(...cycles.map(({ sort_order }) => sort_order))
  const now = new Date().toISOString()
  const me = myId()
  return {
    ...{ id: body.id, workspace_id: workspaceIdOf(slug), project_id, name: body.name },
    ...{ description: body.description ?? '', ...days, status: cycleStatus(days, Date.now()) },
    ...{ owned_by_id: me, created_by: me, created_at: now, updated_at: now, archived_at: null },
    ...{ view_props: {}, logo_props: {}, external_source: null, external_id: null },
    ...{ progress_snapshot: {}, timezone: 'UTC', version: 1, is_favorite: false, assignee_ids: [] },
    sort_order: planSortOrder(undefined, cycles.length > 0 ? smallest : undefined),
    ...noCounts,
  }
}

export const useCreateCycle = creating(cycleCollection, {
  send: (params, body: NewCycle) => call(api.create, { params, body }),
  draft: (place, body, cycles): Cycle => draftOf(place, body, [...cycles]),
  failure: 'cycles.not_created',
  durable: 'cycle.create',
})

export const useChangeCycle = changing(cycleCollection, {
  send: (params, id, patch: CyclePatch) =>
    call(api.change, { params: { ...params, id }, body: patch }),
  patched: (cycle, { start_date, end_date, ...patch }) => ({
    ...{ ...cycle, ...patch },
    ...zoned({ start_date, end_date }),
  }),
  failure: 'cycles.not_updated',
  durable: 'cycle.change',
})

export const useRemoveCycle = removing(cycleCollection, {
  send: (params, id) => call(api.remove, { params: { ...params, id } }),
  failure: 'cycles.not_deleted',
  durable: 'cycle.remove',
})

export const useArchiveCycle = changing(cycleCollection, {
  send: async (place, id, _archived: { archived_at: string }) => {
    await call(api.archive, { params: { ...place, id } })
    void queryClient.invalidateQueries({ queryKey: archivedCyclesIn(place).queryKey })
    return null
  },
  failure: 'cycles.not_archived',
})

export const useRestoreCycle = (place: ProjectRef) =>
  useOptimisticMutation({
    query: archivedCyclesIn(place),
    send: (id: string) => call(api.restore, { params: { ...place, id } }),
    apply: (cycles, id) => cycles.filter((cycle) => cycle.id !== id),
    failure: 'cycles.not_restored',
  })

/** After it was deleted or archived: it returns to its old position. */
export const useUndeleteCycle = (place: ProjectRef, from: 'deletion' | 'archive') =>
  useOptimisticMutation({
    query: cyclesIn(place),
    send: async ({ id }: Cycle) => {
      const endpoint = from === 'archive' ? api.restore : api.undelete
      await call(endpoint, { params: { ...place, id } })
    },
    apply: (cycles, cycle) => saved(cycles, cycle),
    failure: 'cycles.not_brought_back',
  })

const readCyclesAgain = ({ slug, project_id }: ProjectRef) =>
  void queryClient.invalidateQueries({ queryKey: ['cycles', slug, project_id] })

export const useTransfer = (place: ProjectRef, id: string) =>
  useMutation({
    mutationFn: (new_cycle_id: string) =>
      call(api.transfer, { params: { ...place, id }, body: { new_cycle_id } }),
    onSuccess: () => readCyclesAgain(place),
  })

export const useUndoTransfer = (place: ProjectRef, id: string) =>
  useMutation({
    mutationFn: (transfer_id: string) =>
      call(api.undoTransfer, { params: { ...place, id, transfer_id } }),
    onSuccess: () => readCyclesAgain(place),
  })
