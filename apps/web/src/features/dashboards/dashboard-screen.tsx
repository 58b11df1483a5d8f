import { type BuiltDashboard, dashboardAccess, widgetKinds } from '@cairn/contract'
import { LayoutDashboard, Pencil, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useFailure } from '#data/use-failure.ts'
import { useMe } from '#entities/account/hooks.ts'
import { ShellHeader } from '#entities/frame/header.tsx'
import { NotLoaded } from '#entities/frame/not-loaded.tsx'
import { useFollowItems } from '#entities/progress/use-follow-items.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import type { ListContext } from '#entities/work-item-list/list-context.ts'
import { useListReferences } from '#entities/work-item-list/references.tsx'
import { usePeople, useWorkspace } from '#entities/workspace/hooks.ts'
import { PeekHost } from '#features/work-item-screens/peek-host.tsx'
import { Button, buttonLook } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams, useSearchValue } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { latestLocation, navigate } from '#ui/router/router.ts'
import { DashboardMenu } from './dashboard-menu.tsx'
import {
  dashboardsIn,
  dataKey,
  useCreateWidget,
  useDashboards,
  useMayChange,
  useWidgets,
} from './hooks.ts'
import { kindIcons } from './kind-icons.ts'
import { WidgetGrid } from './widget-grid.tsx'
import { WidgetSettings } from './widget-settings.tsx'

export function DashboardScreen() {
  const { slug, dashboardId } = useParams('/$slug/dashboards/$dashboardId')
  const { t } = useTranslation()
  const dashboards = useDashboards(slug)
  const failed = useFailure(dashboardsIn({ slug }))
  const dashboard = dashboards?.find(({ id }) => id === dashboardId)
  usePageTitle(dashboards && (dashboard?.name ?? t('dashboards.missing')))
  if (failed) return <NotLoaded onRetry={failed} />
  if (!dashboards) return <SkeletonRows />
  if (dashboard) return <Opened key={dashboardId} slug={slug} dashboard={dashboard} />
  return (
    <EmptyState
      level={1}
      picture="no-match"
      title={t('dashboards.missing')}
      action={
        <Link to="/$slug/dashboards/" params={{ slug }} className={buttonLook('primary')}>
          {t('dashboards.go_to_all')}
        </Link>
      }
    >
      {t('dashboards.missing_text')}
    </EmptyState>
  )
}

interface OpenedProps {
  slug: string
  dashboard: BuiltDashboard
}

/** The list context of its project or workspace, for names. */
function useContext({ slug, dashboard }: OpenedProps): ListContext {
  const { id: user_id } = useMe()
  const { project } = dashboard
  return useMemo(
    (): ListContext =>
      project
        ? { kind: 'project', slug, project_id: project }
        : { kind: 'workspace', slug, view: 'all-issues', user_id },
    [slug, project, user_id],
  )
}

function Opened({ slug, dashboard }: OpenedProps) {
  const { t } = useTranslation()
  const { id, name } = dashboard
  const wantsEdit = useSearchValue('edit') === 'true'
  const mayChange = useMayChange(slug)(dashboard)
  const editing = wantsEdit && mayChange
  const [selected, setSelected] = useState<string>()
  const widgets = useWidgets({ slug, id })
  const context = useContext({ slug, dashboard })
  const references = useListReferences(context)
  useFollowItems(dashboard.project ?? undefined, [dataKey({ slug, id })])
  const chosen = editing ? widgets?.find((widget) => widget.id === selected) : undefined
  const all: string = `/${slug}/dashboards/`

  /** In the URL, so that a reload, or Back from a list, keeps the state. */
  function setEditing(edit: boolean) {
    const { edit: _before, ...rest } = latestLocation().search
    const search = { ...rest, ...(edit && { edit: 'true' }) }
    void navigate({
      to: '/$slug/dashboards/$dashboardId/',
      params: { slug, dashboardId: id },
      search,
      replace: true,
    })
  }

  return (
    <>
      <ShellHeader
        actions={
          <>
            {editing ? (
              <>
                <AddWidget slug={slug} id={id} onAdded={setSelected} />
                <Button variant="primary" onClick={() => setEditing(false)}>
                  {t('dashboards.done')}
                </Button>
              </>
            ) : (
              mayChange && (
                <Button icon={Pencil} onClick={() => setEditing(true)}>
                  {t('dashboards.edit_widgets')}
                </Button>
              )
            )}
            <DashboardMenu
              slug={slug}
              dashboard={dashboard}
              onRemoved={() => void navigate({ to: all })}
            />
          </>
        }
      >
        <Breadcrumbs>
          <Crumb icon={LayoutDashboard}>
            <Link to="/$slug/dashboards/" params={{ slug }}>
              {t('dashboards.heading')}
            </Link>
          </Crumb>
          <Crumb current>{name}</Crumb>
        </Breadcrumbs>
      </ShellHeader>
      <PeekHost slug={slug}>
        <div className="relative flex min-h-0 min-w-0 grow">
          <div className="min-h-0 min-w-0 grow overflow-y-auto p-4">
            <Title slug={slug} dashboard={dashboard} />
            {widgets && references && widgets.length > 0 && (
              <WidgetGrid
                slug={slug}
                dashboard={dashboard}
                widgets={widgets}
                references={references}
                editing={editing}
                selected={chosen?.id}
                onSelect={setSelected}
              />
            )}
            {widgets?.length === 0 && (
              <EmptyState title={t('dashboards.no_widgets_title')}>
                {t(mayChange ? 'dashboards.no_widgets_text' : 'dashboards.no_widgets_yet')}
              </EmptyState>
            )}
          </div>
          {chosen && references && (
            <WidgetSettings
              key={chosen.id}
              slug={slug}
              dashboard={dashboard}
              widget={chosen}
              context={context}
              references={references}
              onClose={() => setSelected(undefined)}
              onAdded={setSelected}
            />
          )}
        </div>
      </PeekHost>
    </>
  )
}

function Title({ slug, dashboard }: OpenedProps) {
  const { t } = useTranslation()
  const owner = usePeople(slug).get(dashboard.owned_by)
  const project = useAllProjects(slug)?.find(({ id }) => id === dashboard.project)
  const isShared = dashboard.access === dashboardAccess.shared
  const workspace = useWorkspace(slug)
  const place = project?.name ?? workspace?.name ?? ''
  return (
    <div className="pb-4">
      <h1 className="text-display font-semibold break-words">{dashboard.name}</h1>
      <p className="text-ink-2">
        {isShared ? t('dashboards.shared_with', { place }) : t('dashboards.only_you', { place })}
        {isShared && owner && ` · ${t('dashboards.by', { name: owner.name })}`}
      </p>
    </div>
  )
}

interface AddWidgetProps {
  slug: string
  id: string
  onAdded: (id: string) => void
}

function AddWidget({ slug, id, onAdded }: AddWidgetProps) {
  const { t } = useTranslation()
  const create = useCreateWidget({ slug, id })
  return (
    <Menu
      align="end"
      trigger={<Button icon={Plus}>{t('dashboards.add_widget')}</Button>}
      items={widgetKinds.map((kind) => ({
        label: t(`dashboards.kinds.${kind}`),
        icon: kindIcons[kind],
        onSelect: () => onAdded(create.mutate({ kind })),
      }))}
    />
  )
}
