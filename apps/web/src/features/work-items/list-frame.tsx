import type { WorkItem } from '@cairn/contract'
import { Plus } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { ShellHeader } from '#entities/frame/header.tsx'
import { keyOf } from '#entities/work-item/item-address.ts'
import { usePeekedKey } from '#entities/work-item/open-item.ts'
import { propertyKeys } from '#entities/work-item/properties.ts'
import { noItems } from '#entities/work-item-list/grouped-items.ts'
import type { ItemActions } from '#entities/work-item-list/layout-props.ts'
import { abilitiesOf, contextKey, type ListContext } from '#entities/work-item-list/list-context.ts'
import { ListControls, SmallListControls } from '#entities/work-item-list/list-controls.tsx'
import { type DaySpan, toParams } from '#entities/work-item-list/list-params.ts'
import { hasFilters, type ListSettings } from '#entities/work-item-list/list-settings.ts'
import { type ListReferences, useListReferences } from '#entities/work-item-list/references.tsx'
import { shownOf, useFeatures } from '#entities/work-item-list/use-features.ts'
import { useFolds } from '#entities/work-item-list/use-folds.ts'
import { useItemRights } from '#entities/work-item-list/use-item-rights.ts'
import {
  type ListSettingsActions,
  useListSettings,
} from '#entities/work-item-list/use-list-settings.ts'
import { useWorkItemList } from '#entities/work-item-list/use-work-item-list.ts'
import type { CountedContext } from '#features/analytics/analytics-button.tsx'
import { PeekHost } from '#features/work-item-screens/peek-host.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { ReloadBar, SubBar } from '#ui/layout/header-bar.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { Count } from '#ui/people/badge.tsx'
import { EarlyKeys, PressEarlyKeys } from '#ui/platform/early-keys.tsx'
import {
  afterFirstScreen,
  firstScreenIsDrawn,
  firstScreenWaits,
} from '#ui/platform/first-screen.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { SavedPosition } from '#ui/platform/tab-state.ts'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { layouts } from './layouts.ts'
import { StillList } from './still-list.tsx'
import { useFrameActions } from './use-frame-actions.ts'

const AppliedFilters = lazy(() => import('./applied-filters.tsx'))
const AnalyticsButton = lazy(async () => {
  await afterFirstScreen()
  return import('#features/analytics/analytics-button.tsx')
})
const loadCount = () => import('./filtered-count.tsx')
const FilteredCount = lazy(async () => ({ default: (await loadCount()).FilteredCount }))
const HiddenItems = lazy(async () => ({ default: (await loadCount()).HiddenItems }))
const AddExisting = lazy(() => import('./add-existing.tsx'))
const NoMatches = lazy(() => import('./no-matches.tsx'))
const NotLoaded = lazy(() => import('#entities/work-item-list/not-loaded.tsx'))
const BulkDialogs = lazy(() => import('#entities/work-item-list/bulk-dialogs.tsx'))
const ItemDialogs = lazy(() => import('#entities/work-item-list/item-dialogs.tsx'))
const MoveItemDialog = lazy(() => import('#entities/work-item-list/move-item-dialog.tsx'))

interface ListFrameProps {
  context: ListContext
  /** Left in the header: the breadcrumbs. */
  children: ReactNode
  /** Tooltip of the count: "There are 12 work items in this project". */
  countTip?: (count: number) => string
  /** Shown if there are no items at all. */
  empty: (create: (() => void) | undefined, addExisting: (() => void) | undefined) => ReactNode
  /** At the right of the header, after the actions all lists have. */
  headerActions?: ReactNode
  /** Over the list: why it is read-only. */
  banner?: ReactNode
  /** Actions for items that are not work items. */
  ownActions?: Partial<ItemActions>
  /** A panel at its right; an opened item is shown beside it. */
  aside?: ReactNode
}

