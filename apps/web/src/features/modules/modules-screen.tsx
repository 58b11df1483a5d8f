import type { Project } from '@cairn/contract'
import { useQuery } from '@tanstack/react-query'
import { Boxes, ChartNoAxesGantt, LayoutGrid, List, Plus } from 'lucide-react'
import { type ComponentType, Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { ShellHeader } from '#entities/frame/header.tsx'
import { useShell } from '#entities/frame/shell-context.ts'
import { modulesIn, useModules } from '#entities/module/module-list.ts'
import { useFollowItems } from '#entities/progress/use-follow-items.ts'
import { ArchiveTabs } from '#entities/project/archive-tabs.tsx'
import { FeatureSwitch } from '#entities/project/feature-switch.tsx'
import { isWritable } from '#entities/project/hooks.ts'
import { ProjectCrumb } from '#entities/project/project-crumb.tsx'
import { WithProject } from '#entities/project/with-project.tsx'
import { Button } from '#ui/controls/button.tsx'
import { OrderMenu } from '#ui/controls/order-menu.tsx'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { Segment } from '#ui/controls/segment.tsx'
import { todayHere } from '#ui/dates/own-zone.ts'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { MenuBar } from '#ui/layout/header-bar.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { Count } from '#ui/people/badge.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { useParams } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { AppliedFilters } from './applied-filters.tsx'
import { FiltersPopover } from './filters-popover.tsx'
import { archivedModulesIn, useArchivedModules, useChangeModule } from './hooks.ts'
import type { ModuleLayoutProps } from './layout-props.ts'
import { ModuleAside } from './module-aside.tsx'
import { ModuleDialogs } from './module-dialogs.tsx'
import {
  countFilters,
  filterModules,
  layouts,
  type ModuleLayout,
  orderModules,
  orders,
  readOrder,
  searchModules,
  writeOrder,
} from './module-filters.ts'
import ModulesList from './modules-list.tsx'
import { NoModules } from './no-modules.tsx'
import { type AskedModule, useModuleMenu } from './use-module-menu.ts'
import { useModuleView } from './use-module-view.ts'
import { usePeekedModule } from './use-peeked-module.ts'

const ModuleDetails = lazy(() => import('./module-details.tsx'))

const drawn: Record<ModuleLayout, ComponentType<ModuleLayoutProps>> = {
  list: ModulesList,
  board: lazy(() => import('./modules-board.tsx')),
  gantt: lazy(() => import('./modules-timeline.tsx')),
}
const icons = { list: List, board: LayoutGrid, gantt: ChartNoAxesGantt }

export function ModulesScreen() {
  const { slug, projectId } = useParams('/$slug/projects/$projectId/modules')
  const { t } = useTranslation()
  const title = (name: string) => t('modules.page_title', { name })
  return (
    <WithProject slug={slug} id={projectId} feature="modules" title={title}>
      {(project) => <ModuleSet key={projectId} slug={slug} project={project} archived={false} />}
    </WithProject>
  )
}

export function ArchivedModulesScreen() {
  const { slug, projectId } = useParams('/$slug/projects/$projectId/archives/modules')
  const { t } = useTranslation()
  const title = (name: string) => t('modules.archives_title', { name })
  return (
    <WithProject slug={slug} id={projectId} feature="modules" writersOnly title={title}>
      {(project) => (
        <ModuleSet key={`${projectId} archived`} slug={slug} project={project} archived />
      )}
    </WithProject>
  )
}

interface ModuleSetProps {
  slug: string
  project: Project
  archived: boolean
}

/** The active modules, or the archived ones. */
function useModuleSet({ slug, project, archived }: ModuleSetProps) {
  const live = useModules(slug, project.id, !archived)
  const put = useArchivedModules({ slug, project_id: project.id }, archived)
  const query = useQuery({ ...modulesIn({ slug, project_id: project.id }), enabled: !archived })
  useFollowItems(project.id, [
    (archived ? archivedModulesIn : modulesIn)({ slug, project_id: project.id }).queryKey,
  ])
  const { error, refetch } = archived ? put : query
  return { modules: archived ? put.data : live, error, refetch }
}

function ModuleSet(props: ModuleSetProps) {
  const { slug, project, archived } = props
  const { t } = useTranslation()
  const small = useSmallScreen()
  const { createPlan } = useShell()
  const { modules, error, refetch } = useModuleSet(props)
  const view = useModuleView(project.id, { archived })
  const { filters, display, setFilters, setDisplay } = view
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<AskedModule>()
  const [peeked, setPeeked] = usePeekedModule()
  const menu = useModuleMenu({ slug, project, onAsk: setAsked })
  const change = useChangeModule({ slug, project_id: project.id })
  const writable = isWritable(project)
  const onlyFavorites = display.favorites && !archived
  const favorites = onlyFavorites ? menu.favorites : undefined

  const today = todayHere()
  const left = modules && filterModules(modules, filters, { favorites, today })
  const shown = left && orderModules(searchModules(left, typed), display.order_by)
  const any = modules !== undefined && modules.length > 0
  const filtered = countFilters(filters, onlyFavorites) > 0
  const layout = archived ? 'list' : display.layout
  const Layout = drawn[layout]
  const opened = modules?.find(({ id }) => id === peeked)
  const filtering = {
    ...{ slug, project, filters, archived, onChange: setFilters, favorites: onlyFavorites },
    ...(!archived && { onFavorites: (on: boolean) => setDisplay({ favorites: on }) }),
  }
  const search = <SearchInput label={t('modules.search')} value={typed} onChange={setTyped} />
  const controls = (
    <>
      <OrderMenu
        orders={orders}
        nameOf={(by) => t(`modules.order.${by}`)}
        order={readOrder(display.order_by)}
        onChange={({ by, descending }) => setDisplay({ order_by: writeOrder(by, descending) })}
      />
      <FiltersPopover {...filtering} />
    </>
  )
  const switcher = !archived && (
    <Segment
      label={t('modules.layout')}
      options={layouts.map((value) => ({
        value,
        label: t(`modules.layouts.${value}`),
        icon: icons[value],
      }))}
      value={display.layout}
      onChange={(next) => setDisplay({ layout: next })}
    />
  )

  return (
    <>
      <ShellHeader
        actions={
          <>
            {any && !small && (
              <>
                <div className="w-48">{search}</div>
                {switcher}
                {controls}
              </>
            )}
            {writable && !archived && (
              <Button variant="primary" icon={Plus} onClick={() => createPlan('module')}>
                <span className="max-md:hidden">{t('modules.add')}</span>
                <span className="md:hidden">{t('modules.add_short')}</span>
              </Button>
            )}
          </>
        }
      >
        <Breadcrumbs>
          <ProjectCrumb slug={slug} project={project} />
          {archived && <Crumb>{t('archives.archives')}</Crumb>}
          <Crumb
            current
            icon={Boxes}
            after={<FeatureSwitch slug={slug} project={project} current="modules" />}
          >
            <h1>{t('modules.heading')}</h1>
          </Crumb>
        </Breadcrumbs>
        {any && <Count value={modules.length} />}
      </ShellHeader>
      {archived && <ArchiveTabs slug={slug} project={project} current="modules" />}
      {any && small && <MenuBar>{controls}</MenuBar>}
      {filtered && <AppliedFilters {...filtering} />}
      <div className="flex min-h-0 grow">
        <div className="flex min-w-0 grow flex-col overflow-y-auto">
          {any && small && (
            <div className="flex items-center gap-2 px-4 py-3">
              <div className="min-w-0 grow">{search}</div>
              {switcher}
            </div>
          )}
          {shown && shown.length > 0 ? (
            <Suspense fallback={<SkeletonRows count={8} />}>
              <Layout
                slug={slug}
                project_id={project.id}
                modules={shown}
                menu={menu}
                manual={display.order_by === 'sort_order'}
                onChange={writable && !archived ? change : undefined}
                peeked={opened?.id}
                onPeek={setPeeked}
              />
            </Suspense>
          ) : (
            <NoModules
              modules={modules}
              error={error}
              archived={archived}
              filtered={filtered}
              onRetry={() => void refetch()}
              onCreate={writable ? () => createPlan('module') : undefined}
            />
          )}
          {layout !== 'gantt' && !archived && writable && any && (
            <p className="p-4 text-center max-md:pb-20">
              <Link
                to="/$slug/projects/$projectId/archives/modules/"
                params={{ slug, projectId: project.id }}
                className="link"
              >
                {t('modules.show_archives')}
              </Link>
            </p>
          )}
        </div>
        <ModuleAside open={opened !== undefined} onClose={() => setPeeked(undefined)}>
          {opened && (
            <Suspense>
              <ModuleDetails
                key={opened.id}
                slug={slug}
                project={project}
                module={opened}
                onChange={writable && !archived ? change : undefined}
                onClose={() => setPeeked(undefined)}
              />
            </Suspense>
          )}
        </ModuleAside>
      </div>
      <ModuleDialogs slug={slug} asked={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}
