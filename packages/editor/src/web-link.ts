const scheme = /^[a-z][a-z\d+.-]*:/i

/** The typed text as a web URL, or null: http and https only. */
export function toWebLink(typed: string): string | null {
  const text = typed.trim()
  if (!text || /\s/.test(text)) return null
  // `localhost:3000` has a port, not a scheme.
  const link = scheme.test(text) && !/^[^:/]+:\d/.test(text) ? text : `https://${text}`
  const url = URL.parse(link)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  // A single word is not a host name; a name with a dot, or localhost, is.
  return /\.|^localhost$|^\[/.test(url.hostname) ? link : null
}

export const isWebLink = (url: string) => /^https?:\/\//i.test(url) && toWebLink(url) !== null
