/**
 * Attributes of an image: labeled if it is alone, hidden from screen readers if its text is beside
 * it.
 */
export const namedImage = (label: string | undefined) =>
  label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const)
