// biome-ignore-all lint/a11y/useSemanticElements: rows are laid out as grids, and browsers then forget what a <td> is

import type { WorkItem, WorkItemProperty } from '@cairn/contract'
import {
  type CSSProperties,
  type FocusEvent,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type TextKey, type TFunction, useTranslation } from '#data/i18n.ts'
import { useSyncMarks } from '#data/outbox-state.ts'
import { setNeighbours } from '#entities/work-item/open-item.ts'
import { ownProperty } from '#entities/work-item/properties.ts'
import { useReferencedItems } from '#entities/work-item/property-items.tsx'
import { idsIn } from '#entities/work-item/property-words.ts'
import type { LayoutProps } from '#entities/work-item-list/layout-props.ts'
import { abilitiesOf } from '#entities/work-item-list/list-context.ts'
import { QuickAdd } from '#entities/work-item-list/quick-add.tsx'
import { RowPopups } from '#entities/work-item-list/row-popups.tsx'
import { gapsIn, type ItemRow, type Row, toRows } from '#entities/work-item-list/rows.ts'
import { shownGroups } from '#entities/work-item-list/shown-groups.ts'
import { useChildren } from '#entities/work-item-list/use-children.ts'
import { useItemFaces } from '#entities/work-item-list/use-item-faces.tsx'
import { useSelection } from '#entities/work-item-list/use-selection.ts'
import { useProperties } from '#entities/work-item-type/property-hooks.ts'
import { useStableRows } from '#ui/lists/stable-rows.ts'
import { ContextMenu } from '#ui/overlays/context-menu.tsx'
import { useHotkeys } from '#ui/platform/hotkeys.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { useSaveScroll, useTabState } from '#ui/platform/tab-state.ts'
import { type AnyColumnKey, columnKeys, columnsOf, trackList } from './columns.ts'
import { GapRow } from './gap-row.tsx'
import { HEAD } from './grid-keys.ts'
import { TableBody, type TableBodyHandle } from './table-body.tsx'
import type { ColumnWords, TableContext } from './table-cells.tsx'
import { TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import { useTableActions } from './use-table-actions.ts'

const BulkBar = lazy(() => import('#features/work-item-lists/bulk-bar.tsx'))

// In rows: the next ones are fetched before they are visible.
const LOOK_AHEAD = 40
const READ_AFTER = 100
// At deeper levels children are seen in the item itself.
const DEEPEST = 3
const BAR = 72
const unfolded: ReadonlySet<string> = new Set()
const nobody: readonly string[] = []
const rowKey = ({ key }: Row) => key
const isItem = (row: Row): row is ItemRow => row.kind === 'item'

/** One row per item and one column per property; cells are edited in place. */
export default function TableLayout(props: LayoutProps) {
  const { context, settings, set, data, read, references, actions, rights, peeked, small } = props
  const { t } = useTranslation()
  const { slug } = context
  const { display, properties } = settings
  const grid = useRef<HTMLDivElement>(null)
  const body = useRef<TableBodyHandle>(null)
  const [active, setActive] = useTabState('active', firstCell)
  useSaveScroll(grid, 'table')
  const [adding, setAdding] = useState(false)
  const { children, toggle } = useChildren(slug)
  const selects = abilitiesOf(context).select && !small

  const rows = useMemo(() => {
    const groups = shownGroups(data, references, { group_by: null, show_empty_groups: false })
    return toRows(data, { groups, folded: unfolded, addable: false, children }).slice(1)
  }, [data, references, children])
  const own = useShownOwn(props)
  const columns = useMemo(() => columnsOf(properties, own), [properties, own])

  const items = useMemo(() => rows.filter(isItem).map(({ item }) => item), [rows])
  const order = useMemo(
    () => (selects ? items.filter(rights.isMember).map(({ id }) => id) : nobody),
    [items, selects, rights],
  )
  const selection = useSelection(order)
  const chosen = selection.ids
  const chosenItems = useMemo(() => items.filter(({ id }) => chosen.has(id)), [items, chosen])

  useEffect(() => setNeighbours(items), [items])
  const rowHeight = small ? 44 : 32
  useStableRows(grid, rows, rowKey, rowHeight)

  function focusCell(row: number, column: number) {
    if (row !== HEAD) body.current?.scrollTo(row)
    const place = row === HEAD ? '[data-head]' : `[data-index="${row}"]`
    const find = () =>
      grid.current?.querySelector<HTMLElement>(
        `${place} [data-col="${column}"], ${place} [aria-colspan]`,
      )
    const cell = find()
    if (cell) cell.focus()
    // Distant rows exist only after the scroll has rendered them.
    else requestAnimationFrame(() => find()?.focus())
  }

  // Restores the focused cell after Back or a reload.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the table is drawn first
  useLayoutEffect(() => {
    const index = rows.findIndex(({ key }) => key === active.key)
    if (index >= 0 && document.activeElement === document.body) focusCell(index, active.column)
  }, [])

  function handleFocus({ target }: FocusEvent<HTMLElement>) {
    const { col } = target.dataset
    if (col === undefined) return
    const index = target.closest<HTMLElement>('[data-index]')?.dataset.index
    setActive({ key: index ? (rows[Number(index)]?.key ?? '') : HEAD_KEY, column: Number(col) })
  }

  function handleClear() {
    selection.clear()
    // Returns the focus to the cells for keyboard users: the bar is about to close.
    if (document.activeElement?.closest('[data-bulk]')?.matches(':has(:focus-visible)')) enter()
  }

  const { edit, stop, menuOf, entriesAt, openMany, handlers } = useTableActions({
    rows,
    columnCount: columns.length,
    rights,
    actions,
    selection: selects ? selection : undefined,
    chosen: chosenItems,
    onClear: handleClear,
    onExpand: (row) => (row.level >= DEEPEST ? actions.open(row.item) : toggle(row)),
    focusCell,
  })

  const latest = useRef({ rows, read, edit, stop })
  latest.current = { rows, read, edit, stop }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const drawn = useRef({ first: 0, last: -1 })
  const handleDraw = useCallback((first: number, last: number) => {
    const { edit, stop } = latest.current
    drawn.current = { first, last }
    // The row it belongs to scrolled away or was removed.
    if (edit && !edit.anchor.isConnected) stop()
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const { rows, read } = latest.current
      read(gapsIn(rows, first - LOOK_AHEAD, last + LOOK_AHEAD))
    }, READ_AFTER)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same rows may miss others now
  useEffect(() => handleDraw(drawn.current.first, drawn.current.last), [handleDraw, rows, read])
  useEffect(() => () => clearTimeout(timer.current), [])

  const column = Math.min(active.column, columns.length)
  const inHead = active.key === HEAD_KEY
  const known = useMemo(
    () => inHead || (active.key !== '' && rows.some(({ key }) => key === active.key)),
    [inHead, rows, active.key],
  )
  const tabStop = known ? active.key : rows[0]?.key
  function enter() {
    const index = rows.findIndex(({ key }) => key === tabStop)
    focusCell(Math.max(index, 0), column)
  }
  useHotkeys({ j: enter, k: enter, ArrowDown: enter, ArrowUp: enter })

  const tableContext = useTableContext(props, { selects, own, items })
  const marks = useSyncMarks()
  const style = { '--columns': trackList(columns) } as CSSProperties
  const name = t(context.kind === 'epics' ? 'table.epics' : 'table.work_items')

  function draw(index: number) {
    const row = rows[index]
    if (row?.kind !== 'item') {
      return <GapRow key={row?.key ?? index} index={index} columns={columns.length + 1} />
    }
    const { item, key, level, open } = row
    return (
      <TableRow
        key={key}
        item={item}
        index={index}
        context={tableContext}
        columns={columns}
        level={level}
        expanded={open}
        editing={edit?.key === key ? edit.what : undefined}
        tabColumn={key === tabStop ? column : undefined}
        canChange={rights.canChange(item)}
        selected={chosen.has(item.id)}
        peeked={peeked !== undefined && peeked === tableContext.faces.keyOf(item)}
        mark={marks.get(item.id)}
      />
    )
  }

  return (
    <>
      <div className="relative flex min-h-0 grow flex-col">
        <ContextMenu items={entriesAt} loading={actions.menuLoading}>
          <div
            ref={grid}
            role="grid"
            aria-label={name}
            aria-rowcount={rows.length + 1}
            aria-multiselectable={selects || undefined}
            style={style}
            // Not through React state: the first column must stick in the same frame in which the
            // others move.
            onScroll={({ currentTarget }) =>
              currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollLeft > 0)
            }
            onFocus={handleFocus}
            {...handlers}
            className="group/table min-h-0 grow overflow-auto overscroll-contain bg-surface [--first:396px] [overflow-anchor:none] scroll-pl-(--first) max-md:[--first:min(62vw,280px)]"
          >
            <TableHead
              name={name}
              columns={columns}
              orderBy={display.order_by}
              tabColumn={inHead ? column : undefined}
              ids={selects ? order : undefined}
              chosen={chosen}
              onToggleAll={() => selection.toggleMany(order)}
              onSort={(order_by) => set.setDisplay({ order_by })}
            />
            <TableBody
              ref={body}
              count={rows.length}
              rowHeight={rowHeight}
              // Keeps the last rows clear of the floating bar.
              room={chosen.size > 0 ? BAR : 0}
              onDraw={handleDraw}
            >
              {draw}
            </TableBody>
          </div>
        </ContextMenu>
        {actions.add && (
          <div className="shrink-0 border-t border-line bg-surface">
            <QuickAdd
              open={adding}
              onOpenChange={setAdding}
              onAdd={(title) => actions.add?.(title)}
              className="border-b-transparent"
            />
          </div>
        )}
        <Suspense>
          {chosen.size > 0 && (
            <div className={actions.add ? 'absolute inset-x-0 bottom-9' : undefined}>
              <BulkBar
                context={context}
                items={chosenItems}
                onOpen={openMany}
                onAsk={actions.askMany}
                onClear={handleClear}
              />
            </div>
          )}
        </Suspense>
      </div>
      <RowPopups
        slug={slug}
        edit={edit}
        small={small}
        itemOf={(id) => items.find((item) => item.id === id)}
        menuOf={menuOf}
        onChange={actions.change}
        onChangeMany={actions.changeMany}
        onClose={stop}
        align="start"
      />
    </>
  )
}

