import { cloneElement, type ReactElement, type ReactNode } from 'react'

interface TooltipProps {
  /** Text only: it is stored in an attribute, so an element shows nothing. */
  label: ReactNode
  shortcut?: string
  /** A control or text that receives pointer events and passes on its attributes. */
  children: ReactElement
}

/**
 * Only sets attributes: the single layer for all tooltips (see `tooltip-layer.tsx`) watches the
 * page, because a list shows hundreds of triggers.
 */
export function Tooltip({ label, shortcut, children }: TooltipProps) {
  if (typeof label !== 'string' || !label) return children
  return cloneElement(children, { 'data-tip': label, 'data-tip-keys': shortcut } as object)
}
