import { type DayNumber, dayOfNumber } from '@cairn/calendar'
import type { WorkItem } from '@cairn/contract'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useSyncMarks } from '#data/outbox-state.ts'
import { ChartBackdrop } from '#entities/timeline/chart-backdrop.tsx'
import { ChartHead } from '#entities/timeline/chart-head.tsx'
import { columnsIn } from '#entities/timeline/columns.ts'
import { dependantsOf } from '#entities/timeline/dependencies.ts'
import {
  awayFrom,
  blockOf,
  type Dates,
  datesOf,
  dayAt,
  HEADER,
  newDates,
  ROW,
  SIDEBAR,
  SMALL_SIDEBAR,
  toFields,
} from '#entities/timeline/geometry.ts'
import { TimelineToolbar } from '#entities/timeline/timeline-toolbar.tsx'
import { useChart } from '#entities/timeline/use-chart.ts'
import { useGestures } from '#entities/timeline/use-gestures.ts'
import { keyOf } from '#entities/work-item/item-address.ts'
import { setNeighbours } from '#entities/work-item/open-item.ts'
import { ALL, cellIn } from '#entities/work-item-list/grouped-items.ts'
import type { LayoutProps } from '#entities/work-item-list/layout-props.ts'
import { abilitiesOf } from '#entities/work-item-list/list-context.ts'
import { QuickAdd } from '#entities/work-item-list/quick-add.tsx'
import { closesPicker, RowPopups } from '#entities/work-item-list/row-popups.tsx'
import { gapsIn, type ItemRow, type Row, toRows } from '#entities/work-item-list/rows.ts'
import { shownGroups } from '#entities/work-item-list/shown-groups.ts'
import { useActiveRow } from '#entities/work-item-list/use-active-row.ts'
import { useRowActions } from '#entities/work-item-list/use-row-actions.ts'
import { useSelection } from '#entities/work-item-list/use-selection.ts'
import { useStableRows } from '#ui/lists/stable-rows.ts'
import { ContextMenu } from '#ui/overlays/context-menu.tsx'
import { useHotkeys } from '#ui/platform/hotkeys.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { groupedNumber } from '#ui/platform/number.ts'
import { useSaveScroll } from '#ui/platform/tab-state.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { changeDates } from './change-dates.ts'
import { DependencyLines } from './dependency-lines.tsx'
import { GapRow } from './gap-row.tsx'
import { SidebarHead } from './sidebar-head.tsx'
import { TimelineBody, type TimelineBodyHandle } from './timeline-body.tsx'
import { TimelineRow } from './timeline-row.tsx'
import { useArrows } from './use-arrows.ts'
import { useBlockActions } from './use-block-actions.ts'
import { useRelationNews } from './use-relation-news.ts'
import { useRowOrder } from './use-row-order.ts'

const BulkBar = lazy(() => import('#features/work-item-lists/bulk-bar.tsx'))

// In rows: the next ones are fetched before they are visible.
const LOOK_AHEAD = 40
const isItem = (row: Row | undefined): row is ItemRow => row?.kind === 'item'
const none: readonly string[] = []
const unfolded: ReadonlySet<string> = new Set()
const rowKey = ({ key }: Row) => key
const childless = new Map<string, WorkItem[]>()

