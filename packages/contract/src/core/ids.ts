/** An id as part of a longer pattern; lower case, as in every response. */
export const idSource = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

const wholeText = new RegExp(`^${idSource}$`, 'i')

/**
 * Parses external text into the canonical form of an id; undefined if it is none. PostgreSQL
 * ignores the case of an id and a Map does not, so an id must pass here before it is compared or
 * stored.
 */
export const parseId = (text: unknown): string | undefined =>
  typeof text === 'string' && wholeText.test(text) ? text.toLowerCase() : undefined

/** All ids, or undefined if one is invalid. */
export function parseIds(texts: readonly string[]): string[] | undefined {
  const ids = texts.map(parseId).filter((id) => id !== undefined)
  return ids.length === texts.length ? ids : undefined
}
