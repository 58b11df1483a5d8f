import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Kbd } from '../controls/kbd.tsx'
import { classNames } from '../theme/class-names.ts'
import {
  hideTooltip,
  openTooltip,
  showTooltip,
  stayOpen,
  subscribeToTooltip,
} from './tooltip-store.ts'

const gap = 6
const edge = 8

function place(tip: HTMLElement, anchor: Element) {
  const box = anchor.getBoundingClientRect()
  const above = box.top - tip.offsetHeight - gap
  const top = above < edge ? box.bottom + gap : above
  const left = box.left + box.width / 2 - tip.offsetWidth / 2
  const rightmost = innerWidth - tip.offsetWidth - edge
  tip.style.top = `${top}px`
  tip.style.left = `${Math.max(edge, Math.min(left, rightmost))}px`
}

const triggerAt = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null

function show(anchor: HTMLElement, byFocus = false) {
  const { tip = '', tipKeys } = anchor.dataset
  showTooltip({ anchor, label: tip, shortcut: tipKeys, byFocus })
}

/** Watches the whole page for the triggers marked by `Tooltip`. */
function watchTriggers() {
  let hovered: HTMLElement | null = null
  const listening = new AbortController()
  const on = <Name extends keyof DocumentEventMap>(
    name: Name,
    listener: (event: DocumentEventMap[Name]) => void,
  ) => document.addEventListener(name, listener, { signal: listening.signal, passive: true })

  function hover(next: HTMLElement | null) {
    if (next === hovered) return
    hovered = next
    if (next) show(next)
    else hideTooltip()
  }

  on('pointerover', (event) => {
    const onTip = event.target instanceof Element && event.target.closest('[role=tooltip]')
    if (event.pointerType !== 'touch' && !onTip) hover(triggerAt(event))
  })
  on('pointerout', (event) => event.relatedTarget === null && hover(null))
  on('pointerdown', (event) => triggerAt(event) && hideTooltip({ atOnce: true }))
  on('focusin', (event) => {
    const trigger = triggerAt(event)
    if (trigger?.matches(':focus-visible')) show(trigger, true)
  })
  on('focusout', (event) => triggerAt(event) && hideTooltip({ atOnce: true }))

  // An element already hovered or focused: the page is rendered before this part loads.
  const focused = document.querySelector<HTMLElement>('[data-tip]:focus-visible')
  if (focused) show(focused, true)
  else if (!matchMedia('(hover: none)').matches) {
    hover([...document.querySelectorAll<HTMLElement>('[data-tip]:hover')].at(-1) ?? null)
  }
  return () => listening.abort()
}

/** Mounted once, by `UiProvider`. */
export default function TooltipLayer() {
  const tooltip = useSyncExternalStore(subscribeToTooltip, openTooltip)
  const tip = useRef<HTMLDivElement>(null)

  useEffect(watchTriggers, [])

  useLayoutEffect(() => {
    if (tooltip && tip.current) place(tip.current, tooltip.anchor)
  }, [tooltip])

  useEffect(() => {
    if (!tooltip) return
    const close = () => hideTooltip({ atOnce: true })
    const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && close()
    addEventListener('scroll', close, true)
    addEventListener('keydown', closeOnEscape, true)
    return () => {
      removeEventListener('scroll', close, true)
      removeEventListener('keydown', closeOnEscape, true)
    }
  }, [tooltip])

  if (!tooltip) return null
  return createPortal(
    <div
      ref={tip}
      role="tooltip"
      onPointerEnter={stayOpen}
      onPointerLeave={() => hideTooltip()}
      className={classNames(
        'fixed z-(--z-tooltip) inline-flex min-h-6 max-w-80 items-center gap-1.5 rounded-md bg-tooltip px-2 py-1 text-small font-medium text-tooltip-ink shadow-lift-1 starting:opacity-0 transition-opacity duration-(--time-fast)',
        tooltip.byFocus && 'pointer-events-none',
      )}
    >
      {tooltip.label}
      {tooltip.shortcut && <Kbd keys={tooltip.shortcut} look="tooltip" />}
    </div>,
    document.body,
  )
}
