import { ADMIN } from '@cairn/contract'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { FeatureSwitch } from '#entities/project/feature-switch.tsx'
import { isOpen, useAllProjects } from '#entities/project/hooks.ts'
import { ProjectCrumb } from '#entities/project/project-crumb.tsx'
import { projectLogo } from '#entities/project/project-logo.tsx'
import type { ListContext } from '#entities/work-item-list/list-context.ts'
import { TypedAhead } from '#ui/controls/typed-ahead.tsx'
import { Loader } from '#ui/feedback/loader.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { useHotkeys } from '#ui/platform/hotkeys.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { ListFrame } from './list-frame.tsx'

const NoItemsYet = lazy(() => import('#entities/work-item-list/no-items-yet.tsx'))
const BulkDeleteDialog = lazy(() => import('./bulk-delete-dialog.tsx'))
const PublicPill = lazy(() => import('#entities/publication/public-pill.tsx'))
const ClosedProject = lazy(() => import('#entities/project/closed-project.tsx'))

export function WorkItemsScreen() {
  const { slug, projectId } = useParams('/$slug/projects/$projectId/issues')
  const { t } = useTranslation()
  const projects = useAllProjects(slug)
  const project = projects?.find(({ id }) => id === projectId)
  const context = useMemo(
    (): ListContext => ({ kind: 'project', slug, project_id: projectId }),
    [slug, projectId],
  )
  // Delete or Backspace without a focused item: asks which ones to delete.
  const [deleting, setDeleting] = useState(false)
  function askWhich() {
    if (!project) return
    if ((project.member_role ?? 0) >= ADMIN) setDeleting(true)
    else toast({ kind: 'error', title: t('shell.not_permitted') })
  }
  useHotkeys({ Delete: askWhich, Backspace: askWhich })
  usePageTitle(project && t('work_items.page_title', { project: project.name }))
  if (projects && !isOpen(project)) {
    // React 19.3 compares a lazy element with the children it replaces; when it suspends after one
    // of them was marked as deleted, that one is removed twice and the screen crashes.
    return (
      <Suspense fallback={<Loader />}>
        <ClosedProject slug={slug} project={project} />
      </Suspense>
    )
  }
  return (
    <>
      <ListFrame
        key={projectId}
        context={context}
        countTip={(count) => t('work_items.count_tip', { count })}
        empty={(create) => <NoItemsYet onCreate={create} />}
      >
        <Breadcrumbs>
          <ProjectCrumb slug={slug} project={project} />
          <Crumb current after={<FeatureSwitch slug={slug} project={project} current="issues" />}>
            <span className="flex min-w-0 items-center gap-2">
              {project && <span className="md:hidden">{projectLogo(project, 20)}</span>}
              <h1 className="truncate max-md:text-[16px] max-md:font-semibold">
                {t('work_items.heading')}
              </h1>
            </span>
          </Crumb>
        </Breadcrumbs>
        <Suspense>
          {project?.anchor && <PublicPill kind="project" anchor={project.anchor} />}
        </Suspense>
      </ListFrame>
      <Suspense fallback={<TypedAhead />}>
        <Presence>
          {deleting && project && (
            <BulkDeleteDialog
              slug={slug}
              project_id={project.id}
              onClose={() => setDeleting(false)}
            />
          )}
        </Presence>
      </Suspense>
    </>
  )
}
