/** Attributes of a picture: named where it stands alone, silent where its text stands beside it. */
export const namedImage = (label: string | undefined) =>
  label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const)
