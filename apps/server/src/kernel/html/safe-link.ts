const schemes = new Set(['http:', 'https:', 'mailto:'])

// Browsers skip control characters inside a scheme (`java\nscript:`), people see none of these, and
// the ones that turn the reading direction make one address look like another.
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu

/** The one rule for every link a person may give us: the link without unseen characters, or null. */
export function isSafeLink(url: string): string | null {
  const link = url.replace(unseen, '').trim()
  const scheme = URL.parse(link)?.protocol
  return scheme && schemes.has(scheme) ? link : null
}
