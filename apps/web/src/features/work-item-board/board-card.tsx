import type { WorkItem } from '@cairn/contract'
import { CalendarCheck, Ellipsis, Tag } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import { useSyncMark } from '#data/outbox-state.ts'
import { SyncTag } from '#entities/frame/sync-tag.tsx'
import { itemAddress } from '#entities/work-item/item-address.ts'
import type { Property } from '#entities/work-item/properties.ts'
import { isDraft } from '#entities/work-item-list/use-item-actions.ts'
import type { Opens } from '#entities/work-item-list/use-row-actions.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Icon, type IconLike } from '#ui/icons/icon.tsx'
import { DropMark } from '#ui/lists/sortable-parts.tsx'
import { AvatarGroup } from '#ui/people/avatar-group.tsx'
import { Identifier } from '#ui/people/identifier.tsx'
import { noHover } from '#ui/platform/no-hover.ts'
import { classNames } from '#ui/theme/class-names.ts'
import type { CardContext } from './card-context.ts'
import { CardStrip, datesOf } from './card-strip.tsx'

export interface BoardCardProps {
  item: WorkItem
  cell: string
  context: CardContext
  /** The open picker or field of this card. */
  editing: Opens | 'name' | undefined
  tabIndex: 0 | -1
  peeked: boolean
  arrived: boolean
  /** The card is being dragged: its place stays empty. */
  carried: boolean
  /** Where a card dragged over it would be dropped. */
  drop: 'before' | 'after' | undefined
}

const nameLook = 'line-clamp-2 leading-4.5 font-medium wrap-anywhere'

/**
 * Plain elements with a single handler: cards mount and unmount by the dozen while scrolling, so
 * the board handles their actions (see `use-card-actions.ts`).
 */
export const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const { item, cell, context, editing, tabIndex, peeked, arrived, carried, drop } = props
  const { slug, shows, faces, attachDrag, onDrawn } = context
  // Only the hovered or focused card has buttons and can be dragged.
  const [lively, setLively] = useState(context.small || noHover)
  const wake = lively ? undefined : () => setLively(true)
  const card = useRef<HTMLElement>(null)
  const draft = isDraft(item)
  const mark = useSyncMark(item.id)
  const fixed = !context.canChange(item)
  const key = draft ? undefined : faces.keyOf(item)
  const portable = lively && !draft

  useEffect(() => {
    if (card.current) onDrawn(card.current, { cell, id: item.id })
  }, [onDrawn, cell, item.id])

  useEffect(() => {
    if (portable && card.current) return attachDrag?.(card.current)
    return undefined
  }, [portable, attachDrag])

  return (
    <article
      ref={card}
      data-card=""
      data-item={item.id}
      aria-label={key ? `${key} ${item.name}` : item.name}
      aria-busy={(draft && !mark) || undefined}
      tabIndex={tabIndex}
      onPointerMove={wake}
      onFocus={wake}
      className={classNames(
        'group/card relative flex flex-col gap-1.5 rounded-md border bg-raised px-2.5 pt-2 pb-2.5 shadow-lift-0 [--row-bg:var(--raised)] hover:border-line-strong',
        peeked ? 'border-accent outline-1 outline-accent' : 'border-line',
        draft && !mark && 'pulse',
        arrived && 'flash',
        carried &&
          'border-dashed border-line-strong bg-transparent shadow-none [&>*:not([data-mark])]:invisible',
      )}
    >
      <div className="flex h-5 items-center justify-end gap-1 text-small text-ink-3 max-md:h-8">
        <span className="mr-auto flex items-center gap-1.5">
          {shows.issue_type && (
            <CardType item={item} context={context} editing={editing} fixed={fixed} />
          )}
          {shows.key && key && <Identifier value={key} />}
        </span>
        {mark && <SyncTag mark={mark} />}
        {((draft && !mark) || (lively && !draft)) && (
          <span className="flex items-center">
            {draft ? (
              <Spinner size={14} />
            ) : (
              <CardTools item={item} context={context} editing={editing} fixed={fixed} />
            )}
          </span>
        )}
        {shows.assignee && (
          <Assignees item={item} context={context} editing={editing} fixed={fixed} />
        )}
      </div>
      {key && !item.is_draft ? (
        <a
          href={itemAddress(slug, key)}
          tabIndex={-1}
          draggable={false}
          data-tip={item.name.length > 70 ? item.name : undefined}
          className={nameLook}
        >
          {item.name}
        </a>
      ) : (
        <div className={nameLook}>{item.name}</div>
      )}
      <div className="mt-0.5 flex flex-wrap items-center gap-1 empty:hidden">
        <CardStrip item={item} context={context} editing={editing} fixed={fixed} />
      </div>
      {drop && (
        <span
          data-mark=""
          className={classNames(
            'pointer-events-none absolute inset-x-0',
            drop === 'before' ? '-top-1' : '-bottom-1',
          )}
        >
          <DropMark drop={{ place: 'before', blocked: false }} />
        </span>
      )}
    </article>
  )
})

