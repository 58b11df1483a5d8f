import type { Over } from './list-drag.ts'
import type { Row } from './rows.ts'

/** Moving a row by its menu, or by Alt and an arrow key. */
export type RowStep = 'up' | 'down'

interface Ways {
  /** The place within the group counts. */
  manual: boolean
  /** Rows may go to other groups. */
  between: boolean
}

const isMissing = (row: Row | undefined) => row?.kind === 'gap' || row?.kind === 'more'
const isChild = (row: Row | undefined) => row?.kind === 'item' && row.index === undefined

/**
 * The target of one step, as if the row were dragged there: past its neighbor, and from the edge of
 * its group into the next one. Undefined if there is nothing to step over, or it is not loaded yet.
 */
export function stepTarget(
  rows: readonly Row[],
  from: number,
  step: RowStep,
  { manual, between }: Ways,
): Over | undefined {
  const row = rows[from]
  if (row?.kind !== 'item' || row.index === undefined) return undefined
  const by = step === 'up' ? -1 : 1
  if (manual) {
    const beside = row.index + by
    const at = rows.findIndex(
      (other) => other.kind === 'item' && other.cell === row.cell && other.index === beside,
    )
    if (at >= 0) return { index: at, edge: step === 'up' ? 'before' : 'after' }
    let next = from + 1
    while (isChild(rows[next])) next += 1
    if (step === 'down' && isMissing(rows[next])) return undefined
  }
  if (!between) return undefined
  const heads = rows.flatMap((line, index) =>
    line.kind === 'group' ? [{ id: line.group.id, index }] : [],
  )
  const own = heads.findIndex(({ id }) => id === row.group)
  const head = heads[own + by]
  if (!head) return undefined
  // Upwards it comes to the end of the group, which is the line above its own header.
  const end = (heads[own]?.index ?? 0) - 1
  return { index: step === 'up' ? end : head.index, edge: 'after' }
}
