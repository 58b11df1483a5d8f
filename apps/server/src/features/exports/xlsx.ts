import { lookup } from '@cairn/contract'
import { type ZipEntry, zip } from './zip.ts'

/** The limits of one sheet, including its header. */
const MAX_ROWS = 1_048_576
const MAX_CHARACTERS = 32_767

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

// XML cannot represent these, not even as character references.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
/** Spreadsheets read `_x0041_` as a character code. */
const likeNumber = /_(?=x[0-9a-f]{4}_)/gi

export const escapeCell = (text: string) =>
  text
    .slice(0, MAX_CHARACTERS)
    .toWellFormed()
    .replace(unwritable, '')
    .replace(likeNumber, '_x005F_')
    .replace(/[&<>"]/g, (char) => lookup(entities, char) ?? char)

// Style 1 is text and stays text when edited; 2 is the same, bold.
const TEXT = 1
const HEAD = 2

const xf = (attributes: string) => `<xf ${attributes} fillId="0" borderId="0"`
const styles = `${DECLARATION}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1">${xf('numFmtId="0" fontId="0"')}/></cellStyleXfs><cellXfs count="3">${xf('numFmtId="0" fontId="0"')} xfId="0"/>${xf('numFmtId="49" fontId="0"')} xfId="0" applyNumberFormat="1"/>${xf('numFmtId="49" fontId="1"')} xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`

/** `A`, …, `Z`, `AA`, … */
export const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) +
  String.fromCharCode(65 + (index % 26))

/** Inline strings: a shared string table would have to be held in memory until the end. */
function rowOf(cells: readonly (string | number)[], row: number, style: number): string {
  const written = cells.map((cell, index) => {
    const place = `r="${columnName(index)}${row}"`
    if (typeof cell === 'number') return `<c ${place}><v>${cell}</v></c>`
    if (cell === '') return ''
    const text = `<t xml:space="preserve">${escapeCell(cell)}</t>`
    return `<c ${place} s="${style}" t="inlineStr"><is>${text}</is></c>`
  })
  return `<row r="${row}">${written.join('')}</row>`
}

const sheetStart = `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultColWidth="18" defaultRowHeight="15"/><sheetData>`
const sheetEnd = '</sheetData></worksheet>'

type Rows = (string | number)[][]

/** A workbook with one sheet, or as many as the rows need; rows are streamed page by page. */
export function xlsx(
  header: readonly string[],
  pages: AsyncIterable<Rows>,
  { mostRows = MAX_ROWS } = {},
): AsyncGenerator<Buffer> {
  async function* entries(): AsyncGenerator<ZipEntry> {
    const source = pages[Symbol.asyncIterator]()
    let waiting: Rows = []
    let isOver = false
    let sheets = 0

    async function* sheet() {
      yield Buffer.from(sheetStart + rowOf(header, 1, HEAD))
      let last = 1
      while (last < mostRows) {
        if (waiting.length === 0) {
          const next = await source.next()
          isOver = next.done === true
          if (next.done) break
          waiting = next.value
        }
        const rows = waiting.splice(0, mostRows - last)
        const text = rows.map((cells, index) => rowOf(cells, last + index + 1, TEXT)).join('')
        last += rows.length
        if (text) yield Buffer.from(text)
      }
      yield Buffer.from(sheetEnd)
    }

    do {
      sheets += 1
      yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheet() }
    } while (!isOver || waiting.length > 0)
    yield* frame(sheets)
  }
  return zip(entries())
}

/** The files that join the sheets; the number of sheets is known only at the end. */
function* frame(sheets: number): Generator<ZipEntry> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
  const each = (text: (number: number) => string) => numbers.map(text).join('')
  const file = (name: string, text: string) => ({ name, content: [Buffer.from(text)] })
  yield file('xl/styles.xml', styles)
  yield file(
    'xl/workbook.xml',
    `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each(
      (n) => `<sheet name="Work items${n > 1 ? ` ${n}` : ''}" sheetId="${n}" r:id="rId${n}"/>`,
    )}</sheets></workbook>`,
  )
  yield file(
    'xl/_rels/workbook.xml.rels',
    `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${each(
      (n) =>
        `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
    )}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  )
  yield file(
    '_rels/.rels',
    `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  yield file(
    '[Content_Types].xml',
    `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${each(
      (n) =>
        `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
    )}</Types>`,
  )
}
