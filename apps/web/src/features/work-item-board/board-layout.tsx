import type { WorkItem } from '@cairn/contract'
import { Rows3 } from 'lucide-react'
import {
  type CSSProperties,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import type { ItemPatch } from '#entities/work-item/item-patch.ts'
import { setNeighbours } from '#entities/work-item/open-item.ts'
import { cellIn, cellKey, findItem, itemsIn } from '#entities/work-item-list/grouped-items.ts'
import type { LayoutProps } from '#entities/work-item-list/layout-props.ts'
import { namedModules } from '#entities/work-item-list/list-context.ts'
import type { GroupBy } from '#entities/work-item-list/list-settings.ts'
import { RowPopups } from '#entities/work-item-list/row-popups.tsx'
import {
  type ShownGroup,
  shownGroups,
  shownSubGroups,
  useSameGroups,
} from '#entities/work-item-list/shown-groups.ts'
import { useItemFaces } from '#entities/work-item-list/use-item-faces.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { SubBar } from '#ui/layout/header-bar.tsx'
import { ContextMenu } from '#ui/overlays/context-menu.tsx'
import { useHotkeys } from '#ui/platform/hotkeys.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { useSaveScroll } from '#ui/platform/tab-state.ts'
import { BoardColumn } from './board-column.tsx'
import { BoardLanes } from './board-lanes.tsx'
import { type CardPosition, placeOf } from './board-positions.ts'
import type { CardContext } from './card-context.ts'
import type { CellView } from './cell.tsx'
import { FoldedColumn } from './column-header.tsx'
import { useBoardDrag } from './use-board-drag.ts'
import { useBoardMoves } from './use-board-moves.ts'
import { useCardActions } from './use-card-actions.ts'
import { useCards } from './use-cards.ts'
import { useGaps } from './use-gaps.ts'

const DeleteZone = lazy(() => import('./delete-zone.tsx'))

/** Columns of cards, and lanes across them. */
export default function BoardLayout(props: LayoutProps) {
  const { context, settings, data, read, references, actions, rights, folds, peeked } = props
  const { t } = useTranslation()
  const { display } = settings
  const board = useRef<HTMLDivElement>(null)
  const [adding, setAdding] = useState<string>()

  // A column is rendered again only when its own group changed.
  const columns = useSameGroups(
    useMemo(() => shownGroups(data, references, display), [data, references, display]),
  )
  const lanes = useMemo(
    () => (display.sub_group_by ? shownSubGroups(data, references, display) : undefined),
    [data, references, display],
  )
  const grid = useMemo(
    () => ({ columns: columns.map(idOf), lanes: lanes?.map(idOf) }),
    [columns, lanes],
  )
  const cards = useCards(board, data)
  const { attachCell, focusCard, follow } = cards
  const moves = useBoardMoves({
    data,
    settings,
    references,
    actions,
    rights,
    columns,
    lanes,
    grid,
    onMoved: follow,
  })
  const drag = useBoardDrag({ board, data, actions, rights, moves })
  const { edit, stop, menuOf, entriesAt, handlers } = useCardActions({
    data,
    actions,
    rights,
    grid,
    moves,
    focusCard,
    onActive: cards.setActive,
  })
  const cardContext = useCardContext(props, drag.attachDrag, cards.handleDrawn)
  const onGap = useGaps(read)
  useSaveScroll(board, 'board')

  useEffect(() => setNeighbours([...itemsIn(data)]), [data])

  // The card it belongs to scrolled away or was removed.
  useEffect(() => {
    if (edit && !edit.anchor.isConnected) stop()
  })

  function handleChange(item: WorkItem, patch: ItemPatch) {
    actions.change(item, patch)
    // Multi-value pickers stay open and keep the focus.
    if (patch.state_id || patch.priority) follow(item.id, undefined, true)
  }

  const tabStop = useTabStop(props, cards.active)
  const enter = () => tabStop && focusCard(tabStop)
  useHotkeys({ j: enter, k: enter, ArrowDown: enter, ArrowUp: enter })

  const { add, create } = actions
  const addTo = useLatest((cell: string, name: string) => {
    const { group, subGroup } = placeOf(cell)
    const column = columns.find(({ id }) => id === group)
    const lane = lanes?.find(({ id }) => id === subGroup)
    add?.(name, { ...column?.payload, ...lane?.payload })
  })
  const onAdd = add && addTo
  const onCreate = useMemo(
    () => create && ((group: ShownGroup) => create(group.payload ?? {})),
    [create],
  )
  const { toggle } = folds
  const foldColumn = useLatest((id: string) => toggle(id))
  const foldLane = useLatest((id: string) => toggle(id, 'sub_group_by'))
  const orderedBy = moves.manual
    ? undefined
    : t(`list_settings.orders.${display.order_by.replace('-', '')}` as TextKey, {
        defaultValue: t('board.another_order'),
      })

  const viewOf = (cell: string): CellView => ({
    edit: edit?.key.startsWith(`${cell}|`) ? edit : undefined,
    tabStop: tabStop?.cell === cell ? tabStop.id : undefined,
    arrived: cards.arrived?.cell === cell ? cards.arrived.id : undefined,
    carried: drag.carried?.cell === cell ? drag.carried.id : undefined,
    peeked,
    over: drag.over?.cell === cell ? drag.over : undefined,
    adding: adding === cell,
  })
  const shared = {
    context: cardContext,
    orderedBy,
    onGap,
    onAdd,
    onAdding: setAdding,
    attachCell,
  }
  const folded = lanes ? none : folds.folded
  const open = columns.filter(({ id }) => !folded.has(id)).length
  const size = { '--open': open, '--folded': columns.length - open } as CSSProperties

  return (
    <>
      <div className="relative flex min-h-0 grow flex-col">
        {lanes && display.sub_group_by && (
          <LanesBar group={display.sub_group_by} order={orderedBy ?? t('board.manual')} />
        )}
        <ContextMenu items={entriesAt} loading={actions.menuLoading}>
          <div
            ref={board}
            data-scroller=""
            className="min-h-0 grow overflow-auto overscroll-contain bg-surface [--column-min:240px] max-md:[--column-min:min(304px,84vw)]"
            {...handlers}
          >
            <div
              style={size}
              className={
                lanes
                  ? `${boardWidth} min-h-full pb-4`
                  : `${boardWidth} flex h-full gap-3 px-4 pt-1`
              }
            >
              {lanes ? (
                <BoardLanes
                  data={data}
                  columns={columns}
                  lanes={lanes}
                  folded={folds.foldedLanes}
                  shared={shared}
                  viewOf={viewOf}
                  onFold={foldLane}
                  onCreate={onCreate}
                  onAddExisting={actions.addExisting}
                />
              ) : (
                columns.map((group) => {
                  const cell = cellKey(group.id)
                  const view = viewOf(cell)
                  const { items, total } = cellIn(data, cell)
                  return folded.has(group.id) ? (
                    <FoldedColumn
                      key={group.id}
                      group={group}
                      cell={cell}
                      over={view.over !== undefined}
                      onFold={foldColumn}
                    />
                  ) : (
                    <BoardColumn
                      key={group.id}
                      {...shared}
                      {...view}
                      cell={cell}
                      group={group}
                      items={items}
                      total={total}
                      onFold={foldColumn}
                      onCreate={onCreate}
                      onAddExisting={actions.addExisting}
                    />
                  )
                })
              )}
            </div>
          </div>
        </ContextMenu>
        <Suspense>
          {drag.carried && rights.canRemove(drag.carried.item) && (
            <DeleteZone onDrop={drag.handleDelete} />
          )}
        </Suspense>
      </div>
      <RowPopups
        slug={context.slug}
        edit={edit}
        small={props.small}
        itemOf={(id) => findItem(data, id)}
        menuOf={menuOf}
        onChange={handleChange}
        onChangeMany={actions.changeMany}
        onClose={stop}
        align="start"
      />
    </>
  )
}

const idOf = ({ id }: ShownGroup) => id
const none: ReadonlySet<string> = new Set()

// As wide as the window, or as its columns need, so that headers and lanes have the same width.
const boardWidth =
  'min-w-[max(100%,calc(var(--open)*(var(--column-min)+12px)+var(--folded)*56px+20px))]'

/** A stable function that always calls the latest implementation. */
function useLatest<Args extends unknown[]>(run: (...args: Args) => void) {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}

/** The card Tab moves to: the last focused one, or the first. */
function useTabStop(
  { data }: LayoutProps,
  active: CardPosition | undefined,
): CardPosition | undefined {
  return useMemo(() => {
    const there = ({ cell, id }: CardPosition) =>
      cellIn(data, cell).items.some((item) => item.id === id)
    if (active && there(active)) return active
    for (const [cell, { items }] of Object.entries(data.cells)) {
      if (items[0]) return { cell, id: items[0].id }
    }
    return undefined
  }, [data, active])
}

function LanesBar({ group, order }: { group: GroupBy; order: string }) {
  const { t } = useTranslation()
  const name = t(`list_settings.groups.${group.replace('.', '_')}` as TextKey)
  const strong = 'font-medium text-ink'
  return (
    <SubBar>
      <span className="flex items-center gap-2 text-ink-2">
        <Icon of={Rows3} className="text-ink-3" />
        <span>
          {t('board.lanes_by')} <span className={strong}>{name}</span>
        </span>
        <span aria-hidden className="mx-1 h-4 w-px bg-line" />
        <span>
          {t('board.ordered_by')} <span className={strong}>{order}</span>
        </span>
      </span>
    </SubBar>
  )
}

function useCardContext(
  { context, settings, references, rights, small }: LayoutProps,
  attachDrag: NonNullable<CardContext['attachDrag']>,
  onDrawn: CardContext['onDrawn'],
): CardContext {
  const { t } = useTranslation()
  const faces = useItemFaces(references)
  const { slug } = context
  const { properties, display } = settings
  const hidesState = display.group_by === 'state' || display.sub_group_by === 'state'
  return useMemo(
    () => ({
      t,
      slug,
      shows: properties,
      faces: { ...faces, modules: namedModules(context, faces.modules) },
      hidesState,
      small,
      canChange: rights.canChange,
      attachDrag: small ? undefined : attachDrag,
      onDrawn,
    }),
    [t, context, slug, properties, faces, hidesState, rights, small, attachDrag, onDrawn],
  )
}
