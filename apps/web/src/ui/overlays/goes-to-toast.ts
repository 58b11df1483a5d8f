/** Marks the container of toasts. */
export const toasts = { 'data-toasts': '' }

interface Closing {
  reason: string
  event: Event
}

const isInToast = (place: unknown) =>
  place instanceof Element && place.closest('[data-toasts]') !== null

/** Whether a popup would only close because a toast was pressed or focused. */
export function goesToToast({ reason, event }: Closing): boolean {
  if (reason === 'outside-press') return isInToast(event.target)
  return reason === 'focus-out' && isInToast((event as FocusEvent).relatedTarget)
}
