import { type Notification, notificationKinds } from '@cairn/contract'
import { CheckCheck, Ellipsis, ListFilter, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { FilterChip } from '#ui/controls/filter-chip.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Tabs } from '#ui/controls/tabs.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NotRead } from '#ui/feedback/not-read.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { SubBar } from '#ui/layout/header-bar.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import type { useInbox } from './hooks.ts'
import { firstView, type InboxView, isNarrowed, type Tab, tabs, toggleKind } from './inbox-view.ts'
import type { Unread } from './loaded-inbox.ts'

interface BarProps {
  view: InboxView
  onView: (view: InboxView) => void
  list: ReturnType<typeof useInbox>
  busy: boolean
  onReadAll: () => void
}

/** Actions for the whole list, and its filters. */
export function InboxActions({ view, onView, list, busy, onReadAll }: BarProps) {
  const { t } = useTranslation()
  const { kinds, unread, shelf } = view
  const toggleFolder = (one: 'archived' | 'snoozed') =>
    onView({ ...view, shelf: shelf === one ? null : one })
  return (
    <>
      <IconButton icon={CheckCheck} label={t('inbox.read_all')} busy={busy} onClick={onReadAll} />
      <IconButton
        icon={RefreshCw}
        label={t('inbox.refresh')}
        busy={list.isFetching && list.items !== undefined}
        onClick={list.refresh}
      />
      <Menu
        align="end"
        trigger={<IconButton icon={ListFilter} label={t('inbox.filters')} dot={kinds.length > 0} />}
        items={notificationKinds.map((kind) => ({
          label: t(`inbox.kinds.${kind}`),
          checked: kinds.includes(kind),
          stay: true,
          onSelect: () => onView(toggleKind(view, kind)),
        }))}
      />
      <Menu
        align="end"
        trigger={
          <IconButton icon={Ellipsis} label={t('inbox.more')} dot={unread || shelf !== null} />
        }
        items={[
          {
            label: t('inbox.show.unread'),
            checked: unread,
            onSelect: () => onView({ ...view, unread: !unread }),
          },
          {
            label: t('inbox.show.archived'),
            checked: shelf === 'archived',
            onSelect: () => toggleFolder('archived'),
          },
          {
            label: t('inbox.show.snoozed'),
            checked: shelf === 'snoozed',
            onSelect: () => toggleFolder('snoozed'),
          },
        ]}
      />
    </>
  )
}

interface TabsProps {
  tab: Tab
  onTab: (tab: Tab) => void
  unread: Unread | undefined
}

export function InboxTabs({ tab, onTab, unread }: TabsProps) {
  const { t } = useTranslation()
  const { total = 0, mentions = 0 } = unread ?? {}
  const counts: Record<Tab, number> = { all: total + mentions, mentions }
  return (
    <div className="flex h-10 shrink-0 items-end border-b border-line-subtle px-4 max-md:h-12">
      <div className="-mb-px">
        <Tabs
          label={t('inbox.tabs.label')}
          value={tab}
          onChange={onTab}
          tabs={tabs.map((value) => ({
            value,
            label: (
              <>
                {t(`inbox.tabs.${value}`)}
                {counts[value] > 0 && (
                  <span className="font-normal text-ink-3 tabular-nums">
                    {counts[value] > 99 ? '99+' : counts[value]}
                  </span>
                )}
              </>
            ),
          }))}
        />
      </div>
    </div>
  )
}

/** The active filters, each with a remove button. */
export function InboxFilters({ view, onView }: Pick<BarProps, 'view' | 'onView'>) {
  const { t } = useTranslation()
  const { kinds, unread, shelf } = view
  if (!isNarrowed(view)) return null
  return (
    <SubBar>
      {kinds.length > 0 && (
        <FilterChip
          name={t('inbox.filter_name')}
          values={kinds.map((kind) => ({
            key: kind,
            name: t(`inbox.kinds.${kind}`),
            content: t(`inbox.kinds.${kind}`),
            onRemove: () => onView(toggleKind(view, kind)),
          }))}
        />
      )}
      {unread && (
        <FilterChip
          name={t('inbox.show_name')}
          values={[{ key: 'unread', content: t('inbox.only.unread') }]}
          removeName={t('inbox.only.unread')}
          onRemove={() => onView({ ...view, unread: false })}
        />
      )}
      {shelf && (
        <FilterChip
          name={t('inbox.show_name')}
          values={[{ key: shelf, content: t(`inbox.only.${shelf}`) }]}
          removeName={t(`inbox.only.${shelf}`)}
          onRemove={() => onView({ ...view, shelf: null })}
        />
      )}
      <Button size="sm" variant="ghost" onClick={() => onView(firstView(view.tab))}>
        {t('inbox.clear_all')}
      </Button>
    </SubBar>
  )
}

interface ListProps {
  view: InboxView
  list: ReturnType<typeof useInbox>
  row: (notification: Notification) => ReactNode
}

export function InboxList({ view, list, row }: ListProps) {
  const { t } = useTranslation()
  const { items } = list
  if (list.isFailed) {
    return <NotRead onRetry={list.refresh}>{t('inbox.not_loaded')}</NotRead>
  }
  if (!items) return <RowSkeletons />
  if (items.length === 0) {
    const narrowed = isNarrowed(view)
    return (
      <EmptyState
        picture={narrowed ? 'no-match' : undefined}
        title={narrowed ? t('inbox.empty.narrowed') : t(`inbox.empty.${view.tab}`)}
      >
        {narrowed ? t('inbox.empty.narrowed_text') : t(`inbox.empty.${view.tab}_text`)}
      </EmptyState>
    )
  }
  return (
    <>
      <ul aria-label={t('inbox.list')}>
        {items.map((notification) => (
          // Rendered when near the viewport: an inbox may have thousands.
          <li
            key={notification.id}
            className="[contain-intrinsic-height:86px] [content-visibility:auto]"
          >
            {row(notification)}
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <div className="flex justify-center p-3">
          <Button busy={list.reading} onClick={list.readMore}>
            {list.reading ? t('inbox.loading') : t('inbox.load_more')}
          </Button>
        </div>
      )}
    </>
  )
}

const widths = [220, 180, 260, 200, 240, 190, 230, 210]

function RowSkeletons() {
  return (
    <SkeletonGroup>
      {widths.map((width) => (
        <div
          key={width}
          className="flex h-17 items-center gap-3 border-b border-line-subtle pr-4 pl-6"
        >
          <Skeleton width={32} className="h-8 rounded-full" />
          <span className="flex flex-col gap-2.5">
            <Skeleton width={width} className="max-w-full" />
            <Skeleton width={120} />
          </span>
        </div>
      ))}
    </SkeletonGroup>
  )
}
