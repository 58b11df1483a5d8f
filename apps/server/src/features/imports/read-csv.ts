import { MAX_IMPORT_ROWS } from '@cairn/contract'

/** An error about the file as a whole. */
export class FileNotValid extends Error {
  override name = 'FileNotValid'
}

export interface TableRow {
  /** Numbered like in a spreadsheet: the header is row 1. */
  row: number
  cells: string[]
}

export interface Table {
  header: string[]
  rows: TableRow[]
}

const MAX_COLUMNS = 500
const MAX_COLUMN_NAME_LENGTH = 1_000
/** A longer text would be refused as a description. */
const MAX_CELL_LENGTH = 1_000_000
/** Enough of the first line to detect the delimiter. */
const MAX_SAMPLED = 200_000

/** Decodes UTF-8, or else the encoding of spreadsheets on Windows. */
export function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    throw new FileNotValid('This is a spreadsheet or an archive. Save it as CSV first.')
  }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const delimiters = [',', ';', '\t', '|']

/** The most frequent one in the first line, outside of quotes. */
export function delimiterOf(text: string): string {
  const counts = new Map(delimiters.map((delimiter) => [delimiter, 0]))
  let isQuoted = false
  // Without a regular expression: on a line of megabytes it overflows the stack.
  const end = Math.min(text.length, MAX_SAMPLED)
  for (let at = 0; at < end && (isQuoted || !isBreak(text[at])); at++) {
    const char = text[at] ?? ''
    if (char === '"') isQuoted = !isQuoted
    const count = isQuoted ? undefined : counts.get(char)
    if (count !== undefined) counts.set(char, count + 1)
  }
  const countOf = (delimiter: string) => counts.get(delimiter) ?? 0
  return delimiters.toSorted((one, other) => countOf(other) - countOf(one))[0] ?? ','
}

/** The prefix our own files put before a cell, so that no spreadsheet executes it. */
const guard = /^'(?=[=+@\t\r]|-.)/

/** Row by row. Quoted cells may contain anything; a quote is doubled there. */
export function* readRows(text: string, delimiter: string): Generator<string[]> {
  let cells: string[] = []
  let at = 0
  for (;;) {
    let cell: string
    if (text[at] === '"') {
      const closing = closingQuote(text, at + 1)
      cell = text.slice(at + 1, closing).replaceAll('""', '"')
      at = closing + 1
    } else {
      cell = ''
    }
    let end = at
    while (end < text.length && text[end] !== delimiter && !isBreak(text[end])) end++
    cell += text.slice(at, end)
    cells.push(cell.replace(guard, ''))
    if (cells.length > MAX_COLUMNS) {
      throw new FileNotValid(`The file has more than ${MAX_COLUMNS} columns.`)
    }
    at = end + 1
    if (text[end] === delimiter) continue
    if (text[end] === '\r' && text[at] === '\n') at++
    yield cells
    cells = []
    if (at >= text.length) return
  }
}

/** Where a quoted cell ends: at a quote that is not followed by another. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at !== -1 && text[at + 1] === '"' && at - from < MAX_CELL_LENGTH)
    at = text.indexOf('"', at + 2)
  if (at === -1) throw new FileNotValid('A quotation mark is never closed.')
  if (at - from >= MAX_CELL_LENGTH) {
    throw new FileNotValid(
      `A cell is longer than ${MAX_CELL_LENGTH.toLocaleString('en')} characters.`,
    )
  }
  return at
}

const isBreak = (char: string | undefined) => char === '\n' || char === '\r'

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

/** Lets pending requests run meanwhile. */
const PAUSE_ROWS = 1000
export const breathe = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A file with a header line. Empty rows are skipped, but counted. */
export async function readTable(bytes: Uint8Array): Promise<Table> {
  // PostgreSQL cannot store NUL.
  const text = decode(bytes)
    .replace(/^\ufeff/, '')
    .replaceAll('\0', '')
  if (text.trim() === '') throw new FileNotValid('The file is empty.')
  const rows: TableRow[] = []
  let header: string[] | undefined
  let row = 0
  for (const cells of readRows(text, delimiterOf(text))) {
    row += 1
    if (row % PAUSE_ROWS === 0) await breathe()
    if (isBlank(cells)) continue
    if (!header) {
      if (row > 1) throw new FileNotValid('The first row is empty. It has to name the columns.')
      header = cells.map((cell) => cell.trim())
      if (header.some((name) => name.length > MAX_COLUMN_NAME_LENGTH)) {
        throw new FileNotValid(
          `A column’s name is longer than ${MAX_COLUMN_NAME_LENGTH} characters.`,
        )
      }
      continue
    }
    rows.push({ row, cells })
    if (rows.length > MAX_IMPORT_ROWS) {
      const most = MAX_IMPORT_ROWS.toLocaleString('en')
      throw new FileNotValid(`The file has more than ${most} rows. Split it into several files.`)
    }
  }
  if (!header || rows.length === 0) throw new FileNotValid('The file has no rows below its header.')
  return { header, rows }
}
