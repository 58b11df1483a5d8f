import { GUEST } from '@cairn/contract'
import { ChartNoAxesColumn } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { ShellHeader } from '#entities/frame/header.tsx'
import { NoProjects } from '#entities/frame/no-projects.tsx'
import { useJoinedProjects } from '#entities/project/hooks.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { Tabs } from '#ui/controls/tabs.tsx'
import { NotAuthorized } from '#ui/feedback/not-authorized.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { navigate } from '#ui/router/router.ts'
import { AnalyticsFilters } from './analytics-filters.tsx'
import { FlowBlocks } from './flow-blocks.tsx'
import { ItemsBlocks } from './items-blocks.tsx'
import { OverviewBlocks } from './overview-blocks.tsx'
import { useAnalyticsChoice } from './scope.ts'

const tabs = ['overview', 'work-items', 'flow'] as const

/** Analytics of all the user's projects. */
export function AnalyticsScreen() {
  const { slug, tab } = useParams('/$slug/analytics/$tab')
  const { t } = useTranslation()
  const workspace = useWorkspace(slug)
  usePageTitle(workspace && t('analytics.page_title', { workspace: workspace.name }))
  if (workspace && (workspace.role ?? 0) <= GUEST) return <NotAuthorized />
  return (
    <>
      <ShellHeader>
        <Breadcrumbs>
          <Crumb current icon={ChartNoAxesColumn}>
            <h1>{t('analytics.heading')}</h1>
          </Crumb>
        </Breadcrumbs>
      </ShellHeader>
      <div className="min-h-0 grow overflow-y-auto">
        <Analytics slug={slug} tab={tabs.find((one) => one === tab) ?? 'overview'} />
      </div>
    </>
  )
}

function Analytics({ slug, tab }: { slug: string; tab: (typeof tabs)[number] }) {
  const { t } = useTranslation()
  const projects = useJoinedProjects(slug)
  const [choice] = useAnalyticsChoice(slug)
  if (!projects) return <SkeletonRows count={8} />
  if (projects.length === 0) return <NoProjects />
  // A project the user has left is no longer selected.
  const chosen = projects.filter(({ id }) => choice.project_ids.includes(id))
  const project_ids = chosen.map(({ id }) => id)
  const scope = { slug, project_ids, duration: choice.duration }
  return (
    <div className="mx-auto w-300 max-w-full px-4 pt-3 pb-10">
      <div className="mb-3">
        <Tabs
          label={t('analytics.heading')}
          tabs={tabs.map((value) => ({ value, label: t(`analytics.tabs.${value}`) }))}
          value={tab}
          onChange={(next) =>
            void navigate({ to: '/$slug/analytics/$tab/', params: { slug, tab: next } })
          }
        />
      </div>
      <AnalyticsFilters slug={slug} projects={projects} />
      {tab === 'overview' && (
        <OverviewBlocks scope={scope} projects={chosen.length > 0 ? chosen : projects} />
      )}
      {tab === 'work-items' && <ItemsBlocks scope={scope} />}
      {tab === 'flow' && <FlowBlocks scope={scope} />}
    </div>
  )
}
