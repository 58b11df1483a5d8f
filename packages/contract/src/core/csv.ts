/** Values a spreadsheet would run as a formula instead of showing them. */
const isFormula = /^([=+@\t\r]|-.)/
const isNumber = /^-?\d+(\.\d+)?$/

const quote = (value: string | number) => {
  const text = String(value)
  const shown = isFormula.test(text) && !isNumber.test(text) ? `'${text}` : text
  return `"${shown.replaceAll('"', '""')}"`
}

/** Comma separated, all values quoted, one row per line. */
export const toCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => row.map(quote).join(',')).join('\r\n')
