// biome-ignore-all lint/a11y/useSemanticElements: rows are laid out as grids, and browsers then forget what a <td> is
import { ArrowDown, ArrowUp, ChevronDown, X } from 'lucide-react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import type { Column } from './columns.ts'

interface HeadCellProps {
  column: Column
  /** Zero-based. */
  index: number
  orderBy: string
  tabIndex: 0 | -1
  onSort: (order: string) => void
}

// The default order of a list.
const UNSORTED = '-created_at'

/** The name of a column; a click offers both sort directions. */
export function HeadCell({ column, index, orderBy, tabIndex, onSort }: HeadCellProps) {
  const { t } = useTranslation()
  const { key, icon, sorts } = column
  const name = column.own?.name ?? t(`table.columns.${key}` as TextKey)
  const sorted = sorts.find(([, order]) => order === orderBy)
  const upwards = sorted && !orderBy.startsWith('-')
  if (sorts.length === 0) {
    return (
      <div
        role="columnheader"
        data-col={index}
        data-tip={name}
        tabIndex={tabIndex}
        className="focus-inset flex items-center gap-1.5 border-r border-line-subtle px-2.5"
      >
        <Icon of={icon} size={14} className="text-ink-3" />
        <span className="truncate">{name}</span>
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the button in it takes the focus
    <div
      role="columnheader"
      aria-sort={sorted ? (upwards ? 'ascending' : 'descending') : 'none'}
      className="border-r border-line-subtle"
    >
      <Menu
        items={[
          ...sorts.map(([word, order]) => ({
            label: t(`table.sorts.${word}` as TextKey),
            checked: order === orderBy,
            onSelect: () => onSort(order),
          })),
          sorted && 'line',
          sorted && {
            label: t('table.clear_sorting'),
            icon: X,
            onSelect: () => onSort(UNSORTED),
          },
        ]}
        trigger={
          <button
            type="button"
            data-col={index}
            tabIndex={tabIndex}
            className="group/sort focus-inset flex size-full items-center gap-1.5 px-2.5 hover:bg-hover aria-expanded:bg-pressed"
          >
            <Icon of={icon} size={14} className="text-ink-3" />
            <span className="truncate">{name}</span>
            <Icon
              of={sorted ? (upwards ? ArrowUp : ArrowDown) : ChevronDown}
              size={12}
              className={classNames(
                'ml-auto text-ink-3',
                !sorted &&
                  'opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100 group-aria-expanded/sort:opacity-100',
              )}
            />
          </button>
        }
      />
    </div>
  )
}