/** The screen of all work item lists: header, filters, layout and dialogs. */
export function ListFrame(props: ListFrameProps) {
  const { context, children, countTip, empty, headerActions, banner, ownActions, aside } = props
  const { t } = useTranslation()
  const small = useSmallScreen()
  const { settings: chosen, actions: set, ...unsaved } = useListSettings(context)
  const settings = useDrawnSettings(context, chosen)
  const features = useFeatures(context)
  const [span, setSpan] = useState<DaySpan>()
  const layout = settings?.display.layout ?? 'list'
  const params =
    settings && (layout !== 'calendar' || span) && toParams(context, settings, features, span)
  const { data, isFetching, isPlaceholderData, error, refetch, read } = useWorkItemList(
    context,
    params || undefined,
    layout,
  )
  const references = useListReferences(context)
  const rights = useItemRights(context, references)
  const folds = useFolds(context)
  const { actions, asking, stopAsking, adding, stopAdding } = useFrameActions(
    context,
    references,
    rights,
    context.kind === 'view' ? chosen?.filters : undefined,
    ownActions,
  )
  const peeked = usePeekedKey()
  useEffect(() => {
    if (data || error) firstScreenIsDrawn()
    else firstScreenWaits()
  }, [data, error])
  const total = isPlaceholderData ? undefined : data?.total
  const { create, addExisting } = actions
  const asked = useLast(asking)
  // In a teamspace the dialog asks for the project.
  const offersAdd = create && (abilitiesOf(context).quickAdd || 'teamspace_id' in context)

  const isLocked = 'isLocked' in context && context.isLocked
  const mayFilter = context.kind !== 'view' || create !== undefined
  const controls = chosen && !isLocked && { context, settings: chosen, set, mayFilter }

  // A calendar shows some days, not all matching items.
  const isCut = settings !== undefined && hasFilters(settings) && layout !== 'calendar'
  const Layout = layouts[layout] ?? layouts.list
  const shown = data ?? (layout === 'calendar' ? noItems : undefined)
  const isEmpty = data?.total === 0 && layout !== 'calendar'
  // Computed once for all rows: they are rendered again when it changes.
  const stored = settings?.properties
  const properties = useMemo(
    () => stored && shownOf(stored, features, context),
    [stored, features, context],
  )
  const wanted = useMemo(
    () => settings && properties && { ...settings, properties },
    [settings, properties],
  )
  const given = shown &&
    wanted &&
    references && {
      ...{
        context,
        settings: wanted,
        set,
        references,
        actions,
        rights,
        folds,
        peeked,
        small,
        read,
      },
      data: shown,
      onSpan: setSpan,
      foot: isCut && total !== undefined && (
        <Suspense>
          <HiddenItems
            context={context}
            settings={settings}
            shown={total}
            onClear={isLocked || !mayFilter ? undefined : () => set.setFilters({})}
          />
        </Suspense>
      ),
    }

  return (
    <SavedPosition value={`${context.slug} ${contextKey(context)} ${layout}`}>
      <ShellHeader
        actions={
          <>
            {controls && !small && <ListControls {...controls} />}
            {isCounted(context) && (
              // Loaded after the first rows; the fallback reserves its space.
              <Suspense fallback={buttonPosition}>
                <AnalyticsButton context={context} />
              </Suspense>
            )}
            {offersAdd && (
              <Button variant="primary" icon={Plus} onClick={() => create()} className={headerAdd}>
                {/* Also in the sidebar: below this width the breadcrumbs need the space more. */}
                <span className="max-[1151px]:sr-only">{t('work_items.add')}</span>
              </Button>
            )}
            {headerActions}
          </>
        }
      >
        {children}
        {total === undefined ? null : isCut ? (
          <Suspense fallback={<Count value={total} />}>
            <FilteredCount context={context} settings={settings} shown={total} />
          </Suspense>
        ) : (
          // A calendar counts the items due in the visible days.
          <Tooltip label={layout === 'calendar' ? undefined : countTip?.(total)}>
            <span className="inline-flex">
              <Count value={total} />
            </span>
          </Tooltip>
        )}
      </ShellHeader>
      <ReloadBar active={isFetching && data !== undefined} />
      {controls && small && <SmallListControls {...controls} />}
      <PeekHost slug={context.slug} aside={aside}>
        {banner}
        {chosen &&
          references &&
          (hasFilters(chosen) || chosen.filters.pql || (unsaved.differs && !isLocked)) && (
            // Reserves space: the rows below do not move when it loads.
            <Suspense fallback={filterBarPosition}>
              <AppliedFilters
                context={context}
                settings={chosen}
                references={references}
                onChange={set.setFilters}
                unsaved={unsaved}
              />
            </Suspense>
          )}
        <Suspense fallback={waiting}>
          {error && !data ? (
            <NotLoaded onRetry={() => void refetch()} />
          ) : !given || !Layout ? (
            waiting
          ) : isEmpty && isNarrowed(given.settings) ? (
            <NoMatches
              onClear={isLocked || !mayFilter ? undefined : () => clear(given.settings, set)}
            />
          ) : isEmpty ? (
            empty(create && (() => create()), addExisting)
          ) : (
            <Suspense
              fallback={
                layout === 'list' ? (
                  <>
                    <EarlyKeys keys={layoutKeys} />
                    <StillList {...given} />
                  </>
                ) : (
                  waiting
                )
              }
            >
              <Layout {...given} />
              <PressEarlyKeys keys={layoutKeys} />
            </Suspense>
          )}
        </Suspense>
      </PeekHost>
      {offersAdd && !isEmpty && <FloatingAdd onClick={() => create()} />}
      <Presence>
        {adding && (context.kind === 'cycle' || context.kind === 'module') && (
          <Suspense>
            <AddExisting context={context} onClose={stopAdding} />
          </Suspense>
        )}
      </Presence>
      {asked && (
        <Suspense>
          {asked.action === 'move' ? (
            <Presence>
              {asking && (
                <MoveItemDialog
                  slug={context.slug}
                  itemKey={asked.items[0] ? nameOf(asked.items[0], references) : ''}
                  items={asked.items}
                  onMoved={stopAsking}
                  onClose={stopAsking}
                />
              )}
            </Presence>
          ) : 'items' in asked ? (
            <BulkDialogs
              slug={context.slug}
              action={asked.action}
              items={asked.items}
              open={asking !== undefined}
              onClose={stopAsking}
            />
          ) : (
            <ItemDialogs
              slug={context.slug}
              name={nameOf(asked.item, references)}
              item={asked.item}
              action={asked.action}
              open={asking !== undefined}
              onClose={stopAsking}
            />
          )}
        </Suspense>
      )}
    </SavedPosition>
  )
}

