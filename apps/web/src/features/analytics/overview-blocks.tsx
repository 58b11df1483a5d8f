import { overviewKeys, type Project, percentOf } from '@cairn/contract'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Block, NoData, NotRead } from '#entities/chart/block.tsx'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Tag } from '#ui/people/badge.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { groupedNumber } from '#ui/platform/number.ts'
import { useCompletion, useFollowAnalytics, useKinds, useOverview } from './hooks.ts'
import type { WorkspaceScope } from './scope.ts'
import { TotalCards } from './total-cards.tsx'

const KindsRadar = lazy(() => import('./kinds-radar.tsx'))

interface OverviewProps {
  scope: WorkspaceScope
  /** Those one is in, as far as they were chosen. */
  projects: readonly Project[]
}

/** How many of everything, what the projects are made of, and how far each is. */
export function OverviewBlocks({ scope, projects }: OverviewProps) {
  const { t } = useTranslation()
  useFollowAnalytics(scope)
  const { data: totals } = useOverview(scope)
  return (
    <>
      <TotalCards
        label={t('analytics.totals')}
        perRow={4}
        cards={overviewKeys.map((key) => ({ key, label: t(`analytics.overview.${key}`) }))}
        totals={totals}
      />
      <div className="grid grid-cols-1 gap-x-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Block
          title={t('analytics.project_insights')}
          note={t(`analytics.durations.${scope.duration}`)}
        >
          <Kinds scope={scope} />
        </Block>
        <Block title={t('analytics.active_projects')}>
          <ActiveProjects slug={scope.slug} projects={projects} />
        </Block>
      </div>
    </>
  )
}

const kinds = ['work_items', 'cycles', 'modules', 'intake', 'members', 'pages', 'views'] as const

function Kinds({ scope }: { scope: WorkspaceScope }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useKinds(scope)
  if (error && !data) return <NotRead onRetry={() => void refetch()} />
  const room = <div className="h-80" />
  if (!data) return room
  if (data.every(({ count }) => count === 0)) return <NoData />
  const counts = new Map(data.map(({ key, count }) => [key, count]))
  const named = kinds.map((key) => ({
    ...{ key, name: t(`analytics.kinds.${key}`), count: counts.get(key) ?? 0 },
  }))
  return (
    <div className="grid grid-cols-1 items-center gap-4 md:grid-cols-[minmax(0,1fr)_200px]">
      <Suspense fallback={room}>
        <KindsRadar kinds={named} />
      </Suspense>
      <table className="w-full text-left">
        <caption className="pb-1.5 text-left text-small text-ink-2">{t('analytics.trend')}</caption>
        <tbody>
          {named.map(({ key, name, count }) => (
            <tr key={key} className="border-t border-line-subtle">
              <th scope="row" className="h-8 font-normal">
                {name}
              </th>
              <td className="h-8 text-right font-medium tabular-nums">{groupedNumber(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ActiveProjects({ slug, projects }: { slug: string; projects: readonly Project[] }) {
  const { data } = useCompletion(slug)
  const stats = new Map(data?.map((one) => [one.id, one]))
  return (
    <ul className="overflow-hidden rounded-lg border border-line">
      {data
        ? projects.map((project) => {
            const { total_issues = 0, completed_issues = 0 } = stats.get(project.id) ?? {}
            return (
              <ActiveProject
                key={project.id}
                slug={slug}
                project={project}
                percent={percentOf(completed_issues, total_issues)}
              />
            )
          })
        : skeletons.map((n) => (
            <li key={n} className={rowLook}>
              <Skeleton width={160} />
            </li>
          ))}
    </ul>
  )
}

const skeletons = [1, 2, 3, 4, 5]

const rowLook =
  'flex min-h-10 items-center gap-2.5 border-line-subtle pr-2 pl-3 not-first:border-t hover:bg-hover'

interface ActiveProjectProps {
  slug: string
  project: Project
  percent: number
}

function ActiveProject({ slug, project, percent }: ActiveProjectProps) {
  const { t } = useTranslation()
  return (
    <li className={rowLook}>
      {projectLogo(project)}
      <Link
        to="/$slug/projects/$projectId/issues/"
        params={{ slug, projectId: project.id }}
        className="min-w-0 grow truncate hover:underline"
      >
        {project.name}
      </Link>
      <Tag tone={percent > 50 ? 'success' : 'neutral'}>
        {t('analytics.completed_percent', { percent })}
      </Tag>
    </li>
  )
}
