import { type Params, type Reader, readFilters, readText } from './read-query.ts'

type Values = Readonly<Record<string, readonly string[] | null | undefined>>

const anyDay: Reader = { today: '2000-01-01', timezone: 'UTC' }

const isRead = (key: string, value: string) =>
  Object.keys(readFilters({ [key]: value }, anyDay)).length > 0

/**
 * Normalizes stored filters: known keys with valid values, each once, ids in lower case, in one
 * order. Equivalent filters are then written the same.
 */
export function normalFilters(filters: Values): Record<string, string[]> {
  const normal: [string, string[]][] = []
  const inOrder = Object.entries(filters).sort(([one], [other]) => (one < other ? -1 : 1))
  for (const [key, given] of inOrder) {
    if (key === 'pql') {
      const text = given?.[0]?.trim()
      if (text) normal.push([key, [readText(text, anyDay).text]])
      continue
    }
    const values = (given ?? []).flatMap((value) => value.split(','))
    const read = values.map((value) => value.trim()).filter((value) => isRead(key, value))
    const unique = new Set(read.map((value) => (value === 'None' ? value : value.toLowerCase())))
    if (unique.size > 0) normal.push([key, [...unique].sort()])
  }
  return Object.fromEntries(normal)
}

/** The same, as URL parameters. */
export const toParams = (filters: Values): Params =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([key, values]) =>
      values?.length ? [[key, values.join(',')] as const] : [],
    ),
  )
