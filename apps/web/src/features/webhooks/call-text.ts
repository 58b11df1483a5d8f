/** Indented JSON; anything else unchanged. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** The changed field of a request, if it has one. */
export function changedField(body: string): string | undefined {
  // Searches from the end, so that a long body need not be parsed.
  const at = body.lastIndexOf('"activity":')
  const field = /"field":"(\w+)"/.exec(body.slice(at))?.[1]
  return at < 0 ? undefined : field
}
