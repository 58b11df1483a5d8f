import type { ItemRow, Row } from './rows.ts'

export const isItem = (row: Row): row is ItemRow => row.kind === 'item'

const indexOf = (rows: readonly Row[], key: string) => rows.findIndex((row) => row.key === key)

/** The next item after a row, or the last one before it. */
const beside = (rows: readonly Row[], from: number, by: 1 | -1) => {
  for (let index = from + by; index >= 0 && index < rows.length; index += by) {
    const row = rows[index]
    if (row && isItem(row)) return { key: row.key, distance: index - from }
  }
  return undefined
}

/**
 * The focused row after a change: the row itself, as long as it is still next to a former neighbor,
 * else the one that came after it. -1 if none of them exists any more.
 */
export function placeAfter(before: readonly Row[], after: readonly Row[], key: string): number {
  const was = indexOf(before, key)
  const now = indexOf(after, key)
  const neighbours = [beside(before, was, 1), beside(before, was, -1)].flatMap((one) =>
    one ? [{ ...one, index: indexOf(after, one.key) }] : [],
  )
  const isStill = neighbours.some(({ index, distance }) => index >= 0 && index - now === distance)
  if (now >= 0 && (isStill || neighbours.length === 0)) return now
  return neighbours.find(({ index }) => index >= 0)?.index ?? now
}
