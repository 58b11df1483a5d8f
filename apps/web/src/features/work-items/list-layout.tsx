import type { WorkItem } from '@cairn/contract'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useSyncMarks } from '#data/outbox-state.ts'
import type { ItemPatch } from '#entities/work-item/item-patch.ts'
import { setNeighbours } from '#entities/work-item/open-item.ts'
import { AddToGroup } from '#entities/work-item-list/add-to-group.tsx'
import { cellIn } from '#entities/work-item-list/grouped-items.ts'
import type { LayoutProps } from '#entities/work-item-list/layout-props.ts'
import { pageSize } from '#entities/work-item-list/list-params.ts'
import { QuickAdd } from '#entities/work-item-list/quick-add.tsx'
import type { RowContext } from '#entities/work-item-list/row-context.ts'
import { closesPicker, RowPopups } from '#entities/work-item-list/row-popups.tsx'
import { gapsIn, type ItemRow, type Row, toRows } from '#entities/work-item-list/rows.ts'
import { extentOf } from '#entities/work-item-list/selection.ts'
import type { ShownGroup } from '#entities/work-item-list/shown-groups.ts'
import { useActiveRow } from '#entities/work-item-list/use-active-row.ts'
import { useChildren } from '#entities/work-item-list/use-children.ts'
import { useRowActions } from '#entities/work-item-list/use-row-actions.ts'
import { useSelection } from '#entities/work-item-list/use-selection.ts'
import { WorkItemRow } from '#entities/work-item-list/work-item-row.tsx'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { GroupHeader } from '#ui/lists/group-header.tsx'
import { VirtualList, type VirtualListHandle } from '#ui/lists/virtual-list.tsx'
import { ContextMenu } from '#ui/overlays/context-menu.tsx'
import { useHotkeys } from '#ui/platform/hotkeys.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { useTabState } from '#ui/platform/tab-state.ts'
import { GapRow } from './gap-row.tsx'
import { MoreRow } from './more-row.tsx'
import { useReadingGroups } from './reading-order.ts'
import { useListDrag } from './use-list-drag.ts'
import { maySelect, useRowContext } from './use-row-context.ts'

const BulkBar = lazy(() => import('#features/work-item-lists/bulk-bar.tsx'))
const DragHint = lazy(() => import('./drag-hint.tsx'))

// In rows: the next ones are fetched before they are visible.
const LOOK_AHEAD = 40
// At deeper levels children are seen in the item itself.
const DEEPEST = 3
const smallHeights = { group: 40, subgroup: 40, add: 48, more: 48, gap: 85, item: 85 }
const smallHeight = ({ kind }: Row) => smallHeights[kind]
const keyOf = ({ key }: Row) => key
const isHeader = ({ kind }: Row) => kind === 'group'
const isItem = (row: Row): row is ItemRow => row.kind === 'item'
const none: readonly string[] = []