/** Items as bars over their duration, with arrows for dependencies. */
export default function TimelineLayout(props: LayoutProps) {
  const { context, settings, data, read, references, actions, rights, peeked, small } = props
  const { slug } = context
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<TimelineBodyHandle>(null)
  const [full, setFull] = useState(false)
  const [adding, setAdding] = useState(false)
  const sidebar = small ? SMALL_SIDEBAR : SIDEBAR
  const chart = useChart(scroller, sidebar)
  const { scale, range, today, seen, weekStart } = chart
  useSaveScroll(scroller, 'timeline', 'vertical')
  const marks = useSyncMarks()
  const selects = abilitiesOf(context).select && !small

  const { items, total } = cellIn(data, ALL)
  const addable = actions.add !== undefined
  const rows = useMemo(() => {
    const groups = shownGroups(data, references, { ...settings.display, group_by: null })
    // Without the header of the one group.
    return toRows(data, { groups, folded: unfolded, addable, children: childless }).slice(1)
  }, [data, references, settings.display, addable])
  const byId = useMemo(() => new Map(items.map((item) => [item.id, item])), [items])
  useEffect(() => setNeighbours(items), [items])
  useRelationNews(slug, items)
  useStableRows(scroller, rows, rowKey, ROW)

  // A bulk request changes the dates, and only members may send it.
  const { change } = abilitiesOf(context)
  const canChange = useCallback(
    (item: WorkItem) => change && rights.isMember(item),
    [change, rights],
  )
  const order = useMemo(
    () => (selects ? items.filter(rights.isMember).map(({ id }) => id) : none),
    [items, selects, rights],
  )
  const selection = useSelection(order)
  const chosen = selection.ids
  const chosenItems = useMemo(() => items.filter(({ id }) => chosen.has(id)), [items, chosen])

  const save = useCallback(
    (item: WorkItem, dates: ReadonlyMap<string, Dates>) => {
      const own = item.project_id
      if (item.is_draft) return actions.change(item, toFields(dates.get(item.id) ?? datesOf(item)))
      const ofProject = ([id]: readonly [string, Dates]) => byId.get(id)?.project_id ?? own
      for (const [project_id, some] of Map.groupBy(dates, ofProject)) {
        changeDates(slug, { project_id, dates: new Map(some) })
      }
    },
    [slug, byId, actions],
  )
  const arrows = useArrows({ slug, items, byId, references, canChange })
  const gestures = useGestures({
    scroller,
    sidebar,
    header: HEADER,
    scale,
    itemOf: (id) => byId.get(id),
    canChange,
    dependencies: arrows.dependencies,
    onDates: save,
    onLink: arrows.link,
  })
  const { preview, active: dragging } = gestures

  const handleShow = useCallback(
    (first: number, last: number) => read(gapsIn(rows, first - LOOK_AHEAD, last + LOOK_AHEAD)),
    [read, rows],
  )
  const keyAt = useCallback((index: number) => rows[index]?.key ?? String(index), [rows])
  const { active, handleFocus, restoreFocus, followItem, focusRow, returnFocus, step } =
    useActiveRow(rows, body)
  const rowOrder = useRowOrder({
    list: scroller,
    rows,
    items,
    manual: settings.display.order_by === 'sort_order',
    onMove: (item, sort_order) => {
      actions.change(item, { sort_order })
      followItem(item.id)
    },
  })
  function handleClear() {
    selection.clear()
    returnFocus()
  }
  const rowActions = useRowActions({
    rows,
    rights,
    actions,
    selection: selects ? selection : undefined,
    chosen: chosenItems,
    onClear: handleClear,
    onExpand: ({ item }) => actions.open(item),
    onStep: step,
    moves: rowOrder,
  })

  const blockActions = useBlockActions({
    ...{ byId, scale, gestures, canChange, onDates: save },
    dependencies: arrows.dependencies,
    itemUnder: (target) => {
      const index = target.closest<HTMLElement>('[data-index]')?.dataset.index
      const row = rows[Number(index ?? -1)]
      return isItem(row) ? row.item : undefined
    },
    onOpen: (item, event) => {
      setFull(false)
      actions.open(item, event)
    },
  })
  const { hover } = blockActions

  const enterFromTop = () => focusRow('first')
  const enterFromBottom = () => focusRow('last')
  const leaveFull = full ? () => setFull(false) : undefined
  useHotkeys({
    j: enterFromTop,
    k: enterFromBottom,
    ArrowDown: enterFromTop,
    ArrowUp: enterFromBottom,
    Escape: leaveFull,
  })

  const { setZoom, showToday, showDay, handleScroll } = chart
  const latestShow = useRef(showDay)
  latestShow.current = showDay
  const { attachDrag } = rowOrder
  const { zoom } = scale
  const { states, projects } = references
  const showsKey = settings.properties.key
  const rowContext = useMemo(
    () => ({
      t,
      states: new Map(states.map((state) => [state.id, state])),
      identifiers: new Map([...projects.values()].map(({ id, identifier }) => [id, identifier])),
      showsKey,
      selects,
      sidebar,
      attachDrag,
      onShow: (day: DayNumber) => latestShow.current(day),
      onAddDates: (item: WorkItem, day: DayNumber) =>
        save(item, new Map([[item.id, newDates(day, zoom)]])),
    }),
    [t, states, projects, showsKey, selects, sidebar, attachDrag, save, zoom],
  )

  const columns = useMemo(() => {
    // One screen more on both sides, so that it is rendered before it is visible.
    const from = Math.floor(dayAt(Math.max(0, seen.left - seen.width), scale))
    const to = Math.ceil(dayAt(seen.left + 2 * seen.width, scale))
    return columnsIn(scale.zoom, { from, to: Math.min(to, range.end), today, weekStart })
  }, [seen, scale, range.end, today, weekStart])

  function drawRow(index: number) {
    const row = rows[index]
    if (row?.kind === 'add') {
      const tomorrow = { start_date: dayOfNumber(today), target_date: dayOfNumber(today + 1) }
      return (
        <div
          className="sticky left-0 z-2 flex h-11 items-center"
          style={{ width: seen.width + sidebar }}
        >
          <QuickAdd
            open={adding}
            onOpenChange={setAdding}
            onAdd={(name) => actions.add?.(name, { ...row.group.payload, ...tomorrow })}
          />
        </div>
      )
    }
    if (!isItem(row)) return <GapRow index={index} sidebar={sidebar} />
    const { item } = row
    const block = blockOf(preview.get(item.id) ?? datesOf(item), scale)
    return (
      <TimelineRow
        item={item}
        context={rowContext}
        scale={scale}
        preview={preview.get(item.id)}
        dragging={dragging?.id === item.id ? dragging.part : undefined}
        away={block && awayFrom(block, { left: seen.left, right: seen.left + seen.width })}
        cut={block ? Math.min(block.width, Math.max(0, seen.left - block.left)) : 0}
        addAt={hover?.id === item.id ? hover.day : undefined}
        canChange={canChange(item)}
        tabIndex={row.key === tabStop ? 0 : -1}
        selected={chosen.has(item.id)}
        peeked={peeked !== undefined && peeked === keyIn(item)}
        mark={marks.get(item.id)}
        drop={rowOrder.over?.index === index ? rowOrder.over.edge : undefined}
      />
    )
  }

  const keyIn = (item: WorkItem) => {
    const project = projects.get(item.project_id)
    return project && keyOf(project, item)
  }
  const tabStop = useMemo(
    () => (active && rows.some(({ key }) => key === active) ? active : rows.find(isItem)?.key),
    [rows, active],
  )
  const width = sidebar + (range.end - range.first) * chart.width
  const hint =
    dragging && dragging.part !== 'link' && dependantsOf(dragging.id, arrows.dependencies).size > 0

  return (
    <>
      <div
        className={classNames(
          'flex flex-col bg-surface',
          full ? 'fixed inset-0 z-(--z-bulk-bar)' : 'relative min-h-0 grow',
        )}
      >
        <TimelineToolbar
          count={
            data.uncounted
              ? ''
              : t('timeline.count', { count: total, number: groupedNumber(total) })
          }
          zoom={zoom}
          onZoom={setZoom}
          onToday={showToday}
          full={full}
          onFull={setFull}
        />
        <ContextMenu items={rowActions.entriesAt}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: hears for the rows inside, which are the controls */}
          <div
            ref={scroller}
            data-timeline=""
            className="relative isolate min-h-0 grow overflow-auto overscroll-contain [overflow-anchor:none]"
            onScroll={handleScroll}
            onFocus={handleFocus}
            onClick={(event) => {
              blockActions.handleClick(event)
              rowActions.handlers.onClick(event)
            }}
            onKeyDown={(event) => {
              blockActions.handleKeyDown(event)
              rowActions.handlers.onKeyDown(event)
              body.current?.handleKeyDown(event)
            }}
            {...blockActions.handlers}
          >
            <div
              className="sticky top-0 z-(--z-sticky) flex h-12 border-b border-line bg-surface"
              style={{ width }}
            >
              <SidebarHead
                width={sidebar}
                order={selects ? order : undefined}
                chosen={chosen}
                onToggle={() => selection.toggleMany(order)}
              />
              <ChartHead scale={scale} columns={columns} sidebar={sidebar} />
            </div>
            <div className="relative min-h-[calc(100%-48px)]" style={{ width }}>
              <TimelineBody
                ref={body}
                count={rows.length}
                keyOf={keyAt}
                label={t('timeline.rows')}
                backdrop={
                  <ChartBackdrop
                    scale={scale}
                    columns={columns.lower}
                    today={today}
                    sidebar={sidebar}
                  />
                }
                linesBetween={(first, last) => (
                  <DependencyLines
                    {...arrows.between(first, last, { scale, preview, linking: gestures.linking })}
                    left={sidebar}
                    top={first * ROW}
                    onRemove={arrows.remove}
                  />
                )}
                onShow={handleShow}
              >
                {drawRow}
              </TimelineBody>
            </div>
          </div>
        </ContextMenu>
        {hint && (
          <p className="pointer-events-none absolute inset-x-0 bottom-4 z-1 mx-auto w-fit rounded-md bg-tooltip px-3 py-1.5 text-tooltip-ink shadow-lift-2">
            {t('timeline.shift_hint')}
          </p>
        )}
        <Suspense>
          {chosen.size > 0 && (
            <BulkBar
              context={context}
              items={chosenItems}
              onOpen={rowActions.openMany}
              onAsk={actions.askMany}
              onClear={handleClear}
            />
          )}
        </Suspense>
      </div>
      <RowPopups
        slug={slug}
        edit={rowActions.edit}
        small={small}
        itemOf={(id) => byId.get(id)}
        menuOf={rowActions.menuOf}
        onChange={(item, patch) => {
          if (closesPicker(patch)) restoreFocus(item.id)
          actions.change(item, patch)
        }}
        onChangeMany={(many, patch, at) => {
          if (at && closesPicker(patch)) restoreFocus(at.id)
          actions.changeMany(many, patch)
        }}
        onClose={rowActions.stop}
      />
    </>
  )
}
