const scheme = /^[a-z][a-z0-9+.-]*:\/\//i

/** A typed link, with `http://` added if missing; null if it is invalid. */
export function toWebAddress(typed: string): string | null {
  const text = typed.trim()
  // A parser tolerates these, but they mislead a user who reads the link.
  if (!text || /[\s\p{Cc}\\]/u.test(text)) return null
  const address = scheme.test(text) ? text : `http://${text}`
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  const { hostname } = url
  const isNamed =
    hostname === 'localhost' || hostname.startsWith('[') || /[^.]\.[^.]/.test(hostname)
  return isNamed ? address : null
}
