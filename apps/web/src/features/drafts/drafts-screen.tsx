import { type Draft, draftsApi, MEMBER } from '@cairn/contract'
import { useParams } from '@tanstack/react-router'
import { PenLine, Plus } from 'lucide-react'
import { useState } from 'react'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { queryClient } from '#data/query-client.ts'
import { draftsIn, useDrafts, useRemoveDraft } from '#entities/draft/hooks.ts'
import { ShellHeader } from '#entities/frame/header.tsx'
import { NoProjects } from '#entities/frame/no-projects.tsx'
import { useShell } from '#entities/frame/shell-context.ts'
import { useJoinedProjects } from '#entities/project/hooks.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Count } from '#ui/people/badge.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { DraftRow } from './draft-row.tsx'

/** What one began and has not given to a project yet: for oneself alone. */
export function DraftsScreen() {
  const { slug } = useParams({ from: '/$slug' })
  const { t } = useTranslation()
  const workspace = useWorkspace(slug)
  const projects = useJoinedProjects(slug)
  const { createWorkItem } = useShell()
  const { drafts, total = 0, loading, readMore } = useDrafts(slug)
  const removal = useRemoveDraft(slug)
  const [removing, setRemoving] = useState<Draft>()
  const begin = () => createWorkItem?.({ intent: 'draft' })
  const mayCreate = (workspace?.role ?? 0) >= MEMBER && createWorkItem !== undefined
  usePageTitle(t('drafts.title'))

  async function copy(draft: Draft) {
    const { name, description_html, project_id, state_id, priority, parent_id } = draft
    const { label_ids, assignee_ids, start_date, target_date } = draft
    const { cycle_id, module_ids, estimate_point, type_id } = draft
    const body = {
      ...{ name, description_html, project_id, state_id, priority, parent_id },
      ...{ label_ids, assignee_ids, start_date, target_date },
      ...{ cycle_id, module_ids, estimate_point, type_id },
    }
    try {
      await call(draftsApi.create, { params: { slug }, body })
      await queryClient.invalidateQueries({ queryKey: draftsIn(slug).queryKey })
      toast({ kind: 'success', title: t('drafts.copied') })
    } catch (error) {
      notifyFailure(t('drafts.not_copied'), error)
    }
  }

  return (
    <>
      <ShellHeader
        actions={
          mayCreate && (
            <Button variant="primary" icon={Plus} onClick={begin}>
              <span className="max-md:hidden">{t('drafts.add')}</span>
              <span className="md:hidden">{t('drafts.add_short')}</span>
            </Button>
          )
        }
      >
        <Breadcrumbs>
          <Crumb current icon={PenLine}>
            <h1>{t('drafts.title')}</h1>
          </Crumb>
        </Breadcrumbs>
        {total > 0 && <Count value={total} />}
      </ShellHeader>
      {projects?.length === 0 ? (
        <NoProjects />
      ) : !drafts ? (
        <SkeletonRows count={14} />
      ) : drafts.length === 0 ? (
        <EmptyState
          title={t('drafts.empty_title')}
          action={
            mayCreate && (
              <Button variant="primary" onClick={begin}>
                {t('drafts.empty_action')}
              </Button>
            )
          }
        >
          {t('drafts.empty_text')}
        </EmptyState>
      ) : (
        <div className="min-h-0 grow overflow-y-auto pb-4">
          <ul aria-label={t('drafts.list')}>
            {drafts.map((draft) => (
              <DraftRow
                key={draft.id}
                slug={slug}
                draft={draft}
                onEdit={() => createWorkItem?.({ draft })}
                onMove={() => createWorkItem?.({ draft, intent: 'project' })}
                onCopy={() => void copy(draft)}
                onRemove={() => setRemoving(draft)}
              />
            ))}
          </ul>
          {drafts.length < total && (
            <div className="flex justify-center pt-3">
              <Button busy={loading} onClick={() => void readMore()}>
                {t('drafts.load_more')}
              </Button>
            </div>
          )}
        </div>
      )}
      <ConfirmDialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        onConfirm={() => {
          if (removing) removal.mutate(removing.id)
          setRemoving(undefined)
        }}
        title={t('drafts.delete_title')}
        confirmLabel={t('drafts.delete')}
      >
        {removing && t('drafts.delete_text', { name: removing.name })}
      </ConfirmDialog>
    </>
  )
}
