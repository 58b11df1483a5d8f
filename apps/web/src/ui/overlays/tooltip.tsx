import { cloneElement, type ReactElement, type ReactNode } from 'react'

interface TooltipProps {
  /** Text: it is kept in an attribute, so an element shows nothing. */
  label: ReactNode
  shortcut?: string
  /** A control or text that takes the pointer and passes on its attributes. */
  children: ReactElement
}

/**
 * Only says what to show: the one layer for all tooltips (see `tooltip-layer.tsx`) watches the page,
 * because a list shows hundreds of triggers.
 */
export function Tooltip({ label, shortcut, children }: TooltipProps) {
  if (typeof label !== 'string' || !label) return children
  return cloneElement(children, { 'data-tip': label, 'data-tip-keys': shortcut } as object)
}
