import type { PublicItem, PublicItemGroup, PublicState } from '@cairn/contract'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { emojiOf, tallyOf } from '#entities/reaction/reaction-codes.ts'
import { stateIcon } from '#entities/state/state-picture.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { useNear } from '#ui/overlays/use-near.ts'
import { Identifier } from '#ui/people/identifier.tsx'
import { groupedNumber } from '#ui/platform/number.ts'
import { classNames } from '#ui/theme/class-names.ts'
import type { LayoutProps } from './board-screen.tsx'
import { type BoardWords, useGroupItems } from './hooks.ts'
import { ItemLink } from './item-link.tsx'
import { ItemDue, ItemLabels, ItemPriority, ItemState, keyOf } from './item-parts.tsx'
import { ItemValues } from './item-values.tsx'

/** Grouped by state, side by side. */
export default function BoardColumns({ groups, states, ...props }: LayoutProps) {
  return (
    <div className="flex min-h-0 grow gap-3 overflow-x-auto px-4 pt-1 pb-3">
      {states.map((state) => (
        <Column
          key={state.id}
          state={state}
          group={groups[state.id] ?? { results: [], total_results: 0 }}
          {...props}
        />
      ))}
    </div>
  )
}

interface ColumnProps extends Omit<LayoutProps, 'groups' | 'states'> {
  state: PublicState
  group: PublicItemGroup
}

function Column({ state, group, words, filters, peeked, marks }: ColumnProps) {
  const { items, total, hasMore, isFetching, readMore } = useGroupItems(
    words,
    filters,
    state.id,
    group,
  )
  return (
    <section
      aria-label={state.name}
      className="flex w-76 min-w-60 shrink-0 flex-col max-md:w-[85vw]"
    >
      <div className="flex h-9 min-w-0 shrink-0 items-center gap-2 pr-1 pl-2">
        <Icon of={stateIcon(state, words.states)} className="text-ink-3" />
        <h2 className="truncate font-medium">{state.name}</h2>
        <span className="text-ink-3 tabular-nums">{groupedNumber(total)}</span>
      </div>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        tabIndex={0}
        aria-label={state.name}
        className="focus-inset flex min-h-0 grow flex-col gap-1.5 overflow-y-auto rounded-lg bg-sunken p-1.5"
      >
        {items.map((item) => (
          <Card key={item.id} item={item} words={words} peeked={peeked === item.id} marks={marks} />
        ))}
        {hasMore && <More busy={isFetching} shown={items.length} onNear={readMore} />}
      </ul>
    </section>
  )
}

interface MoreProps {
  busy: boolean
  shown: number
  onNear: () => void
}

/** At the end of a column: loads the next items when visible. */
function More({ busy, shown, onNear }: MoreProps) {
  const place = useRef<HTMLLIElement>(null)
  const near = useNear(place)
  const latest = useRef(onNear)
  useEffect(() => {
    latest.current = onNear
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each page that has come
  useEffect(() => {
    if (near && !busy) latest.current()
  }, [near, busy, shown])
  return (
    <li ref={place} className="grid h-8 shrink-0 place-items-center">
      <Spinner size={14} />
    </li>
  )
}

interface CardProps {
  item: PublicItem
  words: BoardWords
  peeked: boolean
  marks: LayoutProps['marks']
}

function Card({ item, words, peeked, marks }: CardProps) {
  return (
    <li
      className={classNames(
        'relative flex shrink-0 flex-col gap-1.5 rounded-md border bg-raised px-2.5 pt-2 pb-2.5 shadow-lift-0 hover:border-line-strong',
        peeked ? 'border-accent outline-1 outline-accent' : 'border-line',
      )}
    >
      <span className="text-small text-ink-3">
        <Identifier value={keyOf(words, item)} />
      </span>
      <ItemLink
        item={item}
        className="line-clamp-2 leading-4.5 font-medium wrap-anywhere before:absolute before:inset-0"
      >
        {item.name}
      </ItemLink>
      <div className="flex flex-wrap items-center gap-1.5">
        <ItemState item={item} words={words} />
        <ItemPriority item={item} />
        <ItemValues item={item} words={words} />
        <ItemLabels item={item} words={words} />
        <span className="ml-auto">
          <ItemDue item={item} />
        </span>
      </div>
      <CardMarks item={item} marks={marks} />
    </li>
  )
}

/** Votes and reactions of visitors, where the board has them enabled. */
function CardMarks({ item, marks }: Pick<CardProps, 'item' | 'marks'>) {
  const { t } = useTranslation()
  const { vote_items: votes, reaction_items } = item
  const given = reaction_items.map(({ reaction, actor_details: { id } }) => ({
    reaction,
    actor: id,
  }))
  const tallies = marks.reactions ? tallyOf(given) : []
  const ups = votes.filter(({ vote }) => vote === 1).length
  const downs = votes.length - ups
  if (!marks.votes && tallies.length === 0) return null
  return (
    <div className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line-subtle pt-1.5 text-small text-ink-3 tabular-nums">
      {marks.votes && (
        <>
          <span className="inline-flex items-center gap-1">
            <Icon of={ThumbsUp} size={12} />
            <span className="sr-only">{t('public_site.upvotes')}</span>
            {ups}
          </span>
          <span className="inline-flex items-center gap-1">
            <Icon of={ThumbsDown} size={12} />
            <span className="sr-only">{t('public_site.downvotes')}</span>
            {downs}
          </span>
        </>
      )}
      {tallies.map(({ code, actors }) => (
        <span key={code} className="inline-flex items-center gap-1">
          {emojiOf(code)} {actors.length}
        </span>
      ))}
    </div>
  )
}
