import { type BuiltDashboard, dashboardAccess, MEMBER } from '@cairn/contract'
import { LayoutDashboard, Lock, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { ShellHeader } from '#entities/frame/header.tsx'
import { useAllProjects } from '#entities/project/hooks.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { usePeople, useWorkspace } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { Count } from '#ui/people/badge.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { DashboardMenu } from './dashboard-menu.tsx'
import { useDashboards } from './hooks.ts'

const DashboardDialog = lazy(() => import('./dashboard-dialog.tsx'))

/** The dashboards visible to the user. */
export function DashboardsScreen() {
  const { slug } = useParams('/$slug/dashboards')
  const { t } = useTranslation()
  const mayCreate = (useWorkspace(slug)?.role ?? 0) >= MEMBER
  const dashboards = useDashboards(slug)
  const [creating, setCreating] = useState(false)
  usePageTitle(t('dashboards.heading'))
  const create = mayCreate ? () => setCreating(true) : undefined
  return (
    <>
      <ShellHeader
        actions={
          create && (
            <Button variant="primary" icon={Plus} onClick={create}>
              {t('dashboards.add')}
            </Button>
          )
        }
      >
        <Breadcrumbs>
          <Crumb current icon={LayoutDashboard}>
            <h1>{t('dashboards.heading')}</h1>
          </Crumb>
        </Breadcrumbs>
        {dashboards && dashboards.length > 0 && <Count value={dashboards.length} />}
      </ShellHeader>
      <div className="min-h-0 grow overflow-y-auto">
        {!dashboards ? (
          <SkeletonRows />
        ) : dashboards.length > 0 ? (
          <ul aria-label={t('dashboards.heading')}>
            {dashboards.map((dashboard) => (
              <DashboardRow key={dashboard.id} slug={slug} dashboard={dashboard} />
            ))}
          </ul>
        ) : (
          <EmptyState
            title={t('dashboards.empty_title')}
            action={
              create && (
                <Button variant="primary" icon={Plus} onClick={create}>
                  {t('dashboards.create_first')}
                </Button>
              )
            }
          >
            {t('dashboards.empty_text')}
          </EmptyState>
        )}
      </div>
      <Presence>
        {creating && (
          <Suspense>
            <DashboardDialog slug={slug} onClose={() => setCreating(false)} />
          </Suspense>
        )}
      </Presence>
    </>
  )
}

function DashboardRow({ slug, dashboard }: { slug: string; dashboard: BuiltDashboard }) {
  const { t } = useTranslation()
  const { id, name, owned_by, access, updated_at } = dashboard
  const owner = usePeople(slug).get(owned_by)
  const project = useAllProjects(slug)?.find((one) => one.id === dashboard.project)
  return (
    <li className="flex h-9 items-center gap-2 border-b border-line-subtle pr-3 hover:bg-hover max-md:h-14">
      <Link
        to="/$slug/dashboards/$dashboardId/"
        params={{ slug, dashboardId: id }}
        className="focus-inset flex h-full min-w-0 grow items-center gap-2 pl-4"
      >
        <Icon of={project ? projectLogo(project) : LayoutDashboard} className="text-ink-3" />
        <span className="min-w-0 truncate font-medium">{name}</span>
        <span className="min-w-0 shrink-99 truncate text-small text-ink-3 max-md:hidden">
          {project?.name ?? t('dashboards.whole_workspace')}
        </span>
      </Link>
      {access === dashboardAccess.private && (
        <Tooltip label={t('dashboards.private')}>
          <span role="img" aria-label={t('dashboards.private')} className="text-ink-3">
            <Icon of={Lock} size={14} />
          </span>
        </Tooltip>
      )}
      <span className="w-28 shrink-0 text-right text-small text-ink-3 max-md:hidden">
        <RelativeTime at={updated_at} />
      </span>
      <span className="grid w-5 shrink-0 place-items-center">
        {owner && <Avatar person={owner} size={20} />}
      </span>
      <DashboardMenu slug={slug} dashboard={dashboard} size="sm" />
    </li>
  )
}
