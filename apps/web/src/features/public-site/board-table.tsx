import type { PublicItem } from '@cairn/contract'
import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { columnDate } from '#entities/work-item/due.ts'
import { Button } from '#ui/controls/button.tsx'
import { Loader } from '#ui/feedback/loader.tsx'
import { Identifier } from '#ui/people/identifier.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import type { LayoutProps } from './board-screen.tsx'
import { type BoardWords, useFlatItems } from './hooks.ts'
import { ItemLink } from './item-link.tsx'
import { ItemDue, ItemLabels, ItemPriority, ItemState, keyOf } from './item-parts.tsx'
import { useItemValues, ValueParts } from './item-values.tsx'
import { NothingHere } from './nothing-here.tsx'

/** One row per item, newest first. */
export default function BoardTable({ words, filters, peeked }: LayoutProps) {
  const { t } = useTranslation()
  const { items, error, hasMore, isFetching, readMore } = useFlatItems(
    words,
    filters,
    '-created_at',
  )
  if (error && !items) return <NothingHere error={error} />
  if (!items) return <Loader />
  const names = [
    ...[t('public_site.columns.item'), t('public_site.filter.state')],
    ...[t('public_site.filter.priority'), t('public_site.columns.start_date')],
    ...[t('public_site.due_date'), t('public_site.filter.labels')],
    ...words.properties.map(({ name }) => name),
  ]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <div tabIndex={0} className="focus-inset min-h-0 grow overflow-auto bg-surface">
      <table className="w-full min-w-200 border-separate border-spacing-0">
        <caption className="sr-only">{t('public_site.layouts.spreadsheet')}</caption>
        <thead>
          <tr className="text-left text-small text-ink-3">
            {Array.from(names.entries(), ([at, name]) => (
              <th
                key={at}
                scope="col"
                className={classNames(
                  'sticky top-0 z-1 h-9 max-w-60 truncate border-b border-line bg-surface px-4 font-medium',
                  at === 0 && 'left-0 z-2',
                )}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Row key={item.id} item={item} words={words} peeked={peeked === item.id} />
          ))}
        </tbody>
      </table>
      {hasMore && (
        <div className="sticky left-0 flex justify-center p-3">
          <Button busy={isFetching} onClick={readMore}>
            {t('public_site.load_more')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface RowProps {
  item: PublicItem
  words: BoardWords
  peeked: boolean
}

function Row({ item, words, peeked }: RowProps) {
  const state = words.states.find(({ id }) => id === item.state_id)
  const values = useItemValues({ item, words })
  return (
    <tr className={peeked ? '[--row-bg:var(--selected)]' : 'hover:[--row-bg:var(--hover)]'}>
      <Cell className="sticky left-0 z-1 max-w-100 min-w-60">
        <span className="flex items-center gap-2">
          <Identifier
            value={keyOf(words, item)}
            className="min-w-16 shrink-0 text-small text-ink-3 max-md:hidden"
          />
          <ItemLink item={item} className="truncate">
            {item.name}
          </ItemLink>
        </span>
      </Cell>
      <Cell>
        <span className="flex items-center gap-1.5">
          <ItemState item={item} words={words} />
          <span className="truncate">{state?.name}</span>
        </span>
      </Cell>
      <Cell>
        <ItemPriority item={item} />
      </Cell>
      <Cell>{item.start_date && columnDate(item.start_date)}</Cell>
      <Cell>
        <ItemDue item={item} />
      </Cell>
      <Cell>
        <span className="flex items-center gap-1.5">
          <ItemLabels item={item} words={words} />
        </span>
      </Cell>
      {words.properties.map(({ id }) => (
        <Cell key={id}>
          <span className="flex max-w-60 items-center gap-1.5 truncate tabular-nums">
            <ValueParts parts={values.find(({ property }) => property.id === id)?.parts ?? []} />
          </span>
        </Cell>
      ))}
    </tr>
  )
}

const Cell = ({ className, children }: { className?: string; children: ReactNode }) => (
  <td
    className={classNames(
      'h-9 border-b border-line-subtle bg-(--row-bg,var(--surface)) px-4 whitespace-nowrap max-md:h-11',
      className,
    )}
  >
    {children}
  </td>
)
