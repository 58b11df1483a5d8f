import { Link, useParams } from '@tanstack/react-router'
import { Layers } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '#features/account/hooks.ts'
import { usePageTitle } from '#features/shell/use-page-title.ts'
import {
  type ListContext,
  type WorkspaceView,
  workspaceViews,
} from '#features/work-item-lists/list-context.ts'
import { Breadcrumbs, Crumb } from '#ui/breadcrumbs.tsx'
import { buttonLook } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ListFrame } from './list-frame.tsx'

const isView = (view: string): view is WorkspaceView => workspaceViews.some((one) => one === view)

/** The work of all projects one is in, as one table. */
export function WorkspaceItemsScreen() {
  const { slug, view } = useParams({ from: '/$slug/workspace-views/$view' })
  return isView(view) ? <WorkspaceItems slug={slug} view={view} /> : <NoSuchView slug={slug} />
}

function NoSuchView({ slug }: { slug: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      level={1}
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
    />
  )
}

function WorkspaceItems({ slug, view }: { slug: string; view: WorkspaceView }) {
  const { t } = useTranslation()
  const { id: user_id } = useMe()
  const context = useMemo(
    (): ListContext => ({ kind: 'workspace', slug, view, user_id }),
    [slug, view, user_id],
  )
  usePageTitle(t(`workspace_lists.${view}.tab`))
  return (
    <ListFrame
      key={view}
      context={context}
      empty={() => (
        <EmptyState title={t(`workspace_lists.${view}.empty_title`)}>
          {t(`workspace_lists.${view}.empty_text`)}
        </EmptyState>
      )}
    >
      <Breadcrumbs>
        <Crumb current icon={Layers}>
          <h1>{t('workspace_lists.title')}</h1>
        </Crumb>
      </Breadcrumbs>
      <nav aria-label={t('workspace_lists.views')} className="flex min-w-0 gap-0.5 overflow-x-auto">
        {workspaceViews.map((one) => (
          <Link
            key={one}
            to="/$slug/workspace-views/$view/"
            params={{ slug, view: one }}
            search={{}}
            aria-current={one === view ? 'page' : undefined}
            className={classNames(buttonLook('ghost'), one === view && 'bg-pressed text-ink')}
          >
            {t(`workspace_lists.${one}.tab`)}
          </Link>
        ))}
      </nav>
    </ListFrame>
  )
}
