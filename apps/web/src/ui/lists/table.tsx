import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Icon, type IconLike } from '../icons/icon.tsx'
import { classNames } from '../theme/class-names.ts'

/** A scrolling frame around a table; the first column can be `sticky`. */
export function Table({
  label,
  children,
  className,
  ...rest
}: ComponentProps<'table'> & { label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={label} className="focus-inset h-full min-w-0 overflow-auto">
      <table
        {...rest}
        className={classNames('w-full border-separate border-spacing-0 text-left', className)}
      >
        {children}
      </table>
    </section>
  )
}

interface HeadCellProps extends Omit<ComponentProps<'th'>, 'onClick'> {
  icon?: IconLike
  /** The displayed direction, which a click changes. */
  sorted?: 'ascending' | 'descending'
  onSort?: () => void
  sticky?: boolean
  width?: number
}

export function HeadCell({
  icon,
  sorted,
  onSort,
  sticky = false,
  width,
  children,
  className,
  ...rest
}: HeadCellProps) {
  const content = (
    <>
      {icon && <Icon of={icon} size={14} className="text-ink-3" />}
      <span className="truncate">{children}</span>
      {sorted && (
        <Icon
          of={sorted === 'ascending' ? ArrowUp : ArrowDown}
          size={14}
          className="ml-auto text-ink-3"
        />
      )}
    </>
  )
  return (
    <th
      {...rest}
      scope="col"
      aria-sort={sorted}
      style={{ minWidth: width, width }}
      className={classNames(
        'sticky top-0 h-8 border-r border-b border-r-line-subtle border-b-line bg-canvas p-0 text-small font-medium whitespace-nowrap text-ink-2 last:border-r-0',
        sticky ? 'left-0 z-(--z-sidebar)' : 'z-(--z-sticky)',
        className,
      )}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className="focus-inset flex h-8 w-full items-center gap-1.5 px-2.5 hover:bg-hover max-md:h-11"
        >
          {content}
        </button>
      ) : (
        <span className="flex h-8 items-center gap-1.5 px-2.5">{content}</span>
      )}
    </th>
  )
}

interface RowProps extends ComponentProps<'tr'> {
  selected?: boolean
}

export function TableRow({ selected = false, className, ...rest }: RowProps) {
  return (
    <tr
      {...rest}
      aria-selected={selected || undefined}
      className={classNames(
        'group/row',
        selected
          ? '[--row-bg:var(--selected)] hover:[--row-bg:var(--selected-hover)]'
          : '[--row-bg:var(--surface)] hover:[--row-bg:var(--hover)]',
        className,
      )}
    />
  )
}

interface CellProps extends ComponentProps<'td'> {
  sticky?: boolean
  /** The cell is the control: its button fills it edge to edge. */
  bare?: boolean
  children?: ReactNode
}

export function Cell({ sticky = false, bare = false, className, children, ...rest }: CellProps) {
  return (
    <td
      {...rest}
      className={classNames(
        'h-8 border-r border-b border-line-subtle bg-(--row-bg) p-0 whitespace-nowrap last:border-r-0',
        sticky && 'sticky left-0 z-(--z-sticky)',
        className,
      )}
    >
      {bare ? (
        children
      ) : (
        <div className="flex min-h-8 min-w-0 items-center gap-1.5 px-2.5">{children}</div>
      )}
    </td>
  )
}
