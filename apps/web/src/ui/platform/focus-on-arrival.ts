/**
 * For the field a screen wants to focus first, as its `ref`. A screen may render after the user has
 * opened a dialog: text typed there must not end up in the field behind it.
 */
export function focusOnArrival(field: HTMLElement | null) {
  if (!document.querySelector('[role=dialog]:not([data-closed])')) field?.focus()
}
