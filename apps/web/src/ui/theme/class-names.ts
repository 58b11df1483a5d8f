/** Joins class names and leaves out what is off: `classNames('row', selected && 'bg-selected')`. */
export const classNames = (...names: (string | false | null | undefined)[]) =>
  names.filter(Boolean).join(' ')