const HEAD_KEY = 'head'
const firstCell = { key: '', column: 0 }

const nothing: readonly string[] = []

/** The properties of types that have a column. */
function useShownOwn({ context: { slug }, settings }: LayoutProps) {
  const ids = settings.properties.own ?? nothing
  const all = useProperties(slug, ids.length > 0)
  return useMemo(
    () => all?.filter(({ id, is_active }) => is_active && ids.includes(id)) ?? [],
    [all, ids],
  )
}

interface Shown {
  selects: boolean
  own: readonly WorkItemProperty[]
  items: readonly WorkItem[]
}

function useTableContext(
  { context, settings, references, small }: LayoutProps,
  { selects, own, items }: Shown,
): TableContext {
  const { t } = useTranslation()
  const faces = useItemFaces(references)
  const { slug } = context
  const showsKey = settings.properties.key
  const named = useReferencedItems(
    slug,
    useMemo(() => referencedIn(items, own), [items, own]),
  )
  return useMemo(
    () => ({ t, slug, faces, words: wordsIn(t, own), showsKey, named, selects, small }),
    [t, slug, faces, own, showsKey, named, selects, small],
  )
}

const referencedIn = (items: readonly WorkItem[], own: readonly WorkItemProperty[]) =>
  own
    .filter(({ kind }) => kind === 'item')
    .flatMap(({ id }) => items.flatMap((item) => idsIn(item.property_values[id])))

/** Once for all rows: each has a dozen of them. */
function wordsIn(t: TFunction, own: readonly WorkItemProperty[]): TableContext['words'] {
  const words = columnKeys.map((key) => {
    const name = t(`table.columns.${key}`)
    const unset = t(`table.placeholders.${key}` as TextKey, { defaultValue: name })
    return [key, { name, unset, unsetLabel: `${unset}: ${t('table.unset')}` }] as const
  })
  const ownWords = own.map(({ id, name }) => {
    const unsetLabel = `${name}: ${t('table.unset')}`
    return [ownProperty(id), { name, unset: '', unsetLabel }] as const
  })
  return new Map<AnyColumnKey, ColumnWords>([...words, ...ownWords])
}
