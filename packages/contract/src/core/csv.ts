/** What a spreadsheet would run as a formula instead of showing it. */
const isFormula = /^([=+@\t\r]|-.)/
const isNumber = /^-?\d+(\.\d+)?$/

const quote = (value: string | number) => {
  const text = String(value)
  const shown = isFormula.test(text) && !isNumber.test(text) ? `'${text}` : text
  return `"${shown.replaceAll('"', '""')}"`
}

/** Comma between values, all of them quoted, one row a line. */
export const toCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => row.map(quote).join(',')).join('\r\n')
