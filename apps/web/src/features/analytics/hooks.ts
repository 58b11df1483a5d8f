import {
  analyticsApi as api,
  type Chart,
  type ChartAxis,
  type ChartMetric,
  flowHistoryApi as historyApi,
  type KindCount,
  projectsApi,
  statesApi,
  type WorkspaceTotals,
} from '@cairn/contract'
import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { useFollowItems } from '#entities/progress/use-follow-items.ts'
import { todayHere } from '#ui/dates/own-zone.ts'
import type { FlowSource } from './flow-point.tsx'
import { isOfList, paramsOf, type Scope, type WorkspaceScope } from './scope.ts'

const projectOf = (scope: Scope) => (isOfList(scope) ? scope.project.id : undefined)

/** A period ends today: yesterday's data is of another period. */
const keyOf = (scope: Scope, ...what: string[]) => {
  const place = [scope.slug, projectOf(scope) ?? '', paramsOf(scope), todayHere()] as const
  return ['analytics', ...place, ...what] as const
}

/** Visible numbers follow changes of their items. */
export const useFollowAnalytics = (scope: Scope) =>
  useFollowItems(projectOf(scope), [['analytics', scope.slug]])

/** All items, instead of those of the period. */
const during = ({ duration }: WorkspaceScope, isWhole: boolean) => ({
  date_filter: isWhole ? '' : duration,
})

export const useOverview = (scope: WorkspaceScope, { isWhole = false } = {}) => {
  const query = { ...paramsOf(scope), ...during(scope, isWhole), tab: 'overview' }
  return useQuery({
    queryKey: keyOf(scope, 'overview', String(isWhole)),
    queryFn: () => call(api.totals, { params: { slug: scope.slug }, query }),
    placeholderData: keepPreviousData,
  })
}

export const useItemTotals = (scope: Scope) => {
  const { slug } = scope
  const query = { ...paramsOf(scope), tab: 'work-items' }
  const project_id = projectOf(scope)
  return useQuery({
    queryKey: keyOf(scope, 'totals'),
    queryFn: (): Promise<WorkspaceTotals> =>
      project_id
        ? call(api.projectTotals, { params: { slug, project_id }, query })
        : call(api.totals, { params: { slug }, query }),
    placeholderData: keepPreviousData,
  })
}

export const useKinds = (scope: WorkspaceScope, { isWhole = false } = {}) => {
  const query = { ...paramsOf(scope), ...during(scope, isWhole), type: 'projects' }
  return useQuery({
    queryKey: keyOf(scope, 'kinds', String(isWhole)),
    // The requested type determines which of the two responses it is.
    queryFn: async () =>
      (await call(api.charts, { params: { slug: scope.slug }, query })) as KindCount[],
    placeholderData: keepPreviousData,
  })
}

const chart = (scope: Scope, asked: Record<string, string>) => {
  const { slug } = scope
  const query = { ...paramsOf(scope), ...asked }
  const project_id = projectOf(scope)
  return queryOptions({
    queryKey: keyOf(scope, 'chart', ...Object.values(asked)),
    queryFn: async () =>
      (await (project_id
        ? call(api.projectCharts, { params: { slug, project_id }, query })
        : call(api.charts, { params: { slug }, query }))) as Chart,
    placeholderData: keepPreviousData,
  })
}

export const useFlow = (scope: Scope) => {
  const { slug } = scope
  const query = paramsOf(scope)
  const project_id = projectOf(scope)
  return useQuery({
    queryKey: keyOf(scope, 'flow'),
    queryFn: () =>
      project_id
        ? call(api.projectFlow, { params: { slug, project_id }, query })
        : call(api.flow, { params: { slug }, query }),
    placeholderData: keepPreviousData,
  })
}

export const useHistory = (scope: Scope) => {
  const { slug } = scope
  const query = paramsOf(scope)
  const project_id = projectOf(scope)
  return useQuery({
    queryKey: keyOf(scope, 'history'),
    queryFn: () =>
      project_id
        ? call(historyApi.projectHistory, { params: { slug, project_id }, query })
        : call(historyApi.history, { params: { slug }, query }),
    placeholderData: keepPreviousData,
  })
}

/** The items behind a point, page by page. */
export const useFlowItems = (slug: string, { point, project_id, asked }: FlowSource) => {
  useFollowItems(project_id, [['analytics', slug]])
  return useInfiniteQuery({
    queryKey: ['analytics', slug, 'flow-items', project_id ?? '', point, asked],
    queryFn: ({ pageParam: offset }) => {
      const query = { ...asked, ...point, offset }
      return project_id
        ? call(historyApi.projectItems, { params: { slug, project_id }, query })
        : call(historyApi.items, { params: { slug }, query })
    },
    initialPageParam: '0',
    getNextPageParam: (page, pages) => {
      const read = pages.reduce((sum, { results }) => sum + results.length, 0)
      return page.results.length > 0 && read < page.total ? String(read) : undefined
    },
  })
}

export interface Insight {
  metric: ChartMetric
  x: ChartAxis
  group: ChartAxis | null
}

export const useInsight = (scope: Scope, { metric, x, group }: Insight) =>
  useQuery(
    chart(scope, {
      ...{ type: 'custom-work-items', y_axis: metric, x_axis: x },
      ...(group && { group_by: group }),
    }),
  )

export const useProjectRows = (scope: WorkspaceScope) => {
  const query = { ...paramsOf(scope), type: 'work-items' }
  return useQuery({
    queryKey: keyOf(scope, 'rows'),
    queryFn: () => call(api.stats, { params: { slug: scope.slug }, query }),
    placeholderData: keepPreviousData,
  })
}

export const useAssigneeRows = (scope: Extract<Scope, { project: unknown }>) => {
  const params = { slug: scope.slug, project_id: scope.project.id }
  const query = { ...paramsOf(scope), type: 'work-items' }
  return useQuery({
    queryKey: keyOf(scope, 'rows'),
    queryFn: () => call(api.projectStats, { params, query }),
    placeholderData: keepPreviousData,
  })
}

/** The progress of each project. */
export const useCompletion = (slug: string) =>
  useQuery({
    queryKey: ['analytics', slug, 'completion'],
    queryFn: () =>
      call(projectsApi.stats, {
        params: { slug },
        query: { fields: 'total_issues,completed_issues' },
      }),
  })

/** The colors of all states, by id. */
export const useStateColours = (slug: string, wanted: boolean) =>
  useQuery({
    queryKey: ['analytics', slug, 'states'],
    queryFn: async () => {
      const states = await call(statesApi.listOfWorkspace, { params: { slug } })
      return new Map(states.map(({ id, color }) => [id, color]))
    },
    enabled: wanted,
  }).data
