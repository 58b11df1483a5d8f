import type { ListFilters } from '@cairn/contract'
import { Download, Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { ItemsLink, numberLook } from '#entities/item-count/items-link.tsx'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Cell, HeadCell, Table, TableRow } from '#ui/lists/table.tsx'
import { groupedNumber } from '#ui/platform/number.ts'
import { saveCsv } from './save-csv.ts'

export interface DataRow {
  key: string
  name: string
  /** Left of the name. */
  picture?: ReactNode
  values: readonly number[]
  /** The items that each value counts. */
  filters: readonly ListFilters[]
  /** In the last column. */
  after?: ReactNode
}

/** Keys, because two may have the same name: labels of different projects. */
export interface DataColumn {
  key: string
  name: string
  isPercent?: boolean
}

interface DataTableProps {
  slug: string
  /** See `ItemsLink`. */
  list?: string | undefined
  /** "12 projects": with the number of rows, once known. */
  title: (count: number) => string
  /** What rows are. */
  of: string
  columns: readonly DataColumn[]
  rows: readonly DataRow[] | undefined
  /** The header of a last column with a chart instead of text. */
  after?: string
}

const containing = (rows: readonly DataRow[], text: string) => {
  const wanted = text.trim().toLowerCase()
  return wanted ? rows.filter(({ name }) => name.toLowerCase().includes(wanted)) : rows
}

/** A table with search and export of the visible rows. */
export function DataTable({ slug, list, title, of, columns, rows, after }: DataTableProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const shown = rows && containing(rows, typed)
  const name = shown ? title(shown.length) : of

  const save = () =>
    saveCsv(slug, [
      [of, ...columns.map((column) => column.name)],
      ...(shown ?? []).map((row) => [row.name || '-', ...row.values]),
    ])

  return (
    <div className="mt-4 overflow-hidden rounded-lg border border-line bg-surface">
      <div className="flex min-h-11 flex-wrap items-center gap-2 border-b border-line py-1.5 pr-2 pl-3">
        <h3 className="grow font-medium">{name}</h3>
        <TableSearch
          label={t('analytics.search', { what: of })}
          value={typed}
          onChange={setTyped}
        />
        <Button icon={Download} disabled={!shown?.length} onClick={save}>
          {t('analytics.export')}
        </Button>
      </div>
      <div className="max-h-100 overflow-auto">
        <Table label={name}>
          <thead>
            <tr>
              <HeadCell sticky width={160}>
                {of}
              </HeadCell>
              {columns.map((column) => (
                <HeadCell key={column.key} width={96}>
                  {column.name}
                </HeadCell>
              ))}
              {after && <HeadCell width={160}>{after}</HeadCell>}
            </tr>
          </thead>
          <tbody>
            {shown ? (
              shown.map((row) => (
                <Row key={row.key} slug={slug} list={list} row={row} columns={columns} />
              ))
            ) : (
              <SkeletonRows columns={columns.length + (after ? 2 : 1)} />
            )}
          </tbody>
        </Table>
        {shown?.length === 0 && <p className="px-3 py-4 text-ink-2">{t('analytics.no_match')}</p>}
      </div>
    </div>
  )
}

interface RowProps extends Pick<DataTableProps, 'slug' | 'list' | 'columns'> {
  row: DataRow
}

function Row({ slug, list, row, columns }: RowProps) {
  return (
    <TableRow>
      <Cell sticky>
        {row.picture}
        <span className="max-w-72 truncate max-md:max-w-40">{row.name}</span>
      </Cell>
      {columns.map(({ key, isPercent }, index) => (
        <Cell key={key}>
          <ItemsLink
            slug={slug}
            list={list}
            filters={row.filters[index] ?? {}}
            className="group block rounded-xs px-1 -mx-1"
          >
            <span className={numberLook}>
              {groupedNumber(row.values[index] ?? 0)}
              {isPercent && '%'}
            </span>
          </ItemsLink>
        </Cell>
      ))}
      {row.after && <Cell>{row.after}</Cell>}
    </TableRow>
  )
}

function SkeletonRows({ columns }: { columns: number }) {
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
  return numbers(5).map((row) => (
    <TableRow key={row} aria-hidden>
      {numbers(columns).map((column) => (
        <Cell key={column}>
          <Skeleton width={column === 0 ? 120 : 24} />
        </Cell>
      ))}
    </TableRow>
  ))
}

interface TableSearchProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** A button until it is wanted. */
function TableSearch({ label, value, onChange }: TableSearchProps) {
  const [open, setOpen] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (open) field.current?.querySelector('input')?.focus()
  }, [open])
  if (!open) return <IconButton icon={Search} label={label} onClick={() => setOpen(true)} />
  return (
    <div ref={field} className="w-48">
      <SearchInput
        label={label}
        value={value}
        onChange={onChange}
        onBlur={() => !value && setOpen(false)}
      />
    </div>
  )
}
