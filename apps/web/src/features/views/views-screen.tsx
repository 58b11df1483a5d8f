import { canPublishView, MEMBER, type View } from '@cairn/contract'
import { Layers, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { ShellHeader } from '#entities/frame/header.tsx'
import { useShell } from '#entities/frame/shell-context.ts'
import { FeatureSwitch } from '#entities/project/feature-switch.tsx'
import { useAllProjects } from '#entities/project/hooks.ts'
import { ProjectCrumb } from '#entities/project/project-crumb.tsx'
import { WithProject } from '#entities/project/with-project.tsx'
import { useViewFavorite } from '#entities/view/use-view-favorite.ts'
import { useViewsRole } from '#entities/view/use-views-role.ts'
import {
  everyView,
  filterViews,
  firstOrder,
  isNarrowed,
  orders,
  orderViews,
  searchViews,
} from '#entities/view/view-filters.ts'
import { useViews, type ViewScope } from '#entities/view/view-list.ts'
import { ViewRow } from '#entities/view/view-row.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Kbd } from '#ui/controls/kbd.tsx'
import { OrderMenu } from '#ui/controls/order-menu.tsx'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { todayHere } from '#ui/dates/own-zone.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { MenuBar } from '#ui/layout/header-bar.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { Count } from '#ui/people/badge.tsx'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { useParams } from '#ui/router/hooks.ts'
import { FiltersPopover } from './filters-popover.tsx'
import { ListedChips } from './listed-chips.tsx'
import { useViewMenu } from './use-view-menu.ts'
import { type RequestedAction, ViewDialogs } from './view-dialogs.tsx'

export function ViewsScreen() {
  const { slug, projectId } = useParams('/$slug/projects/$projectId/views')
  const { t } = useTranslation()
  const title = (project: string) => t('views.page_title', { project })
  return (
    <WithProject slug={slug} id={projectId} feature="views" title={title}>
      {() => <ViewList key={projectId} slug={slug} projectId={projectId} />}
    </WithProject>
  )
}

function ViewList({ slug, projectId }: { slug: string; projectId: string }) {
  const { t } = useTranslation()
  const small = useSmallScreen()
  const scope = useMemo((): ViewScope => ({ slug, project_id: projectId }), [slug, projectId])
  const project = useAllProjects(slug)?.find(({ id }) => id === projectId)
  const views = useViews(scope)
  const favorite = useViewFavorite(scope)
  const [typed, setTyped] = useState('')
  const [filters, setFilters] = useState(everyView)
  const [order, setOrder] = useState(firstOrder)
  const [asked, setAsked] = useState<RequestedAction>()
  const menuOf = useViewMenu(scope, setAsked)
  const { role: project_role, ...me } = useViewsRole(scope)
  const publishOf = (view: View) =>
    canPublishView({ ...me, project_role }, view)
      ? () => setAsked({ action: 'publish', view })
      : undefined
  const mayCreate = project_role >= MEMBER
  const { createPlan } = useShell()

  const left = views && filterViews(views, filters, favorite.ids, todayHere())
  const shown = left && orderViews(searchViews(left, typed), order)
  const any = views !== undefined && views.length > 0
  const search = <SearchInput label={t('views.search')} value={typed} onChange={setTyped} />
  const controls = (
    <>
      <OrderMenu
        orders={orders}
        nameOf={(by) => t(`views.order.${by}`)}
        order={order}
        onChange={setOrder}
      />
      <FiltersPopover slug={slug} filters={filters} onChange={setFilters} />
    </>
  )

  return (
    <>
      <ShellHeader
        actions={
          <>
            {any && !small && (
              <>
                <div className="w-48">{search}</div>
                {controls}
              </>
            )}
            {mayCreate && (
              <Button variant="primary" icon={Plus} onClick={() => createPlan('view')}>
                {t('views.add')}
              </Button>
            )}
          </>
        }
      >
        <Breadcrumbs>
          <ProjectCrumb slug={slug} project={project} />
          <Crumb
            current
            icon={Layers}
            after={<FeatureSwitch slug={slug} project={project} current="views" />}
          >
            <h1>{t('views.heading')}</h1>
          </Crumb>
        </Breadcrumbs>
        {any && <Count value={views.length} />}
      </ShellHeader>
      {any && small && <MenuBar>{controls}</MenuBar>}
      {any && isNarrowed(filters) && (
        <ListedChips slug={slug} filters={filters} onChange={setFilters} />
      )}
      <div className="min-h-0 grow overflow-y-auto">
        {any && small && <div className="p-4">{search}</div>}
        {!shown ? (
          <SkeletonRows />
        ) : shown.length > 0 ? (
          <ul aria-label={t('views.heading')}>
            {shown.map((view) => (
              <ViewRow
                key={view.id}
                slug={slug}
                view={view}
                favorite={favorite}
                menuOf={menuOf}
                onPublish={publishOf(view)}
              />
            ))}
          </ul>
        ) : any ? (
          <EmptyState picture="no-match" title={t('views.no_match_title')}>
            {t('views.no_match_text')}
          </EmptyState>
        ) : (
          <EmptyState
            title={t('views.empty_title')}
            action={
              mayCreate && (
                <Button
                  variant="primary"
                  aria-keyshortcuts="V"
                  after={<Kbd keys="v" look="on-solid" />}
                  onClick={() => createPlan('view')}
                >
                  {t('views.create_first')}
                </Button>
              )
            }
          >
            {t('views.empty_text')}
          </EmptyState>
        )}
      </div>
      <ViewDialogs scope={scope} asked={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}
