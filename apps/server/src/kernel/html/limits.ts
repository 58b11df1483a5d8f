/** Thrown for HTML that is not even sanitized; with the contract's message. */
export class HtmlNotValid extends Error {
  override name = 'HtmlNotValid'

  constructor() {
    super('html content is not valid')
  }
}

export const maxDepth = 200
export const maxLength = 1_000_000
// Parsing costs by the piece, not by the byte: a megabyte of `<` takes fifty times as long as a
// megabyte of prose. This many tags, attributes and entities take well under 100 ms, and make
// some seven thousand paragraphs.
export const maxPieces = 15_000
// In HTML that no serializer wrote (`<a/b/c/d…`) pieces cannot be counted without parsing it, so
// its length is limited instead.
export const maxUntidyLength = 200_000

const tidyTag =
  /<(?:\/[a-z][\w-]*|[a-z][\w-]*(?:\s+(?:checked|disabled|[\w-]+="[^"<>]*"))*)\s*\/?>/gi

const isTidy = (html: string) => !html.replace(tidyTag, '').includes('<')

function countOf(part: string, html: string): number {
  let count = 0
  for (let at = html.indexOf(part); at !== -1; at = html.indexOf(part, at + part.length)) count++
  return count
}

export function assertWithinLimits(html: string): void {
  if (html.length > maxLength) throw new HtmlNotValid()
  const pieces = countOf('<', html) + countOf('="', html) + countOf('&', html)
  if (pieces > maxPieces) throw new HtmlNotValid()
  if (html.length > maxUntidyLength && !isTidy(html)) throw new HtmlNotValid()
}
