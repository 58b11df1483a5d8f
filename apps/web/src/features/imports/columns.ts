import type { ImportColumn, ImportField } from '@cairn/contract'

export type Columns = (ImportField | null)[]

export const suggestedOf = (columns: readonly ImportColumn[]): Columns =>
  columns.map(({ suggested }) => suggested)

/** Assigns a field to a column; the column that had it before is ignored. */
export const choose = (columns: Columns, index: number, field: ImportField | null): Columns =>
  columns.map((known, at) => {
    if (at === index) return field
    return field !== null && known === field ? null : known
  })
