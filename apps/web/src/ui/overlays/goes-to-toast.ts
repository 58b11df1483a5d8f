/** Marks where messages stand. */
export const toasts = { 'data-toasts': '' }

interface Closing {
  reason: string
  event: Event
}

const isInToast = (place: unknown) =>
  place instanceof Element && place.closest('[data-toasts]') !== null

/** Whether what would close a popup is only a press on a message, or the focus going to one. */
export function goesToToast({ reason, event }: Closing): boolean {
  if (reason === 'outside-press') return isInToast(event.target)
  return reason === 'focus-out' && isInToast((event as FocusEvent).relatedTarget)
}
