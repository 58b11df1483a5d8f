// A formatter is dear to make and cheap to use.
const inGroups = new Intl.NumberFormat()

/** "10,000", as the browser's language writes it. */
export const groupedNumber = (value: number) => inGroups.format(value)

/** For texts that say how many: which plural, and the number as it is written. */
export const counted = (count: number) => ({ count, number: groupedNumber(count) })
