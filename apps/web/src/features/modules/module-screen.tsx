import { PanelRight, Plus } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useFailure } from '#data/use-failure.ts'
import { NotLoaded } from '#entities/frame/not-loaded.tsx'
import { modulesIn, useModules } from '#entities/module/module-list.ts'
import { useFollowItems } from '#entities/progress/use-follow-items.ts'
import ClosedProject from '#entities/project/closed-project.tsx'
import { FeatureOff } from '#entities/project/feature-off.tsx'
import { FeatureSwitch } from '#entities/project/feature-switch.tsx'
import { isOpen, isWritable, useAllProjects } from '#entities/project/hooks.ts'
import { ProjectCrumb } from '#entities/project/project-crumb.tsx'
import type { ListContext } from '#entities/work-item-list/list-context.ts'
import { useChosenShares } from '#entities/work-item-list/use-chosen-shares.ts'
import { ListFrame } from '#features/work-items/list-frame.tsx'
import { Button, buttonLook } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { useStored } from '#ui/platform/stored.ts'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { useParams } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { navigate } from '#ui/router/router.ts'
import { useChangeModule } from './hooks.ts'
import { ModuleActions } from './module-actions.tsx'
import { ModuleAside } from './module-aside.tsx'
import { ModuleCrumb } from './module-crumb.tsx'
import { ModuleDialogs } from './module-dialogs.tsx'
import { type AskedModule, useModuleMenu } from './use-module-menu.ts'

const ModuleDetails = lazy(() => import('./module-details.tsx'))

/** A module's items, in any layout, and next to them its details. */
export function ModuleScreen() {
  const params = useParams('/$slug/projects/$projectId/modules/$moduleId')
  const { slug, projectId, moduleId } = params
  const { t } = useTranslation()
  const projects = useAllProjects(slug)
  const project = projects?.find(({ id }) => id === projectId)
  const modules = useModules(slug, projectId)
  const failed = useFailure(modulesIn({ slug, project_id: projectId }))
  const module = modules?.find(({ id }) => id === moduleId)
  useFollowItems(projectId, [modulesIn({ slug, project_id: projectId }).queryKey])
  usePageTitle(module && t('modules.page_title', { name: module.name }))
  if (projects && !isOpen(project)) return <ClosedProject slug={slug} project={project} />
  if (project && !project.module_view)
    return <FeatureOff slug={slug} project={project} feature="modules" />
  if (failed) return <NotLoaded onRetry={failed} />
  if (modules && !module) {
    return (
      <EmptyState
        level={1}
        picture="no-match"
        title={t('modules.missing_title')}
        action={
          <Link
            to="/$slug/projects/$projectId/modules/"
            params={{ slug, projectId }}
            className={buttonLook('primary')}
          >
            {t('modules.view_others')}
          </Link>
        }
      >
        {t('modules.missing_text')}
      </EmptyState>
    )
  }
  return <OpenModule key={moduleId} {...params} />
}

interface OpenModuleProps {
  slug: string
  projectId: string
  moduleId: string
}

function OpenModule({ slug, projectId, moduleId }: OpenModuleProps) {
  const { t } = useTranslation()
  const project = useAllProjects(slug)?.find(({ id }) => id === projectId)
  const modules = useModules(slug, projectId)
  const module = modules?.find(({ id }) => id === moduleId)
  const context = useMemo(
    (): Extract<ListContext, { kind: 'module' }> => ({
      kind: 'module',
      ...{ slug, project_id: projectId, module_id: moduleId },
    }),
    [slug, projectId, moduleId],
  )
  const small = useSmallScreen()
  const [collapsed, setCollapsed] = useStored('module_sidebar_collapsed', false)
  const [drawn, setDrawn] = useState(false)
  // On small screens it covers the list: there it opens on request.
  const open = small ? drawn : !collapsed
  const setOpen = small ? setDrawn : (next: boolean) => setCollapsed(!next)
  const [asked, setAsked] = useState<AskedModule>()
  const change = useChangeModule({ slug, project_id: projectId })
  const shares = useChosenShares(context)
  const writable = project && isWritable(project)

  return (
    <>
      <ListFrame
        context={context}
        countTip={(count) => t('modules.count_tip', { count })}
        empty={(create, addExisting) => (
          <EmptyState
            title={t('modules.no_items_title')}
            action={
              <>
                <Button variant="primary" icon={Plus} disabled={!create} onClick={create}>
                  {t('modules.create_item')}
                </Button>
                {addExisting && <Button onClick={addExisting}>{t('modules.add_existing')}</Button>}
              </>
            }
          >
            {t('modules.no_items_text')}
          </EmptyState>
        )}
        headerActions={
          <>
            <IconButton
              icon={PanelRight}
              label={t(open ? 'modules.hide_details' : 'modules.show_details')}
              pressed={open}
              onClick={() => setOpen(!open)}
            />
            {project && module && (
              <HeadActions slug={slug} project={project} module={module} onAsk={setAsked} />
            )}
          </>
        }
        aside={
          project &&
          module && (
            <ModuleAside open={open} onClose={() => setOpen(false)}>
              <Suspense>
                <ModuleDetails
                  slug={slug}
                  project={project}
                  module={module}
                  onChange={writable ? change : undefined}
                  onClose={() => setOpen(false)}
                  {...shares}
                />
              </Suspense>
            </ModuleAside>
          )
        }
      >
        <Breadcrumbs>
          <ProjectCrumb slug={slug} project={project} />
          <Crumb after={<FeatureSwitch slug={slug} project={project} current="modules" />}>
            <Link to="/$slug/projects/$projectId/modules/" params={{ slug, projectId }}>
              {t('modules.heading')}
            </Link>
          </Crumb>
          <ModuleCrumb slug={slug} module={module} modules={modules ?? []} />
        </Breadcrumbs>
      </ListFrame>
      <ModuleDialogs
        slug={slug}
        asked={asked}
        onClose={() => setAsked(undefined)}
        onGone={() =>
          void navigate({
            to: '/$slug/projects/$projectId/modules/',
            params: { slug, projectId },
          })
        }
      />
    </>
  )
}

function HeadActions(
  props: Parameters<typeof useModuleMenu>[0] & Pick<Parameters<typeof ModuleActions>[0], 'module'>,
) {
  const { module, ...rest } = props
  return <ModuleActions module={module} menu={useModuleMenu(rest)} />
}
