import { type RefObject, useEffect, useState } from 'react'

// One observer for all elements, however many cells a board has.
const watched = new WeakMap<Element, (near: boolean) => void>()
let observer: IntersectionObserver | undefined

function watch(element: Element, notify: (near: boolean) => void) {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) watched.get(target)?.(isIntersecting)
    },
    { rootMargin: '400px 120px' },
  )
  watched.set(element, notify)
  observer.observe(element)
  return () => {
    watched.delete(element)
    observer?.unobserve(element)
  }
}

/** Whether an element is in or near the viewport; others are not rendered. */
export function useNear(element: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => (element.current ? watch(element.current, setNear) : undefined), [element])
  return near
}
