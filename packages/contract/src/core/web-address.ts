const scheme = /^[a-z][a-z0-9+.-]*:\/\//i

/** What somebody typed as a link, with `http://` where they left it out; null where it is none. */
export function toWebAddress(typed: string): string | null {
  const text = typed.trim()
  // A parser forgives these, a person who reads the link is deceived by them.
  if (!text || /[\s\p{Cc}\\]/u.test(text)) return null
  const address = scheme.test(text) ? text : `http://${text}`
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  const { hostname } = url
  const isNamed =
    hostname === 'localhost' || hostname.startsWith('[') || /[^.]\.[^.]/.test(hostname)
  return isNamed ? address : null
}
