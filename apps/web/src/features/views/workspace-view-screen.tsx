import { MEMBER, type View } from '@cairn/contract'
import { Ellipsis, ExternalLink, Layers, Link as LinkIcon, Plus } from 'lucide-react'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useFailure } from '#data/use-failure.ts'
import { useMe } from '#entities/account/hooks.ts'
import { NotLoaded } from '#entities/frame/not-loaded.tsx'
import { copyViewLink } from '#entities/view/view-address.ts'
import { ViewCrumb, ViewSwitcher } from '#entities/view/view-crumb.tsx'
import { useViews, type ViewScope, viewsIn } from '#entities/view/view-list.ts'
import { viewLogo } from '#entities/view/view-logo.tsx'
import { newView } from '#entities/view/view-start.ts'
import {
  type ListContext,
  type WorkspaceView,
  workspaceViews,
} from '#entities/work-item-list/list-context.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { ListFrame } from '#features/work-items/list-frame.tsx'
import { Button, buttonLook } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { navigate } from '#ui/router/router.ts'
import { fixedViewAddress, fixedViewIcons, isFixedView } from './fixed-views.ts'
import { ViewActions } from './view-actions.tsx'
import { ViewTabs } from './view-tabs.tsx'

const ViewDialog = lazy(() => import('#entities/view/view-dialog.tsx'))

/** The items of all projects the user is in, in one table. */
export function WorkspaceViewScreen() {
  const { slug, view } = useParams('/$slug/workspace-views/$view')
  return isFixedView(view) ? (
    <FixedView key={view} slug={slug} view={view} />
  ) : (
    <SavedView key={view} slug={slug} id={view} />
  )
}

function FixedView({ slug, view }: { slug: string; view: WorkspaceView }) {
  const { t } = useTranslation()
  const { id: user_id } = useMe()
  const context = useMemo(
    (): ListContext => ({ kind: 'workspace', slug, view, user_id }),
    [slug, view, user_id],
  )
  const name = t(`workspace_lists.${view}.tab`)
  const address = fixedViewAddress(slug, view)
  usePageTitle(name)
  return (
    <WorkspaceItems
      slug={slug}
      current={view}
      context={context}
      empty={
        <EmptyState title={t(`workspace_lists.${view}.empty_title`)}>
          {t(`workspace_lists.${view}.empty_text`)}
        </EmptyState>
      }
      crumbOf={(switcher) => (
        <Crumb
          current
          icon={fixedViewIcons[view]}
          after={<ViewSwitcher value={view} {...switcher} />}
        >
          <h1>{name}</h1>
        </Crumb>
      )}
      actions={
        <Menu
          align="end"
          trigger={<IconButton icon={Ellipsis} label={t('views.actions', { name })} />}
          items={[
            {
              label: t('views.open_in_tab'),
              icon: ExternalLink,
              onSelect: () => void window.open(address, '_blank', 'noopener'),
            },
            {
              label: t('views.copy_link'),
              icon: LinkIcon,
              onSelect: () => void copyViewLink(address),
            },
          ]}
        />
      }
    />
  )
}

function SavedView({ slug, id }: { slug: string; id: string }) {
  const { t } = useTranslation()
  const scope = useMemo((): ViewScope => ({ slug, project_id: null }), [slug])
  const views = useViews(scope, { throwOnError: false })
  const failed = useFailure(viewsIn(scope))
  const view = views?.find((one) => one.id === id)
  usePageTitle(views && (view?.name ?? t('workspace_lists.missing')))
  if (failed) return <NotLoaded onRetry={failed} />
  if (!views) return <SkeletonRows count={14} />
  return view ? <SavedItems scope={scope} view={view} /> : <NoSuchView slug={slug} />
}

function SavedItems({ scope, view }: { scope: ViewScope; view: View }) {
  const { slug } = scope
  const { t } = useTranslation()
  const { id: user_id } = useMe()
  const { id, filters, display_filters, display_properties, is_locked } = view
  const context = useMemo(
    (): ListContext => ({
      ...{ kind: 'workspace', slug, view: id, user_id },
      saved: { filters, display_filters, display_properties },
      isLocked: is_locked,
    }),
    [slug, id, user_id, filters, display_filters, display_properties, is_locked],
  )
  return (
    <WorkspaceItems
      slug={slug}
      current={id}
      context={context}
      empty={<EmptyState title={t('views.no_items_title')}>{t('views.no_items_text')}</EmptyState>}
      crumbOf={(switcher) => <ViewCrumb view={view} {...switcher} />}
      actions={
        <ViewActions
          scope={scope}
          view={view}
          onRemoved={() =>
            void navigate({
              to: '/$slug/workspace-views/$view/',
              params: { slug, view: 'all-issues' },
            })
          }
        />
      }
    />
  )
}

type Switcher = Pick<Parameters<typeof ViewSwitcher>[0], 'options' | 'onChange'>

interface WorkspaceItemsProps {
  slug: string
  current: string
  context: ListContext
  empty: ReactNode
  crumbOf: (switcher: Switcher) => ReactNode
  actions: ReactNode
}

/** Shared by all views: tabs to the others, and a button for a new one. */
function WorkspaceItems(props: WorkspaceItemsProps) {
  const { slug, current, context, empty, crumbOf, actions } = props
  const { t } = useTranslation()
  const scope = useMemo((): ViewScope => ({ slug, project_id: null }), [slug])
  const views = useViews(scope) ?? []
  const mayCreate = (useWorkspace(slug)?.role ?? 0) >= MEMBER
  const [creating, setCreating] = useState(false)
  const create = mayCreate ? () => setCreating(true) : undefined
  const options = [
    ...workspaceViews.map((value) => ({
      value,
      label: t(`workspace_lists.${value}.tab`),
      icon: fixedViewIcons[value],
    })),
    ...views.map((view) => ({ value: view.id, label: view.name, icon: viewLogo(view) })),
  ]
  const open = (view: string) =>
    void navigate({ to: '/$slug/workspace-views/$view/', params: { slug, view }, search: {} })

  return (
    <>
      <ListFrame
        context={context}
        empty={() => empty}
        banner={<ViewTabs slug={slug} current={current} tabs={options} onCreate={create} />}
        headerActions={
          <>
            {create && (
              <Button variant="primary" icon={Plus} onClick={create} className="max-md:hidden">
                {t('views.add')}
              </Button>
            )}
            {actions}
          </>
        }
      >
        <Breadcrumbs>
          <Crumb icon={Layers}>
            <Link to="/$slug/workspace-views/" params={{ slug }}>
              {t('workspace_lists.title')}
            </Link>
          </Crumb>
          {crumbOf({ options, onChange: open })}
        </Breadcrumbs>
      </ListFrame>
      <Presence>
        {creating && (
          <Suspense>
            <ViewDialog scope={scope} start={newView(null)} onClose={() => setCreating(false)} />
          </Suspense>
        )}
      </Presence>
    </>
  )
}

function NoSuchView({ slug }: { slug: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      level={1}
      picture="no-match"
      title={t('workspace_lists.missing')}
      action={
        <Link
          to="/$slug/workspace-views/$view/"
          params={{ slug, view: 'all-issues' }}
          className={buttonLook('primary')}
        >
          {t('workspace_lists.go_to_all')}
        </Link>
      }
    >
      {t('views.missing_text')}
    </EmptyState>
  )
}
