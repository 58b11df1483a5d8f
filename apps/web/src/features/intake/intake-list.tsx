import type { IntakeItem, Project } from '@cairn/contract'
import { ArrowDownUp, ListFilter } from 'lucide-react'
import { Suspense, useEffect, useRef } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Tabs } from '#ui/controls/tabs.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NotRead } from '#ui/feedback/not-read.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { useNear } from '#ui/overlays/use-near.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { AppliedFilters } from './applied-filters.tsx'
import type { useIntakeItems } from './hooks.ts'
import { IntakeRow } from './intake-row.tsx'
import { countFilters, type IntakeView, sorts, type Tab, tabs } from './intake-view.ts'

const IntakeFiltersPanel = lazy(() => import('./intake-filters.tsx'))

interface IntakeListProps {
  slug: string
  project: Project
  tab: Tab
  onTab: (tab: Tab) => void
  view: IntakeView
  onView: (view: IntakeView) => void
  list: ReturnType<typeof useIntakeItems>
  selected: string | undefined
}

/** The left column: two tabs, filters and sorting, and the items. */
export function IntakeList(props: IntakeListProps) {
  const { slug, project, tab, onTab, view, onView, list } = props
  const { t } = useTranslation()
  const { filters, sort } = view
  const place = { slug, project_id: project.id }
  const setFilters = (next: IntakeView['filters']) => onView({ ...view, filters: next })
  const count = countFilters(filters, tab)

  return (
    <>
      <div className="flex h-11 shrink-0 items-end gap-1 border-b border-line-subtle pr-2 pl-4 max-md:h-13">
        <div className="-mb-px min-w-0 grow">
          <Tabs
            label={t('intake.tabs.label')}
            value={tab}
            onChange={onTab}
            tabs={tabs.map((value) => ({
              value,
              label: t(`intake.tabs.${value}`),
              count: value === tab ? list.total : undefined,
            }))}
          />
        </div>
        <span className="flex h-full items-center gap-0.5">
          <Popover
            label={t('intake.filters.title')}
            align="end"
            width={300}
            bare
            trigger={
              <IconButton icon={ListFilter} label={t('intake.filters.title')} dot={count > 0} />
            }
          >
            <Suspense fallback={<div className="h-96" />}>
              <IntakeFiltersPanel place={place} tab={tab} filters={filters} onChange={setFilters} />
            </Suspense>
          </Popover>
          <Menu
            align="end"
            trigger={<IconButton icon={ArrowDownUp} label={t('intake.sort.title')} />}
            items={[
              ...sorts.map((by) => ({
                label: t(`intake.sort.${by}`),
                checked: sort.by === by,
                onSelect: () => onView({ ...view, sort: { ...sort, by } }),
              })),
              'line',
              ...[false, true].map((descending) => ({
                label: t(descending ? 'intake.sort.descending' : 'intake.sort.ascending'),
                checked: sort.descending === descending,
                onSelect: () => onView({ ...view, sort: { ...sort, descending } }),
              })),
            ]}
          />
        </span>
      </div>
      {count > 0 && (
        <AppliedFilters place={place} tab={tab} filters={filters} onChange={setFilters} />
      )}
      <div className="min-h-0 grow overflow-y-auto">
        <Items {...props} isFiltered={count > 0} />
      </div>
    </>
  )
}

function Items(props: IntakeListProps & { isFiltered: boolean }) {
  const { slug, project, tab, list, selected, isFiltered } = props
  const { t } = useTranslation()
  const { items } = list
  if (list.isFailed) {
    return <NotRead onRetry={list.retry}>{t('intake.not_loaded')}</NotRead>
  }
  if (!items) return <RowSkeletons count={8} />
  if (items.length === 0) {
    const title = isFiltered ? 'intake.empty.filtered' : (`intake.empty.${tab}` as const)
    return (
      <EmptyState picture={isFiltered ? 'no-match' : undefined} title={t(title)}>
        {t(isFiltered ? 'intake.empty.filtered_text' : `intake.empty.${tab}_text`)}
      </EmptyState>
    )
  }
  return (
    <>
      <Rows {...{ slug, project, tab, selected, items }} />
      <More list={list} shown={items.length} />
    </>
  )
}

interface RowsProps extends Pick<IntakeListProps, 'slug' | 'project' | 'tab' | 'selected'> {
  items: readonly IntakeItem[]
}

function Rows({ slug, project, tab, selected, items }: RowsProps) {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('intake.list')}>
      {items.map((item) => (
        <li key={item.issue.id}>
          <IntakeRow
            slug={slug}
            project={project}
            item={item}
            tab={tab}
            selected={item.issue.id === selected}
          />
        </li>
      ))}
    </ul>
  )
}

/** Asks for the next page when the end of the list comes near. */
function More({ list, shown }: Pick<IntakeListProps, 'list'> & { shown: number }) {
  const { t } = useTranslation()
  const end = useRef<HTMLDivElement>(null)
  const near = useNear(end)
  const { hasMore, paging } = list

  // biome-ignore lint/correctness/useExhaustiveDependencies: once whenever the end is near, and once per page
  useEffect(() => {
    if (near && hasMore && paging === 'idle') list.readMore()
  }, [near, hasMore, shown])

  return (
    <div ref={end}>
      {hasMore && paging !== 'failed' && <RowSkeletons count={2} />}
      {paging === 'failed' && (
        <div role="alert" className="flex flex-col items-center gap-2 px-6 py-4 text-center">
          <p className="text-small text-danger-ink">{t('intake.page_not_loaded')}</p>
          <Button size="sm" onClick={list.readMore}>
            {t('common.try_again')}
          </Button>
        </div>
      )}
    </div>
  )
}

const widths = [220, 180, 260, 200, 240, 190, 230, 210]

function RowSkeletons({ count }: { count: number }) {
  return (
    <SkeletonGroup>
      {widths.slice(0, count).map((width) => (
        <div
          key={width}
          className="flex h-16 flex-col justify-center gap-2.5 border-b border-line-subtle px-4"
        >
          <Skeleton width={56} />
          <Skeleton width={width} className="max-w-full" />
        </div>
      ))}
    </SkeletonGroup>
  )
}
