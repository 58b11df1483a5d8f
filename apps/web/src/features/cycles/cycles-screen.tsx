import type { Cycle, Project } from '@cairn/contract'
import { IterationCw, Plus } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useArchivedCycles, useChangeCycle, useLiveCycles } from '#entities/cycle/hooks.ts'
import { ShellHeader } from '#entities/frame/header.tsx'
import { useShell } from '#entities/frame/shell-context.ts'
import { ArchiveTabs } from '#entities/project/archive-tabs.tsx'
import { FeatureSwitch } from '#entities/project/feature-switch.tsx'
import { isWritable } from '#entities/project/hooks.ts'
import { ProjectCrumb } from '#entities/project/project-crumb.tsx'
import { WithProject } from '#entities/project/with-project.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Kbd } from '#ui/controls/kbd.tsx'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { todayHere } from '#ui/dates/own-zone.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { MenuBar } from '#ui/layout/header-bar.tsx'
import { GroupHeader } from '#ui/lists/group-header.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { Count } from '#ui/people/badge.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { useParams } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { ActiveSkeleton } from './active-skeleton.tsx'
import { CycleAside } from './cycle-aside.tsx'
import { CycleChips } from './cycle-chips.tsx'
import { type AskedCycle, CycleDialogs } from './cycle-dialogs.tsx'
import { CycleFiltersPopover } from './cycle-filters-popover.tsx'
import { type CycleMoving, CycleRow } from './cycle-row.tsx'
import {
  type CycleOrder,
  type CycleSections,
  countFilters,
  filterCycles,
  noFilters,
  searchCycles,
  sectionsOf,
  sortOrderAt,
} from './cycle-sections.ts'
import { OrderMenu } from './order-menu.tsx'
import { useCycleFilters, useCycleOrder } from './use-cycle-filters.ts'
import { useCycleMenu } from './use-cycle-menu.ts'
import { usePeekedCycle } from './use-peeked-cycle.ts'

const ActivePanel = lazy(() => import('./active-panel.tsx'))

/** A project's cycles by status: active, upcoming, completed. */
export function CyclesScreen() {
  const { slug, projectId } = useParams('/$slug/projects/$projectId/cycles')
  const { t } = useTranslation()
  const title = (name: string) => t('cycles.page_title', { name })
  return (
    <WithProject slug={slug} id={projectId} feature="cycles" title={title}>
      {(project) => <CycleSet key={projectId} slug={slug} project={project} archived={false} />}
    </WithProject>
  )
}

export function ArchivedCyclesScreen() {
  const { slug, projectId } = useParams('/$slug/projects/$projectId/archives/cycles')
  const { t } = useTranslation()
  const title = (name: string) => t('cycles.archives_title', { name })
  return (
    <WithProject slug={slug} id={projectId} feature="cycles" writersOnly title={title}>
      {(project) => (
        <CycleSet key={`${projectId} archived`} slug={slug} project={project} archived />
      )}
    </WithProject>
  )
}

interface CycleSetProps {
  slug: string
  project: Project
  archived: boolean
}

