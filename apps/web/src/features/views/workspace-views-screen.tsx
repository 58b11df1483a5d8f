import { MEMBER } from '@cairn/contract'
import { Layers, Plus } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { ShellHeader } from '#entities/frame/header.tsx'
import { useViewFavorite } from '#entities/view/use-view-favorite.ts'
import { searchViews } from '#entities/view/view-filters.ts'
import { useViews, type ViewScope } from '#entities/view/view-list.ts'
import { PlainRow, ViewRow } from '#entities/view/view-row.tsx'
import { newView } from '#entities/view/view-start.ts'
import { workspaceViews } from '#entities/work-item-list/list-context.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { useParams } from '#ui/router/hooks.ts'
import { fixedViewAddress, fixedViewIcons } from './fixed-views.ts'
import { useViewMenu } from './use-view-menu.ts'
import { type RequestedAction, ViewDialogs } from './view-dialogs.tsx'

const ViewDialog = lazy(() => import('#entities/view/view-dialog.tsx'))

/** All views across the projects of a workspace: first the fixed ones, then saved ones. */
export function WorkspaceViewsScreen() {
  const { slug } = useParams('/$slug')
  const { t } = useTranslation()
  const small = useSmallScreen()
  const workspace = useWorkspace(slug)
  const scope = useMemo((): ViewScope => ({ slug, project_id: null }), [slug])
  const views = useViews(scope)
  const favorite = useViewFavorite(scope)
  const [typed, setTyped] = useState('')
  const [creating, setCreating] = useState(false)
  const [asked, setAsked] = useState<RequestedAction>()
  const menuOf = useViewMenu(scope, setAsked)
  usePageTitle(workspace && t('views.workspace_page_title', { workspace: workspace.name }))

  const fixed = workspaceViews.map((id) => ({ id, name: t(`workspace_lists.${id}.tab`) }))
  const shownFixed = searchViews(fixed, typed)
  const shown = views && searchViews(views, typed)
  const search = <SearchInput label={t('views.search')} value={typed} onChange={setTyped} />

  return (
    <>
      <ShellHeader
        actions={
          <>
            {!small && <div className="w-48">{search}</div>}
            {(workspace?.role ?? 0) >= MEMBER && (
              <Button variant="primary" icon={Plus} onClick={() => setCreating(true)}>
                {t('views.add')}
              </Button>
            )}
          </>
        }
      >
        <Breadcrumbs>
          <Crumb current icon={Layers}>
            <h1>{t('workspace_lists.title')}</h1>
          </Crumb>
        </Breadcrumbs>
      </ShellHeader>
      <div className="min-h-0 grow overflow-y-auto">
        {small && <div className="p-4">{search}</div>}
        {shown?.length === 0 && shownFixed.length === 0 ? (
          <EmptyState picture="no-match" title={t('views.no_match_title')}>
            {t('views.no_match_text')}
          </EmptyState>
        ) : (
          <ul aria-label={t('workspace_lists.views')}>
            {shownFixed.map(({ id, name }) => (
              <PlainRow
                key={id}
                address={fixedViewAddress(slug, id)}
                icon={fixedViewIcons[id]}
                name={name}
              />
            ))}
            {shown?.map((view) => (
              <ViewRow key={view.id} slug={slug} view={view} favorite={favorite} menuOf={menuOf} />
            ))}
          </ul>
        )}
        {!shown && <SkeletonRows count={3} />}
      </div>
      <Presence>
        {creating && (
          <Suspense>
            <ViewDialog scope={scope} start={newView(null)} onClose={() => setCreating(false)} />
          </Suspense>
        )}
      </Presence>
      <ViewDialogs scope={scope} asked={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}
