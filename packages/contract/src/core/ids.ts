/** An id as part of a longer pattern; lower case, as every answer writes it. */
export const idSource = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

const wholeText = new RegExp(`^${idSource}$`, 'i')

/**
 * Text from outside as an id in its one canonical form; undefined: it is none. PostgreSQL ignores the
 * case of an id and a Map does not, so nothing may compare or store an id that did not pass here.
 */
export const parseId = (text: unknown): string | undefined =>
  typeof text === 'string' && wholeText.test(text) ? text.toLowerCase() : undefined

/** All of them, or undefined where one is no id. */
export function parseIds(texts: readonly string[]): string[] | undefined {
  const ids = texts.map(parseId).filter((id) => id !== undefined)
  return ids.length === texts.length ? ids : undefined
}