interface PartProps {
  item: WorkItem
  context: CardContext
  editing: Opens | 'name' | undefined
  fixed: boolean
}

/** Buttons for values the strip omits while they are empty, and the menu. */
function CardTools({ item, context, editing, fixed }: PartProps) {
  const { t, shows } = context
  const { start, due } = datesOf(item, context)
  const offers: (readonly [Property, IconLike, string] | false)[] = fixed
    ? []
    : [
        shows.due_date && !start && !due && ['due_date', CalendarCheck, t('pickers.due_date')],
        shows.labels && item.label_ids.length === 0 && ['labels', Tag, t('pickers.labels')],
      ]
  return (
    <span className="flex items-center until-hover group-focus-within/card:opacity-100 group-hover/card:opacity-100 has-aria-expanded:opacity-100">
      {offers.map((offer) => {
        if (!offer) return null
        const [property, icon, label] = offer
        return (
          <IconButton
            key={property}
            size="sm"
            icon={icon}
            iconSize={14}
            label={label}
            tabIndex={-1}
            data-opens={property}
            aria-haspopup="dialog"
            aria-expanded={editing === property}
          />
        )
      })}
      <IconButton
        size="sm"
        icon={Ellipsis}
        label={t('board.more')}
        tabIndex={-1}
        data-opens="menu"
        aria-haspopup="menu"
        aria-expanded={editing === 'menu'}
      />
    </span>
  )
}

function CardType({ item, context, editing, fixed }: PartProps) {
  const type = context.faces.typeOf(item)
  if (!type?.icon) return null
  if (fixed) {
    return (
      <span role="img" aria-label={type.label} data-tip={type.label}>
        <Icon of={type.icon} />
      </span>
    )
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      data-opens="type"
      data-tip={type.label}
      aria-label={type.label}
      aria-haspopup="listbox"
      aria-expanded={editing === 'type'}
      className="hit -m-1 grid size-6 place-items-center rounded-sm"
    >
      <Icon of={type.icon} />
    </button>
  )
}

function Assignees({ item, context, editing, fixed }: PartProps) {
  const { t, faces } = context
  const assigned = item.assignee_ids.flatMap((id) => faces.people.get(id) ?? [])
  const avatars = <AvatarGroup people={assigned} size={20} />
  if (fixed) return avatars
  const names = assigned.map(({ name }) => name).join(', ') || t('ui.no_assignee')
  return (
    <button
      type="button"
      tabIndex={-1}
      data-opens="assignees"
      aria-label={`${t('pickers.assignees')}: ${names}`}
      aria-haspopup="dialog"
      aria-expanded={editing === 'assignees'}
      className="hit grid h-6 min-w-5 place-items-center rounded-full"
    >
      {avatars}
    </button>
  )
}
