// biome-ignore-all lint/a11y/useSemanticElements: rows are laid out as grids, and browsers then forget what a <td> is
import type { WorkItem } from '@cairn/contract'
import { ChevronRight, Ellipsis } from 'lucide-react'
import { type CSSProperties, memo, useState } from 'react'
import type { SyncMark } from '#data/outbox-state.ts'
import { SyncTag } from '#entities/frame/sync-tag.tsx'
import { itemAddress } from '#entities/work-item/item-address.ts'
import { isDraft } from '#entities/work-item-list/use-item-actions.ts'
import type { Opens } from '#entities/work-item-list/use-row-actions.ts'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { emptyBox } from '#ui/lists/list-row.tsx'
import { Identifier } from '#ui/people/identifier.tsx'
import { noHover } from '#ui/platform/no-hover.ts'
import { classNames } from '#ui/theme/class-names.ts'
import type { Column, ColumnKey } from './columns.ts'
import { type CellContent, cells, ownCell, type TableContext } from './table-cells.tsx'

interface TableRowProps {
  item: WorkItem
  index: number
  context: TableContext
  columns: readonly Column[]
  level: number
  expanded: boolean
  /** The open picker or field of this row. */
  editing: Opens | 'name' | undefined
  /** The column that is the tab stop, if it is in this row. */
  tabColumn: number | undefined
  canChange: boolean
  selected: boolean
  peeked: boolean
  /** It has changes that wait for the network or for a decision. */
  mark: SyncMark | undefined
}

export const rowLook =
  'group/row grid h-8 grid-cols-(--columns) border-b border-line-subtle bg-(--row-bg) [contain:content] max-md:h-11'

const cellLook = 'focus-inset min-w-0 border-r border-line-subtle px-2.5 whitespace-nowrap'

/** Text without its own element, vertically centered; an icon floats before it. */
const textLook =
  'truncate leading-[31px] max-md:leading-[43px] [&>:is(svg,[data-icon])]:float-left [&>:is(svg,[data-icon])]:mt-[7.5px] [&>:is(svg,[data-icon])]:mr-1.5 max-md:[&>:is(svg,[data-icon])]:mt-[13.5px]'
const absent: CellContent = { text: undefined, content: undefined }
const partsLook = 'flex items-center gap-1.5'

/**
 * The first cell is sticky and gets a stronger border once the others scroll under it. Only then:
 * each sticky cell is a layer, and forty of them cost more than their rows.
 */
export const firstLook =
  'left-0 z-1 border-r border-line-subtle bg-(--row-bg) group-data-scrolled/table:sticky group-data-scrolled/table:border-r-line-strong'

/**
 * Plain elements with a single handler: rows mount and unmount by the hundred while scrolling, so
 * the table handles their actions (see `use-table-actions.ts`). A cell is its own control.
 */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { item, index, context, columns, editing, tabColumn, canChange, selected, peeked } = props
  // Only the hovered or focused row has a menu and a checkbox.
  const [lively, setLively] = useState(context.small || noHover)
  const wake = lively ? undefined : () => setLively(true)
  const fixed = !canChange
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus
    <div
      role="row"
      data-row=""
      data-index={index}
      data-item={item.id}
      aria-rowindex={index + 2}
      aria-selected={context.selects ? selected : undefined}
      // Moving, not entering: rows that scroll by under a resting pointer stay as they are.
      onPointerMove={wake}
      onFocus={wake}
      className={classNames(
        rowLook,
        selected || peeked
          ? '[--row-bg:var(--selected)] hover:[--row-bg:var(--selected-hover)]'
          : '[--row-bg:var(--surface)] hover:[--row-bg:var(--hover)]',
        isDraft(item) && !props.mark && 'pulse',
      )}
    >
      <FirstCell {...props} lively={lively} />
      {columns.map((column, at) => {
        const { key } = column
        const cell = column.own
          ? ownCell(column.own, item, context)
          : cells[key as ColumnKey](item, context)
        // Items of other types do not have it.
        const opens = cell && column.opens
        const { text, content, look, hasParts = false, isLink = false } = cell ?? absent
        const open = opens !== undefined && editing === opens
        const { name = '', unset = '', unsetLabel = '' } = context.words.get(key) ?? {}
        // The label contains the visible text; a link is read as it is.
        const label = text ? `${name}: ${text}` : unsetLabel
        return (
          <div
            key={key}
            role="gridcell"
            aria-label={isLink ? undefined : label}
            aria-haspopup={opens && !fixed ? 'dialog' : undefined}
            aria-expanded={opens && !fixed ? open : undefined}
            aria-readonly={!opens || fixed || undefined}
            data-col={at + 1}
            data-opens={fixed ? undefined : opens}
            tabIndex={tabColumn === at + 1 ? 0 : -1}
            className={classNames(
              cellLook,
              hasParts ? partsLook : textLook,
              content === undefined ? 'text-ink-3' : look,
              open && 'bg-surface outline-2 -outline-offset-2 outline-focus',
              opens && !fixed && 'cursor-default',
            )}
          >
            {content ?? (cell && unset)}
          </div>
        )
      })}
    </div>
  )
})

