const schemes = new Set(['http:', 'https:', 'mailto:'])

// Browsers skip control characters inside a scheme (`java\nscript:`), users see none of these, and
// those that change the reading direction make one URL look like another.
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu

/**
 * The single rule for every link a user may enter: the link without invisible characters, or null.
 */
export function isSafeLink(url: string): string | null {
  const link = url.replace(unseen, '').trim()
  const scheme = URL.parse(link)?.protocol
  return scheme && schemes.has(scheme) ? link : null
}
