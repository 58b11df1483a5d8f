import { MEMBER } from '@cairn/contract'
import { PenLine, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { ShellHeader } from '#entities/frame/header.tsx'
import { NoProjects } from '#entities/frame/no-projects.tsx'
import { useJoinedProjects } from '#entities/project/hooks.ts'
import type { ListContext } from '#entities/work-item-list/list-context.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { ListFrame } from '#features/work-items/list-frame.tsx'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { useDraftActions } from './use-draft-actions.ts'

/** The user's private drafts, which belong to no project yet. */
export function DraftsScreen() {
  const { slug } = useParams('/$slug')
  const { t } = useTranslation()
  const workspace = useWorkspace(slug)
  const projects = useJoinedProjects(slug)
  const context = useMemo((): ListContext => ({ kind: 'drafts', slug }), [slug])
  const { actions, removing, stopRemoving, remove } = useDraftActions(slug)
  const create = (workspace?.role ?? 0) >= MEMBER ? actions.create : undefined
  const own = useMemo(() => ({ ...actions, create }), [actions, create])
  usePageTitle(t('drafts.title'))

  const crumbs = (
    <Breadcrumbs>
      <Crumb current icon={PenLine}>
        <h1>{t('drafts.title')}</h1>
      </Crumb>
    </Breadcrumbs>
  )
  if (projects?.length === 0) {
    return (
      <>
        <ShellHeader>{crumbs}</ShellHeader>
        <NoProjects />
      </>
    )
  }
  return (
    <>
      <ListFrame
        context={context}
        ownActions={own}
        empty={(begin) => (
          <EmptyState
            title={t('drafts.empty_title')}
            action={
              begin && (
                <Button variant="primary" onClick={begin}>
                  {t('drafts.empty_action')}
                </Button>
              )
            }
          >
            {t('drafts.empty_text')}
          </EmptyState>
        )}
        headerActions={
          create && (
            <Button variant="primary" icon={Plus} onClick={() => create()}>
              <span className="max-md:hidden">{t('drafts.add')}</span>
              <span className="md:hidden">{t('drafts.add_short')}</span>
            </Button>
          )
        }
      >
        {crumbs}
      </ListFrame>
      <ConfirmDialog
        open={removing !== undefined}
        onClose={stopRemoving}
        onConfirm={() => {
          if (removing) remove(removing.id)
          stopRemoving()
        }}
        title={t('drafts.delete_title')}
        confirmLabel={t('drafts.delete')}
      >
        {removing && t('drafts.delete_text', { name: removing.name })}
      </ConfirmDialog>
    </>
  )
}
