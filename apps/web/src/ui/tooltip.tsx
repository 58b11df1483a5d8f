import { cloneElement, type DOMAttributes, type ReactElement, type ReactNode } from 'react'
import { hideTooltip, showTooltip } from './tooltip-store.ts'

type Trigger = ReactElement<DOMAttributes<HTMLElement>>

interface TooltipProps {
  label: ReactNode
  shortcut?: string
  /** A control or text that takes the pointer; it keeps its own handlers. */
  children: Trigger
}

/**
 * One layer for all tooltips (see `tooltip-layer.tsx`), because a list shows hundreds of triggers:
 * each costs four handlers and no state.
 */
export function Tooltip({ label, shortcut, children }: TooltipProps) {
  if (!label) return children
  const { onPointerEnter, onPointerLeave, onFocus, onBlur, onPointerDown } = children.props
  return cloneElement(children, {
    onPointerEnter(event) {
      onPointerEnter?.(event)
      if (event.pointerType !== 'touch')
        showTooltip({ anchor: event.currentTarget, label, shortcut })
    },
    onPointerLeave(event) {
      onPointerLeave?.(event)
      hideTooltip()
    },
    onPointerDown(event) {
      onPointerDown?.(event)
      hideTooltip({ atOnce: true })
    },
    onFocus(event) {
      onFocus?.(event)
      if (event.currentTarget.matches(':focus-visible'))
        showTooltip({ anchor: event.currentTarget, label, shortcut })
    },
    onBlur(event) {
      onBlur?.(event)
      hideTooltip({ atOnce: true })
    },
  })
}
