import { readHtml } from '@cairn/editor'
import italics from 'pdfmake/build/fonts/Roboto/Roboto-Italic.ttf?url'
import bold from 'pdfmake/build/fonts/Roboto/Roboto-Medium.ttf?url'
import boldItalics from 'pdfmake/build/fonts/Roboto/Roboto-MediumItalic.ttf?url'
import normal from 'pdfmake/build/fonts/Roboto/Roboto-Regular.ttf?url'
import pdfMake from 'pdfmake/build/pdfmake.min.js'
import { type PageFormat, readPictures } from './export-page.ts'
import { toPrinted } from './pdf-content.ts'

const MARGIN = 48

/** In points. */
const widths: Record<PageFormat, number> = {
  A4: 595,
  A3: 842,
  A2: 1191,
  LETTER: 612,
  LEGAL: 612,
  TABLOID: 792,
}

const at = (address: string) => new URL(address, location.href).href

pdfMake.addFonts({
  Roboto: {
    normal: at(normal),
    bold: at(bold),
    italics: at(italics),
    bolditalics: at(boldItalics),
  },
})

/** The page as a PDF with real text, which can be searched and copied. */
export async function toPdf(title: string, html: string, pageSize: PageFormat): Promise<Blob> {
  const pictures = await readPictures(html)
  const width = widths[pageSize] - 2 * MARGIN
  const content = [
    { text: title, fontSize: 24, bold: true, margin: [0, 0, 0, 12] },
    ...toPrinted(readHtml(html), { width, pictures }),
  ]
  const definition = {
    info: { title },
    pageSize,
    pageMargins: MARGIN,
    defaultStyle: { font: 'Roboto', fontSize: 11, lineHeight: 1.3 },
    content,
  }
  return pdfMake.createPdf(definition).getBlob()
}
