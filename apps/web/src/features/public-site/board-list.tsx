import type { PublicItem, PublicItemGroup, PublicState } from '@cairn/contract'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { stateIcon } from '#entities/state/state-picture.tsx'
import { Button } from '#ui/controls/button.tsx'
import { GroupHeader } from '#ui/lists/group-header.tsx'
import { ListRow } from '#ui/lists/list-row.tsx'
import { Identifier } from '#ui/people/identifier.tsx'
import type { LayoutProps } from './board-screen.tsx'
import { type BoardWords, useGroupItems } from './hooks.ts'
import { ItemLink } from './item-link.tsx'
import { ItemDue, ItemLabels, ItemPriority, ItemState, keyOf } from './item-parts.tsx'
import { ItemValues } from './item-values.tsx'

/** Grouped by state, one below the other. */
export default function BoardList({ groups, states, ...props }: LayoutProps) {
  return (
    <div className="min-h-0 grow overflow-y-auto bg-surface">
      {states.map((state) => (
        <StateGroup
          key={state.id}
          state={state}
          group={groups[state.id] ?? { results: [], total_results: 0 }}
          {...props}
        />
      ))}
    </div>
  )
}

interface StateGroupProps extends Omit<LayoutProps, 'groups' | 'states'> {
  state: PublicState
  group: PublicItemGroup
}

function StateGroup({ state, group, words, filters, peeked }: StateGroupProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(true)
  const { items, total, hasMore, isFetching, readMore } = useGroupItems(
    words,
    filters,
    state.id,
    group,
  )
  return (
    <section aria-label={state.name}>
      <div className="sticky top-0 z-(--z-sticky)">
        <GroupHeader
          icon={stateIcon(state, words.states)}
          name={state.name}
          count={total}
          open={open}
          onToggle={() => setOpen(!open)}
        />
      </div>
      {open && (
        <ul>
          {items.map((item) => (
            <li key={item.id}>
              <Row item={item} words={words} peeked={peeked === item.id} />
            </li>
          ))}
        </ul>
      )}
      {open && hasMore && (
        <div className="border-b border-line-subtle py-1.5 pl-9.5 max-md:pl-4">
          <Button size="sm" variant="ghost" busy={isFetching} onClick={readMore}>
            {t('public_site.load_more')}
          </Button>
        </div>
      )}
    </section>
  )
}

interface RowProps {
  item: PublicItem
  words: BoardWords
  peeked: boolean
}

function Row({ item, words, peeked }: RowProps) {
  const identifier = keyOf(words, item)
  return (
    <ListRow
      className="relative"
      peeked={peeked}
      state={<ItemState item={item} words={words} />}
      identifier={identifier}
      name={
        <ItemLink item={item} className="before:absolute before:inset-0">
          {item.name}
        </ItemLink>
      }
      labels={
        <>
          <ItemValues item={item} words={words} />
          <ItemLabels item={item} words={words} />
        </>
      }
      priority={<ItemPriority item={item} />}
      date={<ItemDue item={item} />}
      mobileMeta={
        <>
          <Identifier value={identifier} />
          <ItemPriority item={item} />
          <ItemDue item={item} />
          <ItemValues item={item} words={words} />
          <ItemLabels item={item} words={words} />
        </>
      }
    />
  )
}
