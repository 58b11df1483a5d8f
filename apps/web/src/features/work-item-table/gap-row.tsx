// biome-ignore-all lint/a11y/useSemanticElements: rows are laid out as grids, and browsers then forget what a <td> is
import { rowLook } from './table-row.tsx'

/** Placeholder of a row being loaded by the table. */
export function GapRow({ index, columns }: { index: number; columns: number }) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: nothing is in it yet
    <div role="row" data-index={index} aria-rowindex={index + 2} className={rowLook}>
      <div
        role="gridcell"
        aria-colspan={columns}
        tabIndex={-1}
        data-col={0}
        className="focus-inset col-span-full flex items-center pl-10"
      >
        <span
          className="pulse block h-2.5 rounded-[5px] bg-hover"
          style={{ width: 140 + ((index * 37) % 160) }}
        />
      </div>
    </div>
  )
}
