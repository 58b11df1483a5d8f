import { type FlowItems, stateGroups as groups } from '@cairn/contract'
import { useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { NotRead } from '#entities/chart/block.tsx'
import { NotFound } from '#entities/frame/gate-screens.tsx'
import { ShellHeader } from '#entities/frame/header.tsx'
import { useAllProjects } from '#entities/project/hooks.ts'
import { statesOfWorkspace } from '#entities/state/hooks.ts'
import { stateIcon } from '#entities/state/state-picture.tsx'
import { keyOf } from '#entities/work-item/item-address.ts'
import { ItemLink } from '#entities/work-item/item-link.tsx'
import { Button } from '#ui/controls/button.tsx'
import { longDate, rangeText } from '#ui/dates/day.ts'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { Identifier } from '#ui/people/identifier.tsx'
import { counted } from '#ui/platform/number.ts'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams, useSearch } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { type FlowSource, readFlowSource } from './flow-point.tsx'
import { useFlowItems } from './hooks.ts'
import { useSpanText } from './span-text.ts'

/** The items behind one point of a chart of the history; the address says which. */
export function FlowItemsScreen() {
  const { slug } = useParams('/$slug/analytics/flow/items')
  const { t } = useTranslation()
  const place = readFlowSource(useSearch())
  usePageTitle(t('analytics.tabs.flow'))
  return (
    <>
      <ShellHeader>
        <Breadcrumbs>
          <Crumb icon={ChartNoAxesColumn}>
            <Link to="/$slug/analytics/$tab/" params={{ slug, tab: 'flow' }}>
              {t('analytics.heading')}
            </Link>
          </Crumb>
          <Crumb current>
            <h1>{t('analytics.tabs.flow')}</h1>
          </Crumb>
        </Breadcrumbs>
      </ShellHeader>
      <div className="min-h-0 grow overflow-y-auto">
        {place ? <Items slug={slug} place={place} /> : <NotFound />}
      </div>
    </>
  )
}

function Items({ slug, place }: { slug: string; place: FlowSource }) {
  const { t } = useTranslation()
  const query = useFlowItems(slug, place)
  const { data, error, hasNextPage, isFetchingNextPage } = query
  const title = useTitle(slug, place)
  const items = data?.pages.flatMap(({ results }) => results)
  const total = data?.pages[0]?.total ?? 0
  return (
    <div className="mx-auto w-240 max-w-full px-4 pt-4 pb-10">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-2">
        <h2 className="font-semibold">{title}</h2>
        {data && (
          <span className="text-small text-ink-2">{t('analytics.measured', counted(total))}</span>
        )}
      </div>
      {error && !data && <NotRead onRetry={() => void query.refetch()} />}
      {!items && !error && <SkeletonRows count={8} />}
      {items && <Rows slug={slug} label={title} items={items} />}
      {hasNextPage && (
        <Button
          className="mt-4"
          busy={isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('board.load_more')}
        </Button>
      )}
    </div>
  )
}

interface RowsProps {
  slug: string
  label: string
  items: FlowItems['results']
}

function Rows({ slug, label, items }: RowsProps) {
  const projects = useAllProjects(slug)
  const { data: states } = useQuery(statesOfWorkspace(slug))
  const spanText = useSpanText()
  return (
    <ul
      aria-label={label}
      className="divide-y divide-line-subtle overflow-hidden rounded-lg border border-line bg-surface"
    >
      {items.map((item) => {
        const project = projects?.find(({ id }) => id === item.project_id)
        const state = states?.find(({ id }) => id === item.state_id)
        const key = project ? keyOf(project, item) : ''
        const peers = states?.filter(({ project_id }) => project_id === item.project_id) ?? []
        return (
          <li key={item.id}>
            <ItemLink
              slug={slug}
              itemKey={key}
              className="flex h-9 items-center gap-2 px-4 hover:bg-hover max-md:h-11"
            >
              {state && stateIcon(state, peers, state.name)}
              <span className="w-20 shrink-0 truncate text-ink-2 max-md:hidden">
                <Identifier value={key} />
              </span>
              <span className="min-w-0 grow truncate">{item.name}</span>
              {item.seconds !== null && (
                <span className="shrink-0 text-small text-ink-2 tabular-nums">
                  {spanText(item.seconds)}
                </span>
              )}
            </ItemLink>
          </li>
        )
      })}
    </ul>
  )
}

/** "Cycle time: Oct 19 – 25". */
function useTitle(slug: string, { point: { of, key, from, to } }: FlowSource): string {
  const { t } = useTranslation()
  const { data: states } = useQuery(statesOfWorkspace(slug))
  const group = groups.find((one) => one === key)
  const state = group
    ? t(`states.group.${group}`)
    : (states?.find(({ id }) => id === key)?.name ?? '…')
  if (of === 'count') return t('analytics.count_at', { state, day: longDate(to) })
  const time = rangeText(from, to)
  if (of === 'time') return t('analytics.time_in', { state, time })
  return t('analytics.span_in', { name: t(`analytics.spans.${of}`), time })
}
