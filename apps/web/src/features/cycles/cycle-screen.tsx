import { type Cycle, isTransferred, openItems, type Project } from '@cairn/contract'
import { Ellipsis, IterationCw, PanelRight, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useFailure } from '#data/use-failure.ts'
import { cyclesIn } from '#entities/cycle/cycle-list.ts'
import { useLiveCycles } from '#entities/cycle/hooks.ts'
import { NotLoaded } from '#entities/frame/not-loaded.tsx'
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
import { Banner } from '#ui/feedback/banner.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { useStored } from '#ui/platform/stored.ts'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { useParams } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { navigate } from '#ui/router/router.ts'
import { CycleAside } from './cycle-aside.tsx'
import { CycleCrumb } from './cycle-crumb.tsx'
import { type AskedCycle, CycleDialogs } from './cycle-dialogs.tsx'
import { statusNow } from './cycle-status.tsx'
import { favoriteOf } from './cycles-screen.tsx'
import { useCycleMenu } from './use-cycle-menu.ts'

/** A cycle's items, in any layout, and next to them its details. */
export function CycleScreen() {
  const params = useParams('/$slug/projects/$projectId/cycles/$cycleId')
  const { slug, projectId, cycleId } = params
  const { t } = useTranslation()
  const projects = useAllProjects(slug)
  const project = projects?.find(({ id }) => id === projectId)
  const cycles = useLiveCycles({ slug, project_id: projectId })
  const failed = useFailure(cyclesIn({ slug, project_id: projectId }))
  const cycle = cycles?.find(({ id }) => id === cycleId)
  usePageTitle(cycle && t('cycles.page_title', { name: cycle.name }))
  if (projects && !isOpen(project)) return <ClosedProject slug={slug} project={project} />
  if (project && !project.cycle_view)
    return <FeatureOff slug={slug} project={project} feature="cycles" />
  if (failed) return <NotLoaded onRetry={failed} />
  if (!project || !cycles) return <SkeletonRows count={14} />
  if (!cycle) {
    return (
      <EmptyState
        level={1}
        picture="no-match"
        title={t('cycles.missing_title')}
        action={
          <Link
            to="/$slug/projects/$projectId/cycles/"
            params={{ slug, projectId }}
            className={buttonLook('primary')}
          >
            {t('cycles.view_others')}
          </Link>
        }
      >
        {t('cycles.missing_text')}
      </EmptyState>
    )
  }
  return <OpenCycle key={cycleId} slug={slug} project={project} cycle={cycle} cycles={cycles} />
}

interface OpenCycleProps {
  slug: string
  project: Project
  cycle: Cycle
  cycles: readonly Cycle[]
}

function OpenCycle({ slug, project, cycle, cycles }: OpenCycleProps) {
  const { t } = useTranslation()
  const small = useSmallScreen()
  const isOver = statusNow(cycle) === 'COMPLETED'
  const context = useMemo(
    (): Extract<ListContext, { kind: 'cycle' }> => ({
      kind: 'cycle',
      ...{ slug, project_id: project.id, cycle_id: cycle.id, isOver },
    }),
    [slug, project.id, cycle.id, isOver],
  )
  const [collapsed, setCollapsed] = useStored('cycle_sidebar_collapsed', false)
  const [drawn, setDrawn] = useState(false)
  const [asked, setAsked] = useState<AskedCycle>()
  const menu = useCycleMenu({ slug, project, onAsk: setAsked })
  const shares = useChosenShares(context)
  // On small screens it covers the list: there it opens on request.
  const open = small ? drawn : !collapsed
  const setOpen = small ? setDrawn : (next: boolean) => setCollapsed(!next)
  const toList = () =>
    void navigate({
      to: '/$slug/projects/$projectId/cycles/',
      params: { slug, projectId: project.id },
    })

  return (
    <>
      <ListFrame
        context={context}
        countTip={(count) => t('cycles.count_tip', { count })}
        empty={(create, addExisting) => (
          <EmptyState
            title={t('cycles.no_items_title')}
            action={
              <>
                <Button variant="primary" icon={Plus} disabled={!create} onClick={create}>
                  {t('cycles.create_item')}
                </Button>
                {addExisting && <Button onClick={addExisting}>{t('cycles.add_existing')}</Button>}
              </>
            }
          >
            {t('cycles.no_items_text')}
          </EmptyState>
        )}
        headerActions={
          <>
            <IconButton
              icon={PanelRight}
              label={t(open ? 'cycles.hide_details' : 'cycles.show_details')}
              pressed={open}
              onClick={() => setOpen(!open)}
            />
            <Menu
              align="end"
              trigger={
                <IconButton icon={Ellipsis} label={t('cycles.actions_of', { name: cycle.name })} />
              }
              items={menu.entries(cycle)}
            />
          </>
        }
        banner={
          isOver && (
            <OverBanner
              cycle={cycle}
              onTransfer={
                isWritable(project) ? () => setAsked({ action: 'transfer', cycle }) : undefined
              }
            />
          )
        }
        aside={
          <CycleAside
            slug={slug}
            project={project}
            cycle={open ? cycle : undefined}
            favorite={favoriteOf(menu, cycle)}
            onClose={() => setOpen(false)}
            {...shares}
          />
        }
      >
        <Breadcrumbs>
          <ProjectCrumb slug={slug} project={project} />
          <Crumb
            icon={IterationCw}
            after={<FeatureSwitch slug={slug} project={project} current="cycles" />}
          >
            <Link to="/$slug/projects/$projectId/cycles/" params={{ slug, projectId: project.id }}>
              {t('cycles.heading')}
            </Link>
          </Crumb>
          <CycleCrumb slug={slug} cycle={cycle} cycles={cycles} />
        </Breadcrumbs>
      </ListFrame>
      <CycleDialogs
        place={{ slug, project_id: project.id }}
        asked={asked}
        onClose={() => setAsked(undefined)}
        onGone={toList}
      />
    </>
  )
}

interface OverBannerProps {
  cycle: Cycle
  onTransfer: (() => void) | undefined
}

/** Why the cycle is read-only, and a way to transfer unfinished items. */
function OverBanner({ cycle, onTransfer }: OverBannerProps) {
  const { t } = useTranslation()
  const transferred = isTransferred(cycle)
  const offers = onTransfer && (transferred || openItems(cycle) > 0)
  return (
    <Banner
      action={
        offers && (
          <Button size="sm" disabled={transferred} onClick={onTransfer}>
            {t('cycles.transfer')}
          </Button>
        )
      }
    >
      {t(transferred ? 'cycles.over_and_transferred' : 'cycles.over')}
    </Banner>
  )
}
