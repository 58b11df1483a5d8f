const FADE_MS = 140

/** Copies a row that may be removed. Calling the result fades the copy out in its place. */
export function pictureOf(id: string): (() => void) | undefined {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
  const row = document.querySelector<HTMLElement>(`[data-row][data-item="${CSS.escape(id)}"]`)
  if (!row) return undefined
  const { top, left, width, height } = row.getBoundingClientRect()
  const picture = row.cloneNode(true) as HTMLElement
  picture.inert = true
  for (const name of ['data-row', 'data-item', 'tabindex', 'role']) picture.removeAttribute(name)
  Object.assign(picture.style, {
    ...{ position: 'fixed', pointerEvents: 'none', zIndex: '1' },
    ...{ top: `${top}px`, left: `${left}px`, width: `${width}px`, height: `${height}px` },
  })
  return () => {
    document.body.append(picture)
    const frames = [{ opacity: 0.8 }, { opacity: 0, transform: 'translateX(12px)' }]
    const remove = () => picture.remove()
    picture.animate(frames, { duration: FADE_MS, easing: 'ease-out' }).finished.then(remove, remove)
  }
}
