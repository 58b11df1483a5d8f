import { badRequest } from '#kernel/http/errors.ts'

const MAX = 10_000

/** Without duplicates, in the database's spelling. */
export function readIds(ids: readonly string[]): string[] {
  if (ids.length === 0) throw badRequest({ error: 'Issue IDs are required' })
  if (ids.length > MAX) throw badRequest({ error: 'Too many issues' })
  return [...new Set(ids.map((id) => id.toLowerCase()))]
}
