import { Children, type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '#ui/theme/class-names.ts'

const GAP = 12

/** By the width of the container. */
const columns = {
  board:
    'grid-cols-2 @min-[640px]:grid-cols-3 @min-[768px]:grid-cols-4 @min-[1024px]:grid-cols-5 @min-[1280px]:grid-cols-6',
  few: 'grid-cols-1 @min-[480px]:grid-cols-2 @min-[720px]:grid-cols-3',
}

interface MasonryProps {
  label: string
  wide?: keyof typeof columns
  children: ReactNode
}

/**
 * Cards of any height in a grid without gaps, in the given order for sight, keyboard and screen
 * readers. A card spans as many grid rows as it is high.
 */
export function Masonry({ label, wide = 'board', children }: MasonryProps) {
  const list = useRef<HTMLUListElement>(null)
  const count = Children.count(children)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of cards is another set of them
  useEffect(() => {
    const observer = new ResizeObserver((entries) => {
      for (const { target } of entries) {
        const item = target.parentElement
        if (!item) continue
        item.style.gridRowEnd = `span ${Math.ceil(target.getBoundingClientRect().height) + GAP}`
      }
    })
    for (const item of list.current?.children ?? []) {
      if (item.firstElementChild) observer.observe(item.firstElementChild)
    }
    return () => observer.disconnect()
  }, [count])

  return (
    <div className="@container">
      <ul
        ref={list}
        aria-label={label}
        className={classNames('sticky-masonry -mb-3', columns[wide])}
      >
        {children}
      </ul>
    </div>
  )
}
