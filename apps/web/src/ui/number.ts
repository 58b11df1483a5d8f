// A formatter is dear to make and cheap to use.
const inGroups = new Intl.NumberFormat()

/** "10,000", as the browser's language writes it. */
export const groupedNumber = (value: number) => inGroups.format(value)
