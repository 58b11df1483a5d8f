/** Copies text to the clipboard; returns whether it worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** Over plain http, as in many a local network, browsers offer no other way. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'sr-only'
  // Inside an open dialog no outside element can take the focus, and only the focused text is
  // copied.
  const place = document.activeElement?.closest('[role=dialog], [role=alertdialog]')
  const focused = document.activeElement
  ;(place ?? document.body).append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
