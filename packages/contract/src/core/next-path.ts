const MAX_LENGTH = 500
/** Any origin works: only paths that stay on it are accepted. */
const HERE = 'http://cairn.invalid'
const forbidden = ['..', 'javascript:', 'data:', '<script']

/**
 * A redirect target given by a user: a path of this origin, or empty. Browsers drop tabs and line
 * breaks and read a backslash as a slash, so the text is parsed as they do, and the parser's output
 * is returned: percent-encoded and safe in a header.
 */
export function readNextPath(typed: string | undefined): string {
  if (!typed || typed.length > MAX_LENGTH) return ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
  const plain = typed.replace(/[\u0000-\u001f\u007f\\]/g, '').trim()
  if (!/^(\/|[a-z][a-z0-9+.-]*:)/i.test(plain)) return ''
  if (!URL.canParse(plain, HERE)) return ''
  const { pathname, search, hash } = new URL(plain, HERE)
  if (!pathname.startsWith('/') || pathname.startsWith('//')) return ''
  const path = pathname + search + hash
  const lower = `${plain} ${path}`.toLowerCase()
  return forbidden.some((part) => lower.includes(part)) ? '' : path
}
