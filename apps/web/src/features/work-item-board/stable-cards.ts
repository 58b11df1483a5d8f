import type { WorkItem } from '@cairn/contract'
import type { Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef } from 'react'

type Cards = Virtualizer<HTMLDivElement, Element>

interface CardPosition {
  key: unknown
  start: number
  end: number
}

/** Cards added or removed above a column's viewport do not move the visible ones. */
export function useStableCards(virtualizer: Cards, items: readonly WorkItem[]) {
  const before = useRef<{ items: readonly WorkItem[]; places: CardPosition[] }>({
    items,
    places: [],
  })
  useLayoutEffect(() => {
    const was = before.current
    const places = virtualizer.getVirtualItems().map(({ key, start, end }) => ({ key, start, end }))
    before.current = { items, places }
    const { scrollElement } = virtualizer
    if (was.items === items || !scrollElement || scrollElement.scrollTop === 0) return
    const index = new Map<unknown, number>(items.map(({ id }, at) => [id, at]))
    const { scrollTop } = scrollElement
    // The first visible card that stays; changes to the cards after it should be seen.
    const first = was.places.find(({ key, end }) => end > scrollTop && index.has(key))
    const now = first && virtualizer.measurementsCache[index.get(first.key) ?? -1]
    if (!now || now.start === first.start) return
    scrollElement.scrollTop += now.start - first.start
    // It is notified of the scroll later, and measures cards above the viewport before.
    virtualizer.scrollOffset = scrollElement.scrollTop
  })
}