function CycleSet({ slug, project, archived }: CycleSetProps) {
  const { t } = useTranslation()
  const small = useSmallScreen()
  const { createPlan } = useShell()
  const place = { slug, project_id: project.id }
  const live = useLiveCycles(place)
  const put = useArchivedCycles(place, archived)
  const cycles = archived ? put : live
  const [filters, setFilters] = useCycleFilters(project.id, { archived })
  const [order, setOrder] = useCycleOrder(project.id)
  const change = useChangeCycle(place)
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<AskedCycle>()
  const [peeked, setPeeked] = usePeekedCycle()
  const menu = useCycleMenu({ slug, project, onAsk: setAsked })
  const writable = isWritable(project)

  const now = Date.now()
  const left = cycles && filterCycles(cycles, filters, { now, today: todayHere() })
  const shown = left && searchCycles(left, typed)
  const any = cycles !== undefined && cycles.length > 0
  const filtered = countFilters(filters) > 0
  const opened = cycles?.find(({ id }) => id === peeked)
  const create = () => createPlan('cycle')
  const search = <SearchInput label={t('cycles.search')} value={typed} onChange={setTyped} />
  const controls = (
    <>
      {!archived && <OrderMenu order={order} onChange={setOrder} />}
      <CycleFiltersPopover filters={filters} onChange={setFilters} withStatus={!archived} />
    </>
  )
  const row = (cycle: Cycle, moving?: CycleMoving) => (
    <CycleRow
      key={cycle.id}
      moving={moving}
      slug={slug}
      project={project}
      cycle={cycle}
      menu={menu}
      peeked={opened?.id === cycle.id}
      onPeek={setPeeked}
      onTransfer={(of) => setAsked({ action: 'transfer', cycle: of })}
    />
  )

  return (
    <>
      <ShellHeader
        actions={
          writable && (
            <>
              {any && !small && (
                <>
                  <div className="w-48">{search}</div>
                  {controls}
                </>
              )}
              {!archived && (
                <Button variant="primary" icon={Plus} onClick={create}>
                  <span className="max-md:hidden">{t('cycles.add')}</span>
                  <span className="md:hidden">{t('cycles.add_short')}</span>
                </Button>
              )}
            </>
          )
        }
      >
        <Breadcrumbs>
          <ProjectCrumb slug={slug} project={project} />
          {archived && <Crumb>{t('archives.archives')}</Crumb>}
          <Crumb
            current
            icon={IterationCw}
            after={<FeatureSwitch slug={slug} project={project} current="cycles" />}
          >
            <h1>{t('cycles.heading')}</h1>
          </Crumb>
        </Breadcrumbs>
        {any && <Count value={cycles.length} />}
      </ShellHeader>
      {archived && <ArchiveTabs slug={slug} project={project} current="cycles" />}
      {any && small && writable && <MenuBar>{controls}</MenuBar>}
      {filtered && <CycleChips filters={filters} onChange={setFilters} />}
      <div className="flex min-h-0 grow">
        <div className="flex min-w-0 grow flex-col overflow-y-auto">
          {any && small && writable && <div className="px-4 py-3">{search}</div>}
          {!shown ? (
            <SkeletonRows count={8} />
          ) : shown.length === 0 ? (
            <NoCycles
              any={any}
              archived={archived}
              filtered={filtered}
              onClear={() => {
                setFilters(noFilters)
                setTyped('')
              }}
              onCreate={writable ? create : undefined}
            />
          ) : archived ? (
            <ul aria-label={t('cycles.heading')}>{shown.map((cycle) => row(cycle))}</ul>
          ) : (
            <Sections
              cycles={shown}
              now={now}
              order={writable ? order : 'dates'}
              onMove={(id, sort_order) => change.mutate({ id, patch: { sort_order } })}
              row={row}
              panel={(cycle) => (
                <Suspense fallback={<ActiveSkeleton />}>
                  <ActivePanel slug={slug} project={project} cycle={cycle} />
                </Suspense>
              )}
            />
          )}
          {!archived && writable && any && (
            <p className="p-4 text-center max-md:pb-20">
              <Link
                to="/$slug/projects/$projectId/archives/cycles/"
                params={{ slug, projectId: project.id }}
                className="link"
              >
                {t('cycles.show_archives')}
              </Link>
            </p>
          )}
        </div>
        <CycleAside
          slug={slug}
          project={project}
          cycle={opened}
          favorite={opened && !archived ? favoriteOf(menu, opened) : undefined}
          onClose={() => setPeeked(undefined)}
        />
      </div>
      <CycleDialogs place={place} asked={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}

export const favoriteOf = (menu: ReturnType<typeof useCycleMenu>, cycle: Cycle) => ({
  marked: menu.isFavorite(cycle),
  onToggle: () => menu.toggleFavorite(cycle),
})

interface SectionsProps {
  cycles: readonly Cycle[]
  now: number
  order: CycleOrder
  onMove: (id: string, sort_order: number) => void
  row: (cycle: Cycle, moving?: CycleMoving) => ReactNode
  panel: (cycle: Cycle) => ReactNode
}

function Sections({ cycles, now, order, onMove, row, panel }: SectionsProps) {
  const { t } = useTranslation()
  const sections = sectionsOf(cycles, now, order)
  const { active, upcoming, drafts, completed } = sections

  /** Manual order is within a section: the dates decide which section. */
  function rowIn(name: keyof CycleSections, cycle: Cycle, at: number) {
    const section = sections[name]
    if (order !== 'manual') return row(cycle)
    const place = (id: string, to: number) => onMove(id, sortOrderAt(section, id, to))
    return row(cycle, {
      section: name,
      steps: [
        ...(at > 0 ? (['up'] as const) : []),
        ...(at < section.length - 1 ? (['down'] as const) : []),
      ],
      onStep: (step) => place(cycle.id, step === 'up' ? at - 1 : at + 1),
      onDrop: (moved, edge) => {
        const others = section.filter(({ id }) => id !== moved)
        const target = others.findIndex(({ id }) => id === cycle.id)
        place(moved, edge === 'before' ? target : target + 1)
      },
    })
  }
  return (
    <>
      <CycleSection name={t('cycles.sections.active')}>
        {active.length > 0 ? (
          active.map((cycle, at) => [
            rowIn('active', cycle, at),
            <li key={`${cycle.id} panel`}>{panel(cycle)}</li>,
          ])
        ) : (
          <li className="border-b border-line-subtle px-4 py-6 text-center text-ink-2">
            {t('cycles.no_active')}
          </li>
        )}
      </CycleSection>
      {upcoming.length > 0 && (
        <CycleSection name={t('cycles.sections.upcoming')} count={upcoming.length}>
          {upcoming.map((cycle, at) => rowIn('upcoming', cycle, at))}
        </CycleSection>
      )}
      {drafts.length > 0 && (
        <CycleSection name={t('cycles.sections.drafts')} count={drafts.length}>
          {drafts.map((cycle, at) => rowIn('drafts', cycle, at))}
        </CycleSection>
      )}
      {completed.length > 0 && (
        <CycleSection
          name={t('cycles.sections.completed')}
          count={completed.length}
          closed={active.length + upcoming.length + drafts.length > 0}
        >
          {completed.map((cycle, at) => rowIn('completed', cycle, at))}
        </CycleSection>
      )}
    </>
  )
}

interface CycleSectionProps {
  name: string
  count?: number
  /** Collapsed at first. */
  closed?: boolean
  children: ReactNode
}

function CycleSection({ name, count, closed = false, children }: CycleSectionProps) {
  const [open, setOpen] = useState(!closed)
  return (
    <section aria-label={name}>
      <GroupHeader name={name} count={count} open={open} onToggle={() => setOpen(!open)} />
      {open && <ul aria-label={name}>{children}</ul>}
    </section>
  )
}

interface NoCyclesProps {
  any: boolean
  archived: boolean
  filtered: boolean
  onClear: () => void
  onCreate: (() => void) | undefined
}

function NoCycles({ any, archived, filtered, onClear, onCreate }: NoCyclesProps) {
  const { t } = useTranslation()
  if (any) {
    return (
      <EmptyState
        picture="no-match"
        title={t('cycles.no_match_title')}
        action={<Button onClick={onClear}>{t('cycles.clear')}</Button>}
      >
        {t(filtered ? 'cycles.no_filter_match' : 'cycles.no_search_match')}
      </EmptyState>
    )
  }
  if (archived) {
    return (
      <EmptyState title={t('cycles.no_archived_title')}>{t('cycles.no_archived_text')}</EmptyState>
    )
  }
  return (
    <EmptyState
      title={t('cycles.empty_title')}
      action={
        <Button
          variant="primary"
          disabled={!onCreate}
          aria-keyshortcuts="Q"
          after={<Kbd keys="q" look="on-solid" />}
          onClick={onCreate}
        >
          {t('cycles.create_first')}
        </Button>
      }
    >
      {t('cycles.empty_text')}
    </EmptyState>
  )
}
