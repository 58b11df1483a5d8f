// biome-ignore-all lint/a11y/useSemanticElements: rows are laid out as grids, and browsers then forget what a <td> is
import { useTranslation } from '#data/i18n.ts'
import { extentOf } from '#entities/work-item-list/selection.ts'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import type { Column } from './columns.ts'
import { HeadCell } from './head-cell.tsx'
import { firstLook } from './table-row.tsx'

interface TableHeadProps {
  /** Name of the first column. */
  name: string
  columns: readonly Column[]
  orderBy: string
  /** The column of the header that is the tab stop, if it is one of these. */
  tabColumn: number | undefined
  /** Selectable ids; undefined if nothing can be selected. */
  ids: readonly string[] | undefined
  chosen: ReadonlySet<string>
  onToggleAll: () => void
  onSort: (order: string) => void
}

/** Stays at the top while the rows scroll by. */
export function TableHead(props: TableHeadProps) {
  const { name, columns, orderBy, tabColumn, ids, chosen, onToggleAll, onSort } = props
  const { t } = useTranslation()
  const extent = ids && extentOf(ids, chosen)
  return (
    <div role="rowgroup" className="sticky top-0 z-(--z-sticky) w-max min-w-full">
      {/* biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus */}
      <div
        role="row"
        data-head=""
        aria-rowindex={1}
        className="grid h-8 grid-cols-(--columns) border-b border-line bg-canvas text-small font-medium text-ink-2 [--row-bg:var(--canvas)] max-md:h-11"
      >
        <div
          role="columnheader"
          data-col={0}
          tabIndex={tabColumn === 0 ? 0 : -1}
          className={classNames(
            firstLook,
            'focus-inset flex items-center gap-2 pr-2.5 pl-4 max-md:pl-3',
          )}
        >
          {ids && (
            <Checkbox
              checked={extent === 'all'}
              indeterminate={extent === 'some'}
              disabled={ids.length === 0}
              aria-label={t('table.select_all')}
              onChange={onToggleAll}
            />
          )}
          <span className="truncate">{name}</span>
        </div>
        {columns.map((column, at) => (
          <HeadCell
            key={column.key}
            column={column}
            index={at + 1}
            orderBy={orderBy}
            tabIndex={tabColumn === at + 1 ? 0 : -1}
            onSort={onSort}
          />
        ))}
      </div>
    </div>
  )
}
