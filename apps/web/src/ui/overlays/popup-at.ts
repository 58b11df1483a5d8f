import { type Popup, usePopup } from './use-popup.ts'

/** Where a popup without a button of its own opens: one serves a thousand rows of plain buttons. */
export interface PopupPosition {
  open: boolean
  onClose: () => void
  anchor: HTMLElement
  /** Gets the focus afterwards; the anchor without. */
  returnTo?: HTMLElement
}

export function usePopupAt(
  { open, onClose, anchor }: PopupPosition,
  kind: 'menu' | 'listbox' | 'dialog',
): Popup {
  const popup = usePopup({ open, onOpenChange: (next) => !next && onClose(), kind })
  popup.trigger.current = anchor
  return popup
}
