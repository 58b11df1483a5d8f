/** Joins class names and skips falsy ones: `classNames('row', selected && 'bg-selected')`. */
export const classNames = (...names: (string | false | null | undefined)[]) =>
  names.filter(Boolean).join(' ')
