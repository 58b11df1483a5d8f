declare module 'pdfmake/build/pdfmake.min.js' {
  interface PdfFont {
    normal: string
    bold: string
    italics: string
    bolditalics: string
  }

  const pdfMake: {
    addFonts(fonts: Record<string, PdfFont>): void
    createPdf(definition: object): { getBlob(): Promise<Blob> }
  }
  export default pdfMake
}
