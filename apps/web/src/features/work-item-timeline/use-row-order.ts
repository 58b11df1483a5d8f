import type { WorkItem } from '@cairn/contract'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { orderBetween, placeAt } from '#entities/timeline/geometry.ts'
import { attachList, attachRow, type Over } from '#entities/work-item-list/list-drag.ts'
import { type RowStep, stepTarget } from '#entities/work-item-list/row-steps.ts'
import type { Row } from '#entities/work-item-list/rows.ts'
import { announce } from '#ui/feedback/announce.ts'
import { toast } from '#ui/feedback/toast.ts'

interface RowOrder {
  list: RefObject<HTMLElement | null>
  rows: readonly Row[]
  items: readonly WorkItem[]
  manual: boolean
  onMove: (item: WorkItem, sort_order: number) => void
}

/** Moves rows in manual order, by drag, keys and menus. */
export function useRowOrder({ list, rows, items, manual, onMove }: RowOrder) {
  const { t } = useTranslation()
  const [over, setOver] = useState<Over>()
  const [dragging, setDragging] = useState(false)

  function handleDrop(from: number, target: Over) {
    const row = rows[from]
    if (row?.kind !== 'item' || target.index === from) return
    const others = items.filter(({ id }) => id !== row.item.id)
    const at = placeAt(target, from, items.length)
    if (at === from) return
    onMove(row.item, orderBetween(others[at - 1]?.sort_order, others[at]?.sort_order))
  }

  const targetOf = (from: number, step: RowStep) =>
    manual ? stepTarget(rows, from, step, { manual, between: false }) : undefined

  function step(from: number, by: RowStep) {
    const row = rows[from]
    const target = targetOf(from, by)
    if (row?.kind !== 'item' || !target) return
    handleDrop(from, target)
    const position = from + (by === 'up' ? 0 : 2)
    announce(t('ui.moved', { name: row.item.name, position, total: items.length }))
  }

  function handleDragging(next: boolean) {
    setDragging(next && manual)
    if (!next || manual) return
    toast({ kind: 'warning', title: t('timeline.only_manual') })
  }

  const latest = useRef({ handleDrop, handleDragging })
  useLayoutEffect(() => {
    latest.current = { handleDrop, handleDragging }
  })

  useEffect(() => {
    if (!dragging || !list.current) return
    const detach = attachList(list.current, () => ({
      onOver: (next) =>
        setOver((old) => (old?.index === next?.index && old?.edge === next?.edge ? old : next)),
      onDrop: (from, target) => latest.current.handleDrop(from, target),
    }))
    return () => {
      detach()
      setOver(undefined)
    }
  }, [dragging, list])

  const attachDrag = useCallback(
    (row: HTMLElement) => attachRow(row, (next) => latest.current.handleDragging(next)),
    [],
  )
  return { attachDrag, targetOf, step, over: dragging ? over : undefined }
}
