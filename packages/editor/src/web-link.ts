const scheme = /^[a-z][a-z\d+.-]*:/i

/** What was typed as an address of the web, or null: http and https only. */
export function toWebLink(typed: string): string | null {
  const text = typed.trim()
  if (!text || /\s/.test(text)) return null
  // `localhost:3000` has no scheme, it has a port.
  const link = scheme.test(text) && !/^[^:/]+:\d/.test(text) ? text : `https://${text}`
  const url = URL.parse(link)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  // A word alone is no address; a name with a dot, or this machine, is.
  return /\.|^localhost$|^\[/.test(url.hostname) ? link : null
}

export const isWebLink = (url: string) => /^https?:\/\//i.test(url) && toWebLink(url) !== null
