import { type Popup, usePopup } from './use-popup.ts'

/**
 * Position of a popup without its own button: one popup serves a thousand rows of plain buttons.
 */
export interface PopupPosition {
  open: boolean
  onClose: () => void
  anchor: HTMLElement
  /** Gets the focus on close; by default the anchor. */
  returnTo?: HTMLElement
  /** Opens here instead of at its anchor: where the menu was that led to it. */
  point?: DOMRect | undefined
}

export function usePopupAt(
  { open, onClose, anchor, point }: PopupPosition,
  kind: 'menu' | 'listbox' | 'dialog',
): Popup {
  const popup = usePopup({ open, onOpenChange: (next) => !next && onClose(), kind })
  popup.trigger.current = anchor
  return point ? { ...popup, at: { getBoundingClientRect: () => point } } : popup
}
