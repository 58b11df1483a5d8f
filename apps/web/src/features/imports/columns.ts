import type { ImportColumn, ImportField } from '@cairn/contract'

export type Columns = (ImportField | null)[]

export const suggestedOf = (columns: readonly ImportColumn[]): Columns =>
  columns.map(({ suggested }) => suggested)

/** One column becomes this; whichever was it before is left out. */
export const choose = (columns: Columns, index: number, field: ImportField | null): Columns =>
  columns.map((known, at) => {
    if (at === index) return field
    return field !== null && known === field ? null : known
  })
