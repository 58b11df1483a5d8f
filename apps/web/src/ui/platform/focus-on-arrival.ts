/**
 * For the one field a screen wants to begin with, as its `ref`. A screen may arrive after somebody
 * has gone on to a dialog: what is typed there must not end up in the field behind it.
 */
export function focusOnArrival(field: HTMLElement | null) {
  if (!document.querySelector('[role=dialog]')) field?.focus()
}