export default function ListLayout(props: LayoutProps) {
  const { context, settings, data, read, references, actions, rights, folds, peeked, small } = props
  const { t } = useTranslation()
  const { slug } = context
  const list = useRef<VirtualListHandle>(null)
  const box = useRef<HTMLDivElement>(null)
  const [adding, setAdding] = useState<string>()
  const [arrived, setArrived] = useState<string>()
  const { children, toggle } = useChildren(slug)
  const marks = useSyncMarks()
  const { display } = settings
  const selects = maySelect(context, references, small)

  const { groups, subGroups } = useReadingGroups(data, references, display)
  const folded = display.group_by ? folds.folded : unfolded
  const { foldedLanes } = folds
  const addable = actions.add !== undefined
  const [askedOf, setAsked] = useTabState('asked', nothingAsked)
  const asked = useMemo(() => new Map(Object.entries(askedOf)), [askedOf])
  const rows = useMemo(() => {
    const paged = display.group_by ? asked : undefined
    const given = { groups, subGroups, folded, foldedCells: foldedLanes, addable, children }
    return toRows(data, { ...given, asked: paged })
  }, [data, groups, subGroups, folded, foldedLanes, addable, children, display.group_by, asked])
  const { active, handleFocus, restoreFocus, followItem, focusRow, returnFocus, step } =
    useActiveRow(rows, list)

  const { items, order, selectable } = useMemo(
    () => chosable(rows, selects ? rights.isMember : () => false),
    [rows, selects, rights],
  )
  const selection = useSelection(order)
  const chosen = selection.ids
  const chosenItems = useMemo(() => items.filter(({ id }) => chosen.has(id)), [items, chosen])

  useEffect(() => setNeighbours(items), [items])

  const handleChange = useCallback(
    (item: WorkItem, patch: ItemPatch) => {
      if (closesPicker(patch)) restoreFocus(item.id)
      actions.change(item, patch)
    },
    [actions, restoreFocus],
  )
  const handleChangeMany = useCallback(
    (many: readonly WorkItem[], patch: ItemPatch, at: WorkItem | undefined) => {
      if (at && closesPicker(patch)) restoreFocus(at.id)
      actions.changeMany(many, patch)
    },
    [actions, restoreFocus],
  )
  function handleClear() {
    selection.clear()
    returnFocus()
  }
  const handleMoved = useCallback(
    (id: string) => {
      setArrived(id)
      followItem(id)
    },
    [followItem],
  )
  const drag = useListDrag({
    ...{ list: box, rows, data, settings, references, actions, folds },
    refuses: (id, item) => groups.find((group) => group.id === id)?.refuses?.(item),
    onMoved: handleMoved,
  })
  const { edit, stop, handleRenamed, menuOf, entriesAt, openMany, handlers } = useRowActions({
    rows,
    rights,
    actions,
    selection: selects ? selection : undefined,
    chosen: chosenItems,
    onClear: handleClear,
    onExpand: (row) => (row.level >= DEEPEST ? actions.open(row.item) : toggle(row)),
    onStep: step,
    moves: drag,
  })
  const rowContext = useRowContext(props, {
    selects,
    onRename: (item, name) => handleChange(item, { name }),
    onRenamed: handleRenamed,
    attachDrag: small ? undefined : drag.attachDrag,
  })

  const handleShow = useCallback(
    (first: number, last: number) => read(gapsIn(rows, first - LOOK_AHEAD, last + LOOK_AHEAD)),
    [read, rows],
  )

  // The row it belongs to scrolled away or was removed.
  useEffect(() => {
    if (edit && !edit.anchor.isConnected) stop()
  })

  const enterFromTop = () => focusRow('first')
  const enterFromBottom = () => focusRow('last')
  useHotkeys({
    j: enterFromTop,
    k: enterFromBottom,
    ArrowDown: enterFromTop,
    ArrowUp: enterFromBottom,
  })

  const firstItem = rows.find(isItem)?.key
  const tabStop = active && rows.some(({ key }) => key === active) ? active : firstItem

  function drawGroup(group: ShownGroup, open: boolean) {
    const { create } = actions
    const ids = selectable.get(group.id) ?? none
    return (
      <GroupHeader
        icon={group.icon}
        name={group.title}
        count={group.total}
        open={open}
        onToggle={display.group_by ? () => folds.toggle(group.id) : undefined}
        over={drag.overGroup === group.id}
        checkbox={
          selects && (
            <GroupBox
              ids={ids}
              chosen={chosen}
              group={group}
              onToggle={() => selection.toggleMany(ids)}
            />
          )
        }
        actions={
          create &&
          group.payload && (
            <AddToGroup
              name={group.title}
              onCreate={() => create(group.payload ?? {})}
              onAddExisting={actions.addExisting}
            />
          )
        }
      />
    )
  }

  function askForMore(cell: string) {
    const loaded = cellIn(data, cell).items.length
    setAsked((before) => ({ ...before, [cell]: loaded + pageSize(settings) }))
  }

  function draw(row: Row, index: number) {
    if (row.kind === 'gap') return <GapRow index={row.index} />
    if (row.kind === 'more') {
      return <MoreRow group={row.group} missing={row.missing} onMore={() => askForMore(row.cell)} />
    }
    if (row.kind === 'group') return drawGroup(row.group, row.open)
    if (row.kind === 'subgroup') {
      const { subGroup, cell, open } = row
      return (
        <GroupHeader
          inner
          icon={subGroup.icon}
          name={subGroup.title}
          count={subGroup.total}
          open={open}
          onToggle={() => folds.toggle(cell, 'sub_group_by')}
        />
      )
    }
    if (row.kind === 'add') {
      const { id, payload } = row.group
      return (
        <QuickAdd
          open={adding === id}
          onOpenChange={(open) => setAdding(open ? id : undefined)}
          onAdd={(name) => actions.add?.(name, payload)}
        />
      )
    }
    const { item, key, level, open } = row
    const { overRow } = drag
    return (
      <WorkItemRow
        item={item}
        context={rowContext}
        level={level}
        expanded={open}
        editing={edit?.key === key ? edit.what : undefined}
        tabIndex={key === tabStop ? 0 : -1}
        canChange={rights.canChange(item)}
        selected={chosen.has(item.id)}
        peeked={peeked !== undefined && peeked === rowKeyOf(rowContext, item)}
        arrived={arrived === item.id}
        mark={marks.get(item.id)}
        drop={overRow?.index === index ? overRow.edge : undefined}
      />
    )
  }

  return (
    <>
      <ContextMenu items={entriesAt} loading={actions.menuLoading}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: hears for the rows inside, which are the controls */}
        <div ref={box} className="relative min-h-0 grow" onFocus={handleFocus} {...handlers}>
          <VirtualList
            ref={list}
            label={t('work_items.list')}
            items={rows}
            keyOf={keyOf}
            isSticky={isHeader}
            isStop={isItem}
            heightOf={small ? smallHeight : undefined}
            stickyHeight={small ? 40 : 36}
            measure={small}
            onShow={handleShow}
            foot={props.foot}
            className={small || chosen.size > 0 ? 'pb-24' : 'pb-4'}
          >
            {draw}
          </VirtualList>
          <Suspense>
            {drag.dragging && !drag.manual && <DragHint order={display.order_by} />}
            {chosen.size > 0 && (
              <BulkBar
                context={context}
                items={chosenItems}
                onOpen={openMany}
                onAsk={actions.askMany}
                onClear={handleClear}
              />
            )}
          </Suspense>
        </div>
      </ContextMenu>
      <RowPopups
        slug={slug}
        edit={edit}
        small={small}
        itemOf={(id) => items.find((item) => item.id === id)}
        menuOf={menuOf}
        onChange={handleChange}
        onChangeMany={handleChangeMany}
        onClose={stop}
      />
    </>
  )
}

