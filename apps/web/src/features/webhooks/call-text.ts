/** JSON as people read it; anything else as it is. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Which field a call tells of, where it tells of one. */
export function changedField(body: string): string | undefined {
  // Of the last words of a body, so that a long one need not be read to name it.
  const at = body.lastIndexOf('"activity":')
  const field = /"field":"(\w+)"/.exec(body.slice(at))?.[1]
  return at < 0 ? undefined : field
}