/** Secondary while the selection bar is open: its buttons matter more then. */
const headerAdd =
  'max-md:hidden max-[1151px]:w-7 max-[1151px]:px-0 in-data-selecting:border-line in-data-selecting:bg-raised in-data-selecting:text-ink in-data-selecting:hover:bg-hover'

const buttonPosition = <span className="size-7 max-md:size-11" />

/** Keys of the layouts, and of the item that they have focused. */
const layoutKeys = [
  ...['j', 'k', 'x', 'i', 'ArrowDown', 'ArrowUp', ...Object.keys(propertyKeys)],
  ...['…Enter', '…Escape', '…Delete', '…Backspace', '…ArrowLeft', '…ArrowRight', '…F2'],
]

/** A layout that is being loaded, and its keys. */
const waiting = (
  <>
    <EarlyKeys keys={layoutKeys} />
    <SkeletonRows count={14} />
  </>
)

const filterBarPosition = (
  <SubBar>
    <span className="h-6 max-md:h-11" />
  </SubBar>
)

/** The lists that have analytics. */
const isCounted = (context: ListContext): context is CountedContext =>
  ['project', 'epics', 'cycle', 'module'].includes(context.kind)

const nameOf = (item: WorkItem, references: ListReferences | undefined) => {
  const project = references?.projects.get(item.project_id)
  return project ? keyOf(project, item) : ''
}

/**
 * The settings the rows are rendered with. New filters show all new rows: these are rendered in a
 * separate task after the one that shows the chosen filter, so that neither is long.
 */
function useDrawnSettings(context: ListContext, chosen: ListSettings | undefined) {
  const now = useMemo(() => ({ context, chosen }), [context, chosen])
  const [drawn, setDrawn] = useState(now)
  const onlyFilters =
    drawn.context === context &&
    drawn.chosen?.display === chosen?.display &&
    drawn.chosen?.properties === chosen?.properties
  if (drawn !== now && !onlyFilters) setDrawn(now)
  useEffect(() => {
    if (drawn === now) return
    const timer = setTimeout(() => setDrawn(now))
    return () => clearTimeout(timer)
  }, [drawn, now])
  return onlyFilters ? drawn.chosen : chosen
}

/** The last defined value: a dialog fades out with its content. */
function useLast<Value>(value: Value | undefined) {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return last
}

/** The list may be empty because items are filtered out. */
const isNarrowed = (settings: ListSettings) => hasFilters(settings) || isPartly(settings)

const isPartly = ({ display: { type, sub_issue, done_days } }: ListSettings) =>
  type !== null || !sub_issue || done_days !== null

function clear(settings: ListSettings, { setFilters, setDisplay }: ListSettingsActions) {
  if (hasFilters(settings)) setFilters({})
  if (isPartly(settings)) setDisplay({ type: null, sub_issue: true, done_days: null })
}

/** On small screens the primary action floats at the lower right. */
function FloatingAdd({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      aria-label={t('work_items.add')}
      onClick={onClick}
      className="fixed right-4 bottom-6 z-(--z-bulk-bar) grid size-13 place-items-center rounded-2xl bg-accent text-on-accent shadow-lift-2 active:bg-accent-pressed md:hidden"
    >
      <Icon of={Plus} size={20} />
    </button>
  )
}
