/**
 * The server's message as one sentence: `error`, `detail`, or the first field error. Codes and
 * numbers are for programs and are not shown.
 */
export function sentenceIn(body: unknown): string | undefined {
  if (typeof body === 'string') return body.includes(' ') ? body : undefined
  if (Array.isArray(body)) return firstOf(body)
  if (typeof body !== 'object' || body === null) return undefined
  const { error, detail, code: _code, ...fields } = body as Record<string, unknown>
  return sentenceIn(error) ?? sentenceIn(detail) ?? firstOf(Object.values(fields))
}

function firstOf(values: unknown[]): string | undefined {
  for (const value of values) {
    const sentence = sentenceIn(value)
    if (sentence) return sentence
  }
  return undefined
}
