import { useCallback, useEffect, useRef } from 'react'
import type { LayoutProps } from '#entities/work-item-list/layout-props.ts'

const READ_EVERY = 100

/** Collects the cells with missing visible cards and loads them together. */
export function useGaps(read: LayoutProps['read']) {
  const gaps = useRef(new Map<string, number>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return useCallback((cell: string, index: number | undefined) => {
    if (index === undefined && !gaps.current.delete(cell)) return
    if (index !== undefined) gaps.current.set(cell, index)
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      latest.current(new Map(gaps.current))
    }, READ_EVERY)
  }, [])
}
