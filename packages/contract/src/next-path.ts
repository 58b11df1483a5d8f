/** A redirect target a person may name: a path of this origin, or nothing. */
export function readNextPath(typed: string | undefined): string {
  if (!typed || typed.length > 500) return ''
  const plain = typed.replaceAll('\\', '')
  const path = /^[a-z][a-z0-9+.-]*:|^\/\//i.test(plain) ? pathOf(plain) : plain
  const lower = path.toLowerCase()
  const forbidden = ['..', 'javascript:', 'data:', '<script']
  if (!path.startsWith('/') || path.startsWith('//')) return ''
  return forbidden.some((part) => lower.includes(part)) ? '' : path
}

function pathOf(url: string): string {
  if (!URL.canParse(url, 'http://localhost')) return ''
  const { pathname, search } = new URL(url, 'http://localhost')
  return pathname + search
}