function FirstCell(props: TableRowProps & { lively: boolean }) {
  const { item, context, level, expanded, editing, tabColumn, selected, peeked, mark, lively } =
    props
  const { t, slug, faces, showsKey, selects } = context
  const draft = isDraft(item)
  const key = draft ? undefined : faces.keyOf(item)
  const hasBox = !draft && (lively || selected)
  return (
    <div
      role="gridcell"
      data-col={0}
      tabIndex={tabColumn === 0 ? 0 : -1}
      style={level > 0 ? ({ '--level': level } as CSSProperties) : undefined}
      className={classNames(
        firstLook,
        'focus-inset flex min-w-0 items-center gap-2 max-md:pl-[calc(12px+var(--level,0)*12px)]',
        peeked && 'shadow-[inset_2px_0_0_var(--accent)]',
        // The space for controls of the active row is reserved by padding, not by elements.
        selects && !hasBox
          ? `pl-[calc(38px+var(--level,0)*12px)] ${draft ? '' : emptyBox}`
          : 'pl-[calc(16px+var(--level,0)*12px)]',
        draft || lively ? 'pr-1.5' : 'pr-9.5',
      )}
    >
      {selects && hasBox && (
        <span
          data-check=""
          className={classNames(
            'inline-grid w-3.5 shrink-0 max-md:hidden',
            !selected &&
              'until-hover group-focus-within/row:opacity-100 group-hover/row:opacity-100 in-data-selecting:opacity-100',
          )}
        >
          <Checkbox
            checked={selected}
            readOnly
            tabIndex={-1}
            aria-label={t('table.select', { name: item.name })}
          />
        </span>
      )}
      {showsKey && key && (
        <Identifier value={key} className="min-w-16 shrink-0 text-small text-ink-3 max-md:hidden" />
      )}
      {item.sub_issues_count > 0 && !item.is_epic && (
        <button
          type="button"
          tabIndex={-1}
          data-expand=""
          aria-expanded={expanded}
          aria-label={t('table.show_sub_items')}
          className="-mx-1 grid size-6 shrink-0 place-items-center rounded-sm text-ink-3 hover:bg-pressed"
        >
          <Icon
            of={ChevronRight}
            size={14}
            className={classNames(
              'transition-transform duration-(--time-base)',
              expanded && 'rotate-90',
            )}
          />
        </button>
      )}
      {key && !item.is_draft ? (
        <a
          href={itemAddress(slug, key)}
          tabIndex={-1}
          draggable={false}
          data-tip={item.name.length > 44 ? item.name : undefined}
          className="truncate"
        >
          {item.name}
        </a>
      ) : (
        <span className="truncate">{item.name}</span>
      )}
      {mark && <SyncTag mark={mark} />}
      {((draft && !mark) || (lively && !draft)) && (
        <span className="ml-auto grid size-6 shrink-0 place-items-center">
          {draft ? (
            <Spinner size={14} />
          ) : (
            <IconButton
              size="sm"
              icon={Ellipsis}
              label={t('table.more')}
              tabIndex={-1}
              data-opens="menu"
              aria-haspopup="menu"
              aria-expanded={editing === 'menu'}
              className="until-hover group-focus-within/row:opacity-100 group-hover/row:opacity-100 aria-expanded:opacity-100"
            />
          )}
        </span>
      )}
    </div>
  )
}
