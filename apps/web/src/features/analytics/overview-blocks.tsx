import {
  type FlowKey,
  flowFilters,
  flowKeys,
  type Project,
  percentOf,
  type Total,
} from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { counted } from '#ui/platform/number.ts'
import { DataTable } from './data-table.tsx'
import { CourseCard, ThroughputCard } from './flow-charts.tsx'
import { useCompletion, useFlow, useFollowAnalytics } from './hooks.ts'
import { KindsCard } from './kinds-card.tsx'
import { ChangeNote, NumberTiles, type Tile } from './number-tiles.tsx'
import { daysOf } from './period-text.ts'
import { periodOf, placeOf, type WorkspaceScope } from './scope.ts'
import { StepBars } from './step-bars.tsx'
import { WholeTiles } from './whole-tiles.tsx'

interface OverviewProps {
  scope: WorkspaceScope
  /** The user's projects, limited to the selected ones. */
  projects: readonly Project[]
}

/** Created and completed items, by project, and totals of everything. */
export function OverviewBlocks({ scope, projects }: OverviewProps) {
  useFollowAnalytics(scope)
  return (
    <div className="flex flex-col gap-4">
      <FlowTiles scope={scope} />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <CourseCard scope={scope} />
        <ThroughputCard scope={scope} />
      </div>
      <FlowTable scope={scope} projects={projects} />
      <WholeTiles scope={scope} projects={projects} />
      <KindsCard scope={scope} />
    </div>
  )
}

/** Open and overdue items are as of today and not compared. */
function FlowTiles({ scope }: { scope: WorkspaceScope }) {
  const { t } = useTranslation()
  const { data } = useFlow(scope)
  const place = placeOf(scope)
  const period = periodOf(scope)
  const filters = data && flowFilters(place.filters, data, data.today)
  const changeOf = (key: FlowKey, total: Total) =>
    period && <ChangeNote total={total} days={daysOf(period)} isGood={key === 'completed'} />
  const tiles = flowKeys.map((key): Tile => {
    const value = data?.[key]
    const isCompared = typeof value === 'object'
    return {
      ...{ key, label: t(`analytics.flow.${key}`), isBad: key === 'overdue' },
      count: isCompared ? value.count : value,
      filters: filters?.[key] ?? {},
      note: isCompared ? changeOf(key, value) : t('analytics.today'),
    }
  })
  return <NumberTiles label={t('analytics.flow.label')} place={place} tiles={tiles} />
}

function FlowTable({ scope, projects }: OverviewProps) {
  const { t } = useTranslation()
  const { data } = useFlow(scope)
  const { data: stats } = useCompletion(scope.slug)
  const place = placeOf(scope)
  const columns = [
    ...flowKeys.map((key) => ({ key: String(key), name: t(`analytics.flow.${key}`) })),
    { key: 'done', name: t('analytics.done'), isPercent: true },
  ]
  return (
    <DataTable
      slug={scope.slug}
      title={(count) => t('analytics.projects', counted(count))}
      of={t('analytics.project')}
      columns={columns}
      after={t('analytics.completed_course')}
      rows={
        data &&
        stats &&
        projects.map((project) => {
          const row = data.projects.find(({ project_id }) => project_id === project.id)
          const own = { ...place.filters, project: [project.id] }
          const filters = flowFilters(own, data, data.today)
          const { total_issues = 0, completed_issues = 0 } =
            stats.find(({ id }) => id === project.id) ?? {}
          return {
            ...{ key: project.id, name: project.name, picture: projectLogo(project) },
            values: [
              ...flowKeys.map((key) => row?.[key] ?? 0),
              percentOf(completed_issues, total_issues),
            ],
            filters: [
              ...flowKeys.map((key) => filters[key]),
              { ...own, state_group: ['completed'] },
            ],
            after: <StepBars values={row?.steps ?? []} />,
          }
        })
      }
    />
  )
}
