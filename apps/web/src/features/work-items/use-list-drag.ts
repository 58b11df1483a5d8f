import type { WorkItem } from '@cairn/contract'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import type { LayoutProps } from '#entities/work-item-list/layout-props.ts'
import type { Over } from '#entities/work-item-list/list-drag.ts'
import { movesBetween } from '#entities/work-item-list/moves-between.ts'
import { type RowStep, stepTarget } from '#entities/work-item-list/row-steps.ts'
import type { ItemRow, Row } from '#entities/work-item-list/rows.ts'
import { announce } from '#ui/feedback/announce.ts'
import { toast } from '#ui/feedback/toast.ts'
import { lateFile } from '#ui/platform/late-file.ts'

// Loaded later: the first paint does not wait for the drag code.
const drag = lateFile(() => import('#entities/work-item-list/list-drag.ts'))

const groupAt = (row: Row | undefined) =>
  row && (typeof row.group === 'string' ? row.group : row.group.id)

function shownGroup(rows: readonly Row[], id: string) {
  const head = rows.find((row) => row.kind === 'group' && row.group.id === id)
  return head?.kind === 'group' ? head.group : undefined
}

type Given = Pick<LayoutProps, 'data' | 'settings' | 'references' | 'actions' | 'folds'>

interface ListDrag extends Given {
  list: RefObject<HTMLElement | null>
  rows: readonly Row[]
  /** Why an item cannot be moved to a group. */
  refuses: (group: string, item: WorkItem) => string | undefined
  onMoved: (id: string) => void
}

/**
 * Moves rows to another group, and in manual order to another position; by drag, keys and menus.
 */
export function useListDrag(options: ListDrag) {
  const { list, rows, data, settings, references, actions, folds, refuses, onMoved } = options
  const { t } = useTranslation()
  const { group_by, order_by } = settings.display
  const allowed = movesBetween(group_by)
  const manual = order_by === 'sort_order'
  const [over, setOver] = useState<Over>()
  const [dragging, setDragging] = useState(false)

  function handleDrop(dragged: number, target: Over) {
    const row = rows[dragged]
    const group = groupAt(rows[target.index])
    if (!allowed || row?.kind !== 'item' || group === undefined) return
    const text = refuses(group, row.item)
    if (text && group !== row.group) return warn(text)
    const patch = drag.now?.dropRow({ rows, data, settings, references, row, group, target })
    if (!patch) return
    actions.change(row.item, patch)
    onMoved(row.item.id)
    if (folds.folded.has(group)) folds.toggle(group)
  }

  const targetOf = (from: number, step: RowStep) =>
    allowed ? stepTarget(rows, from, step, { manual, between: true }) : undefined

  async function step(from: number, by: RowStep) {
    const row = rows[from]
    const target = targetOf(from, by)
    if (row?.kind !== 'item' || !target) return
    await drag.load()
    handleDrop(from, target)
    announce(placeText(row, groupAt(rows[target.index]) ?? row.group, by))
  }

  function placeText({ item, group, index = 0 }: ItemRow, to: string, by: RowStep) {
    const { name } = item
    const place = shownGroup(rows, to)
    if (to !== group) return t('work_items.moved_to', { name, group: place?.title })
    const position = index + (by === 'up' ? 0 : 2)
    return t('ui.moved', { name, position, total: place?.total })
  }

  function warn(text: string) {
    toast({ kind: 'warning', title: t('work_items.cannot_move'), text })
  }

  function handleDragging(next: boolean) {
    setDragging(next && allowed)
    if (next && !allowed) warn(t('work_items.cannot_move_here'))
  }

  const latest = useRef({ handleDrop, handleDragging, allowed })
  useLayoutEffect(() => {
    latest.current = { handleDrop, handleDragging, allowed }
  })

  useEffect(() => {
    if (!dragging) return
    let detach: (() => void) | undefined
    let gone = false
    void drag.load().then(({ attachList }) => {
      if (gone || !list.current) return
      detach = attachList(list.current, () => ({
        onOver: (next) =>
          setOver((old) => (old?.index === next?.index && old?.edge === next?.edge ? old : next)),
        onDrop: (dragged, target) => latest.current.handleDrop(dragged, target),
      }))
    })
    return () => {
      gone = true
      detach?.()
      setOver(undefined)
    }
  }, [dragging, list])

  const attachDrag = useCallback((row: HTMLElement) => {
    let detach: (() => void) | undefined
    let gone = false
    void drag.load().then(({ attachRow }) => {
      if (!gone) detach = attachRow(row, (next) => latest.current.handleDragging(next))
    })
    return () => {
      gone = true
      detach?.()
    }
  }, [])

  return {
    attachDrag,
    targetOf,
    step,
    dragging,
    /** The group under the pointer. */
    overGroup: dragging && over ? groupAt(rows[over.index]) : undefined,
    /** The row to drop before or after, if the position matters. */
    overRow: dragging && manual ? over : undefined,
    manual,
  }
}
