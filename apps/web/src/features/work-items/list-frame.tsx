import type { WorkItem } from '@cairn/contract'
import { Plus } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { ShellHeader } from '#entities/frame/header.tsx'
import { keyOf } from '#entities/work-item/item-address.ts'
import { usePeekedKey } from '#entities/work-item/open-item.ts'
import { noItems } from '#entities/work-item-list/grouped-items.ts'
import { abilitiesOf, type ListContext } from '#entities/work-item-list/list-context.ts'
import { ListControls, SmallListControls } from '#entities/work-item-list/list-controls.tsx'
import { type DaySpan, toParams } from '#entities/work-item-list/list-params.ts'
import { hasFilters, type ListSettings } from '#entities/work-item-list/list-settings.ts'
import { shownOf, useFeatures } from '#entities/work-item-list/use-features.ts'
import { useFolds } from '#entities/work-item-list/use-folds.ts'
import { useItemRights } from '#entities/work-item-list/use-item-rights.ts'
import {
  type ListSettingsActions,
  useListSettings,
} from '#entities/work-item-list/use-list-settings.ts'
import { useWorkItemList } from '#entities/work-item-list/use-work-item-list.ts'
import { type ListVocabulary, useListVocabulary } from '#entities/work-item-list/vocabulary.tsx'
import type { CountedContext } from '#features/analytics/analytics-button.tsx'
import { PeekHost } from '#features/work-item-screens/peek-host.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { ReloadBar } from '#ui/layout/header-bar.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { Count } from '#ui/people/badge.tsx'
import {
  afterFirstScreen,
  firstScreenIsDrawn,
  firstScreenWaits,
} from '#ui/platform/first-screen.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { layouts } from './layouts.ts'
import { StillList } from './still-list.tsx'
import { useFrameActions } from './use-frame-actions.ts'

const AppliedFilters = lazy(() => import('./applied-filters.tsx'))
const AnalyticsButton = lazy(async () => {
  await afterFirstScreen()
  return import('#features/analytics/analytics-button.tsx')
})
const AddExisting = lazy(() => import('./add-existing.tsx'))
const NoMatches = lazy(() => import('./no-matches.tsx'))
const NotLoaded = lazy(() => import('#entities/work-item-list/not-loaded.tsx'))
const ItemDialogs = lazy(() => import('#entities/work-item-list/item-dialogs.tsx'))

interface ListFrameProps {
  context: ListContext
  /** Left in the header: where one is. */
  children: ReactNode
  /** What the count counts: "There are 12 work items in this project". */
  countTip?: (count: number) => string
  /** Where there is nothing at all. */
  empty: (create: (() => void) | undefined, addExisting: (() => void) | undefined) => ReactNode
  /** Right in the header, after everything every list has. */
  headerActions?: ReactNode
  /** Over the list: why it is only to look at. */
  banner?: ReactNode
  /** A panel at its right, beside which an opened item stands. */
  aside?: ReactNode
}

/** The screen of every list of work items: header, filters, the layout, and what is asked over it. */
export function ListFrame(props: ListFrameProps) {
  const { context, children, countTip, empty, headerActions, banner, aside } = props
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
  const vocabulary = useListVocabulary(context)
  const rights = useItemRights(context, vocabulary)
  const folds = useFolds(context)
  const { actions, asking, stopAsking, adding, stopAdding } = useFrameActions(
    context,
    vocabulary,
    rights,
    context.kind === 'view' ? chosen?.filters : undefined,
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

  const Layout = layouts[layout] ?? layouts.list
  const shown = data ?? (layout === 'calendar' ? noItems : undefined)
  const isEmpty = data?.total === 0 && layout !== 'calendar'
  // Once for all rows: they are drawn again when it is another.
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
    vocabulary && {
      ...{
        context,
        settings: wanted,
        set,
        vocabulary,
        actions,
        rights,
        folds,
        peeked,
        small,
        read,
      },
      data: shown,
      onSpan: setSpan,
    }

  return (
    <>
      <ShellHeader
        actions={
          <>
            {controls && !small && <ListControls {...controls} />}
            {isCounted(context) && (
              // After the first rows, in the place that is kept for it.
              <Suspense fallback={buttonPosition}>
                <AnalyticsButton context={context} />
              </Suspense>
            )}
            {offersAdd && (
              <Button
                variant="primary"
                icon={Plus}
                onClick={() => create()}
                className="max-md:hidden"
              >
                {t('work_items.add')}
              </Button>
            )}
            {headerActions}
          </>
        }
      >
        {children}
        {total !== undefined && total > 0 && layout !== 'calendar' && (
          <Tooltip label={countTip?.(total)}>
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
        {chosen && vocabulary && (hasFilters(chosen) || (unsaved.differs && !isLocked)) && (
          <Suspense>
            <AppliedFilters
              context={context}
              settings={chosen}
              vocabulary={vocabulary}
              onChange={set.setFilters}
              unsaved={unsaved}
            />
          </Suspense>
        )}
        <Suspense fallback={<SkeletonRows count={14} />}>
          {error && !data ? (
            <NotLoaded onRetry={() => void refetch()} />
          ) : !given || !Layout ? (
            <SkeletonRows count={14} />
          ) : isEmpty && isNarrowed(given.settings) ? (
            <NoMatches
              onClear={isLocked || !mayFilter ? undefined : () => clear(given.settings, set)}
            />
          ) : isEmpty ? (
            empty(create && (() => create()), addExisting)
          ) : (
            <Suspense
              fallback={layout === 'list' ? <StillList {...given} /> : <SkeletonRows count={14} />}
            >
              <Layout {...given} />
            </Suspense>
          )}
        </Suspense>
      </PeekHost>
      {offersAdd && !isEmpty && <FloatingAdd onClick={() => create()} />}
      {adding && (context.kind === 'cycle' || context.kind === 'module') && (
        <Suspense>
          <AddExisting context={context} onClose={stopAdding} />
        </Suspense>
      )}
      {asked && (
        <Suspense>
          <ItemDialogs
            slug={context.slug}
            name={nameOf(asked.item, vocabulary)}
            item={asked.item}
            action={asked.action}
            open={asking !== undefined}
            onClose={stopAsking}
          />
        </Suspense>
      )}
    </>
  )
}

const buttonPosition = <span className="size-7 max-md:size-11" />

/** The lists that have numbers of their own. */
const isCounted = (context: ListContext): context is CountedContext =>
  ['project', 'epics', 'cycle', 'module'].includes(context.kind)

const nameOf = (item: WorkItem, vocabulary: ListVocabulary | undefined) => {
  const project = vocabulary?.projects.get(item.project_id)
  return project ? keyOf(project, item) : ''
}

/**
 * What the rows are drawn by. Other filters show other rows, all of them new: they are drawn in a task of
 * their own, behind the one that shows what was chosen, so that neither is long.
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

/** The last there was: a dialog fades out with what it was about. */
function useLast<Value>(value: Value | undefined) {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return last
}

/** Nothing may be shown because something is filtered out. */
const isNarrowed = (settings: ListSettings) =>
  hasFilters(settings) || settings.display.type !== null || !settings.display.sub_issue

function clear(settings: ListSettings, { setFilters, setDisplay }: ListSettingsActions) {
  if (hasFilters(settings)) setFilters({})
  if (settings.display.type || !settings.display.sub_issue) {
    setDisplay({ type: null, sub_issue: true })
  }
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
