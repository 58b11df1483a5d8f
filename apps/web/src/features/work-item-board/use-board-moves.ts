import type { WorkItem } from '@cairn/contract'
import { Columns3, Rows3 } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { type Drop, dropPatch, movesBetween } from '#entities/work-item-list/drop.ts'
import { cellIn, cellKey } from '#entities/work-item-list/grouped-items.ts'
import type { LayoutProps } from '#entities/work-item-list/layout-props.ts'
import type { ShownGroup } from '#entities/work-item-list/shown-groups.ts'
import { announce } from '#ui/feedback/announce.ts'
import { toast } from '#ui/feedback/toast.ts'
import { moveEntries } from '#ui/lists/sortable-menu.tsx'
import type { MenuEntry } from '#ui/overlays/menu.tsx'
import { type Arrow, type BoardGrid, neighbourCell, placeOf } from './board-positions.ts'

type Given = Pick<LayoutProps, 'data' | 'settings' | 'references' | 'actions' | 'rights'>

interface BoardMovesOptions extends Given {
  columns: readonly ShownGroup[]
  lanes: readonly ShownGroup[] | undefined
  grid: BoardGrid
  /** The card is now in another cell or at another position. */
  onMoved: (id: string, cell: string, byKeys: boolean) => void
}

interface From {
  item: WorkItem
  cell: string
}

export type BoardMoves = ReturnType<typeof useBoardMoves>

const steps: Record<Arrow, 1 | -1> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }

/** Moves a card to another cell or position: by drag, keys or menu. */
export function useBoardMoves(options: BoardMovesOptions) {
  const { data, settings, references, actions, rights, columns, lanes, grid, onMoved } = options
  const { t } = useTranslation()
  const { group_by, sub_group_by, order_by } = settings.display
  const manual = order_by === 'sort_order'
  const allowed = movesBetween(group_by) && (!lanes || movesBetween(sub_group_by))

  const titleOf = (cell: string) => {
    const { group, subGroup } = placeOf(cell)
    const column = columns.find(({ id }) => id === group)?.title
    const lane = lanes?.find(({ id }) => id === subGroup)?.title
    return [column, lane].filter(Boolean).join(', ')
  }

  function warn(text: string) {
    toast({ kind: 'warning', title: t('board.cannot_move'), text })
  }

  function refusalOf({ item, from, to }: Pick<Drop, 'item' | 'from' | 'to'>) {
    const column = columns.find(({ id }) => id === to.group && id !== from.group)
    const lane = lanes?.find(({ id }) => id === to.subGroup && id !== from.subGroup)
    return column?.refuses?.(item) ?? lane?.refuses?.(item)
  }

  /** Undefined `index`: only the cell matters, not the position. */
  function move({ item, cell }: From, to: string, index: number | undefined, byKeys = false) {
    const others = cellIn(data, to).items.filter(({ id }) => id !== item.id)
    const drop = { item, from: placeOf(cell), to: placeOf(to), others, index }
    const refused = refusalOf(drop)
    if (refused) return warn(refused)
    const patch = dropPatch(drop, group_by, lanes ? sub_group_by : null, references)
    if (!patch) return
    actions.change(item, patch)
    announce(t('board.moved', { name: item.name, place: titleOf(to) }))
    onMoved(item.id, to, byKeys)
  }

  const canMove = (item: WorkItem) => allowed && rights.canChange(item)

  /** Alt and an arrow: to the next column or lane, in manual order up and down within the cell. */
  function step({ item, cell }: From, arrow: Arrow) {
    if (!canMove(item)) return
    const by = steps[arrow]
    if (arrow === 'ArrowLeft' || arrow === 'ArrowRight') {
      const to = neighbourCell(grid, cell, by, 0)
      if (to !== undefined) move({ item, cell }, to, manual ? 0 : undefined, true)
      return
    }
    const { items } = cellIn(data, cell)
    const next = items.findIndex(({ id }) => id === item.id) + by
    if (manual && next >= 0 && next < items.length) return move({ item, cell }, cell, next, true)
    const to = neighbourCell(grid, cell, 0, by)
    if (to === undefined) return
    const end = by > 0 ? 0 : cellIn(data, to).items.length
    move({ item, cell }, to, manual ? end : undefined, true)
  }

  /** The same moves as menu entries, for users who do not drag. */
  function entriesOf({ item, cell }: From): MenuEntry[] {
    if (!canMove(item)) return []
    const { group, subGroup } = placeOf(cell)
    const entry = ({ title, icon }: ShownGroup, current: boolean, to: string) => ({
      label: title,
      icon,
      checked: current,
      onSelect: () => move({ item, cell }, to, manual ? 0 : undefined, true),
    })
    const { items } = cellIn(data, cell)
    const at = items.findIndex(({ id }) => id === item.id)
    const places = { up: manual && at > 0, down: manual && at < items.length - 1 }
    return [
      ...moveEntries({
        steps: (['up', 'down'] as const).filter((way) => places[way]),
        onStep: (way) => step({ item, cell }, way === 'up' ? 'ArrowUp' : 'ArrowDown'),
      }),
      {
        label: t('board.move_to'),
        icon: Columns3,
        items: columns.map((column) =>
          entry(column, column.id === group, cellKey(column.id, subGroup)),
        ),
      },
      lanes && {
        label: t('board.move_to_lane'),
        icon: Rows3,
        items: lanes.map((lane) => entry(lane, lane.id === subGroup, cellKey(group, lane.id))),
      },
      'line',
    ]
  }

  return { allowed, manual, warn, move, step, entriesOf }
}
