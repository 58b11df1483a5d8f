import {
  cyclesApi as api,
  applyCycleEvent,
  type Cycle,
  type CyclePatch,
  type NewCycle,
} from '@cairn/contract'
import { queryOptions, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { queryClient, queryLayers } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import type { Unit } from '#entities/progress/shares.ts'
import { useFollowItems } from '#entities/progress/use-follow-items.ts'
import { cyclesIn, useCycles } from './cycle-list.ts'

export interface Place {
  slug: string
  project_id: string
}

/** A project's cycles with numbers that follow its items. */
export function useLiveCycles({ slug, project_id }: Place) {
  useFollowItems(project_id, [['cycles', slug, project_id]])
  return useCycles(slug, project_id)
}

export const archivedCyclesIn = ({ slug, project_id }: Place) =>
  queryOptions({
    queryKey: ['cycles', slug, project_id, 'archived'] as const,
    queryFn: () => call(api.listArchived, { params: { slug, project_id } }),
  })

export function useArchivedCycles(place: Place, enabled: boolean): Cycle[] | undefined {
  useLiveUpdates(archivedCyclesIn(place), (cycles, event) => {
    const of = event.type === 'cycle.saved' ? event.cycle.project_id : event.project_id
    return of === place.project_id ? applyCycleEvent(cycles, event, { archived: true }) : cycles
  })
  return useQuery({ ...archivedCyclesIn(place), enabled }).data
}

/** How far a cycle is, in items and in points. */
export const useProgress = ({ slug, project_id }: Place, id: string) =>
  useQuery({
    queryKey: ['cycles', slug, project_id, 'progress', id],
    queryFn: () => call(api.progress, { params: { slug, project_id, id } }),
  }).data

/** Day by day, for cycles that keep their own records. */
export const useDays = ({ slug, project_id }: Place, { id, version }: Cycle) =>
  useQuery({
    queryKey: ['cycles', slug, project_id, 'days', id],
    queryFn: () => call(api.days, { params: { slug, project_id, id } }),
    enabled: version === 2,
  }).data

/** By people, labels and days; undefined until it is known, and for a draft. */
export const useAnalytics = (
  { slug, project_id }: Place,
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

/** The running cycles of all one's projects, page by page. */
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

/** Whether no other cycle has these days. */
export const areDaysFree = async (
  { slug, project_id }: Place,
  body: { start_date: string; end_date: string; cycle_id?: string },
) => (await call(api.dateCheck, { params: { slug, project_id }, body })).status

const saved = (cycles: Cycle[], cycle: Cycle) =>
  applyCycleEvent(cycles, { type: 'cycle.saved', cycle })

export const useCreateCycle = (slug: string) =>
  useMutation({
    mutationFn: ({ project_id, body }: { project_id: string; body: NewCycle }) =>
      call(api.create, { params: { slug, project_id }, body }),
    onSuccess: (cycle) =>
      queryLayers.happen<Cycle[]>(cyclesIn(slug, cycle.project_id).queryKey, (cycles) =>
        saved(cycles, cycle),
      ),
  })

/** Days as they will be once the server has answered, near enough to stand in the right section. */
const withPatch = (cycle: Cycle, { start_date, end_date, ...patch }: CyclePatch): Cycle => ({
  ...cycle,
  ...patch,
  ...(start_date !== undefined && { start_date: start_date && `${start_date}T00:00:01` }),
  ...(end_date !== undefined && { end_date: end_date && `${end_date}T23:59:00` }),
})

/** Shown at once, and put back where it fails. */
export const useChangeCycle = ({ slug, project_id }: Place) =>
  useOptimisticMutation({
    query: cyclesIn(slug, project_id),
    send: ({ id, patch }: { id: string; patch: CyclePatch }) =>
      call(api.change, { params: { slug, project_id, id }, body: patch }),
    apply: (cycles, { id, patch }) =>
      cycles.map((cycle) => (cycle.id === id ? withPatch(cycle, patch) : cycle)),
    settle: saved,
    line: ({ id }) => `cycle ${id}`,
    failure: 'cycles.not_updated',
  })

const leave = (place: Place, id: string) => {
  const event = { type: 'cycle.removed', id, project_id: place.project_id } as const
  for (const { queryKey } of [cyclesIn(place.slug, place.project_id), archivedCyclesIn(place)]) {
    queryLayers.happen<Cycle[]>(queryKey, (cycles) => applyCycleEvent(cycles, event))
  }
}

export const useRemoveCycle = (place: Place) =>
  useMutation({
    mutationFn: (id: string) => call(api.remove, { params: { ...place, id } }),
    onSuccess: (_, id) => leave(place, id),
  })

export const useArchiveCycle = (place: Place) =>
  useMutation({
    mutationFn: (id: string) => call(api.archive, { params: { ...place, id } }),
    onSuccess: (_, id) => {
      leave(place, id)
      void queryClient.invalidateQueries({ queryKey: archivedCyclesIn(place).queryKey })
    },
  })

export const useRestoreCycle = (place: Place) =>
  useOptimisticMutation({
    query: archivedCyclesIn(place),
    send: (id: string) => call(api.restore, { params: { ...place, id } }),
    apply: (cycles, id) => cycles.filter((cycle) => cycle.id !== id),
    failure: 'cycles.not_restored',
  })

/** After it was deleted or archived: it stands where it stood. */
export const useUndeleteCycle = (place: Place, from: 'deletion' | 'archive') =>
  useOptimisticMutation({
    query: cyclesIn(place.slug, place.project_id),
    send: async ({ id }: Cycle) => {
      const endpoint = from === 'archive' ? api.restore : api.undelete
      await call(endpoint, { params: { ...place, id } })
    },
    apply: (cycles, cycle) => saved(cycles, cycle),
    failure: 'cycles.not_brought_back',
  })

export const useTransfer = (place: Place, id: string) =>
  useMutation({
    mutationFn: (new_cycle_id: string) =>
      call(api.transfer, { params: { ...place, id }, body: { new_cycle_id } }),
    onSuccess: () =>
      void queryClient.invalidateQueries({ queryKey: ['cycles', place.slug, place.project_id] }),
  })