const unfolded: ReadonlySet<string> = new Set()
const nothingAsked: Readonly<Record<string, number>> = {}

/** The items in order, the selectable ones, and those by group. In one pass: there are many. */
function chosable(rows: readonly Row[], isChosable: (item: WorkItem) => boolean) {
  const items: WorkItem[] = []
  const order: string[] = []
  const selectable = new Map<string, string[]>()
  for (const row of rows) {
    if (!isItem(row)) continue
    const { item, group } = row
    items.push(item)
    if (!isChosable(item)) continue
    order.push(item.id)
    const those = selectable.get(group)
    if (those) those.push(item.id)
    else selectable.set(group, [item.id])
  }
  return { items, order, selectable }
}

const rowKeyOf = ({ identifiers }: RowContext, { project_id, sequence_id }: WorkItem) =>
  `${identifiers.get(project_id)}-${sequence_id}`

interface GroupBoxProps {
  ids: readonly string[]
  chosen: ReadonlySet<string>
  group: ShownGroup
  onToggle: () => void
}

function GroupBox({ ids, chosen, group, onToggle }: GroupBoxProps) {
  const { t } = useTranslation()
  const extent = extentOf(ids, chosen)
  return (
    <Checkbox
      checked={extent === 'all'}
      indeterminate={extent === 'some'}
      disabled={ids.length === 0}
      aria-label={t('work_items.select_all', { group: group.title })}
      onChange={onToggle}
    />
  )
}
