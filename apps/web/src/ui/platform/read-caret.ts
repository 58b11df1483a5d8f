/**
 * Lets the editor read where the caret is. The browser moves it at once but reports it later
 * (`selectionchange`); a key or a change by another user in between would act at the old position.
 */
export function readCaret() {
  const { activeElement } = document
  const isWriting = activeElement instanceof HTMLElement && activeElement.isContentEditable
  if (isWriting) document.dispatchEvent(new Event('selectionchange'))
}
