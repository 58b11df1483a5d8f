import type { FastifyRequest } from 'fastify'

/** Path parameters that grant access by themselves. */
const secretParams = new Set(['token', 'uidb64', 'anchor', 'secret', 'signature'])
const secretQuery = /token|secret|password|signature|key|code|state|auth/i

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
const MAX_PLAIN = 20

/** For unknown paths: hides every segment that could be a secret. */
const withoutLong = (segment: string) =>
  segment.length < MAX_PLAIN || isId(segment) ? segment : '…'

/** The path as logs may have it: no query, and names instead of secrets. */
export function loggedPath({ url, routeOptions }: FastifyRequest): string {
  const segments = (url.split('?')[0] ?? '').split('/')
  const pattern = routeOptions.url
  if (pattern === undefined || pattern.includes('*')) return segments.map(withoutLong).join('/')
  const names = pattern.split('/').map((part) => (part.startsWith(':') ? part.slice(1) : ''))
  return segments
    .map((segment, index) => {
      const name = names[index] ?? ''
      return secretParams.has(name) ? `:${name}` : segment
    })
    .join('/')
}

/** The query for the log. */
export const loggedQuery = (query: string): string =>
  query
    .split('&')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return value.length > 0 && secretQuery.test(name) ? `${name}=…` : pair
    })
    .join('&')
