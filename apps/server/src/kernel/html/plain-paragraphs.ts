/** Text without markup, entities and characters that are removed. */
const plain = /^(?:<p>(?:[^<>&\p{Cc}]|[\t\n\r])*<\/p>)+$/u

/**
 * Whether this is what most comments are, paragraphs of text: nothing in them is changed, and the
 * parser would take longer than everything else a small write does here.
 */
export const arePlainParagraphs = (html: string) => plain.test(html) && html.isWellFormed()

/** Their texts. */
export const textsOf = (html: string) =>
  html.split('</p>').map((paragraph) => paragraph.slice('<p>'.length))
