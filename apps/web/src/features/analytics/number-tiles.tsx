import type { ListFilters, Total } from '@cairn/contract'
import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { ItemsLink, numberLook } from '#entities/item-count/items-link.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { counted, groupedNumber } from '#ui/platform/number.ts'
import { Link } from '#ui/router/link.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { changeOf } from './change-of.ts'
import type { ItemsSource } from './scope.ts'

export interface Tile {
  key: string
  label: string
  /** Undefined while loading. */
  count: number | undefined
  /** Its link: to items, or to another screen. */
  filters?: ListFilters
  to?: string | undefined
  note?: ReactNode
  isBad?: boolean
}

interface NumberTilesProps {
  label: string
  place: ItemsSource
  tiles: readonly Tile[]
  /** Fits a side panel. */
  narrow?: boolean
}

/** Rows are full, whether there are four tiles, six or eight. */
const columnsOf = (count: number, narrow: boolean) => {
  if (count % 4 === 0) return 'grid-cols-2 md:grid-cols-4'
  return narrow ? 'grid-cols-2 md:grid-cols-3' : 'grid-cols-2 md:grid-cols-3 xl:grid-cols-6'
}

/** Numbers side by side, each a link to what it counts. */
export function NumberTiles({ label, place, tiles, narrow = false }: NumberTilesProps) {
  return (
    <section
      aria-label={label}
      className="overflow-hidden rounded-lg border border-line bg-surface"
    >
      <dl className={classNames('-mt-px -ml-px grid', columnsOf(tiles.length, narrow))}>
        {tiles.map(({ key, label: name, count, note, ...tile }) => (
          <div
            key={key}
            className="flex min-w-0 flex-col border-t border-l border-line-subtle px-4 py-3"
          >
            <dt className="truncate text-small text-ink-2">{name}</dt>
            <dd className="min-w-0">
              {count === undefined ? (
                <span className="flex h-8 items-center">
                  <Skeleton width={48} height={16} />
                </span>
              ) : (
                <NumberLink place={place} {...tile} name={name} count={count} />
              )}
              {note && <span className="block text-small text-ink-2">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type NumberLinkProps = Pick<Tile, 'filters' | 'to' | 'isBad'> & {
  place: ItemsSource
  name: string
  count: number
}

function NumberLink({ place, filters, to, isBad, name, count }: NumberLinkProps) {
  const text = groupedNumber(count)
  const number = (
    <span
      className={classNames(
        numberLook,
        'text-display leading-8 font-semibold',
        isBad && count > 0 && 'text-danger-ink',
      )}
    >
      {text}
    </span>
  )
  const look = 'focus-inset group block w-fit rounded-xs'
  const label = `${name}: ${text}`
  if (filters) {
    const { slug, list } = place
    return (
      <ItemsLink slug={slug} list={list} filters={filters} label={label} className={look}>
        {number}
      </ItemsLink>
    )
  }
  if (!to) return <span className="block w-fit">{number}</span>
  return (
    <Link to={to} aria-label={label} className={look}>
      {number}
    </Link>
  )
}

const signed = (number: number) =>
  number < 0 ? `−${groupedNumber(-number)}` : `+${groupedNumber(number)}`

interface ChangeNoteProps {
  total: Total | undefined
  /** The number of days compared with as many before. */
  days: number
  /** An increase is good. */
  isGood?: boolean
}

/** Comparison of a number with the previous period. */
export function ChangeNote({ total, days, isGood = false }: ChangeNoteProps) {
  const { t } = useTranslation()
  if (!total) return <Skeleton width={96} />
  const { difference, percent } = changeOf(total)
  const before = t('analytics.before', counted(days))
  if (difference === 0) return t('analytics.same', { before })
  return (
    <>
      <span className={classNames('tabular-nums', isGood && difference > 0 && 'text-success-ink')}>
        {percent === undefined
          ? signed(difference)
          : t('analytics.change', { difference: signed(difference), percent: signed(percent) })}
      </span>{' '}
      {before}
    </>
  )
}
