import type { Label, WorkItem } from '@cairn/contract'
import type { TFunction } from 'i18next'
import { Ellipsis } from 'lucide-react'
import { memo, useState } from 'react'
import type { Person } from '#ui/avatar.tsx'
import { AvatarGroup } from '#ui/avatar-group.tsx'
import { Chip, Dot } from '#ui/badge.tsx'
import { shortDate } from '#ui/day.ts'
import { Icon, type IconLike } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Identifier } from '#ui/identifier.tsx'
import { ListRow, RowDate } from '#ui/list-row.tsx'
import { PriorityIcon } from '#ui/priority-icon.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import { columnDate, fullDate, isLate } from './due.ts'
import { isDraft } from './hooks.ts'
import { RenameField } from './rename-field.tsx'

/** A state or priority as rows draw it: made once per list, not once per row. */
export interface Face {
  label: string
  icon: IconLike | undefined
}

/** What all rows of a list share. One object, so that a row is drawn again only when it changed. */
export interface RowContext {
  t: TFunction
  identifier: string
  states: ReadonlyMap<string, Face>
  priorities: ReadonlyMap<string, Face>
  labels: ReadonlyMap<string, Label>
  people: ReadonlyMap<string, Person>
  small: boolean
  onRename: (id: string, name: string) => void
  onRenamed: () => void
}

/** What a row's buttons open; the list hears their clicks, by `data-opens`. */
export type Opens = 'state' | 'priority' | 'menu'

interface WorkItemRowProps {
  item: WorkItem
  context: RowContext
  /** What of this row is being edited or open. */
  editing: Opens | 'name' | undefined
  tabIndex: 0 | -1
  canChange: boolean
  canRemove: boolean
}

/**
 * Plain elements and no handlers but one: rows come and go by the hundred while scrolling, so what they
 * can do is done by their list (see `use-row-deeds.ts`).
 */
export const WorkItemRow = memo(function WorkItemRow(props: WorkItemRowProps) {
  const { item, context, editing, tabIndex, canChange, canRemove } = props
  const { t, small } = context
  // Only the row one is at has a menu button.
  const [lively, setLively] = useState(false)
  const wake = lively ? undefined : () => setLively(true)
  const draft = isDraft(item)
  const identifier = draft ? undefined : `${context.identifier}-${item.sequence_id}`
  const hasMenu = !draft && (canChange || canRemove)
  const state = context.states.get(item.state_id)
  const priority = context.priorities.get(item.priority)
  const fixed = draft || !canChange

  return (
    <ListRow
      inList
      data-row=""
      role="group"
      aria-label={identifier ? `${identifier} ${item.name}` : item.name}
      aria-busy={draft || undefined}
      tabIndex={tabIndex}
      // Moving, not entering: rows that scroll by under a resting pointer stay as they are.
      onPointerMove={wake}
      onFocus={wake}
      className={draft ? 'pulse' : undefined}
      state={state && <Value opens="state" face={state} fixed={fixed} open={editing === 'state'} />}
      identifier={identifier}
      name={
        editing === 'name' ? (
          <RenameField
            name={item.name}
            onSave={(name) => context.onRename(item.id, name)}
            onClose={context.onRenamed}
          />
        ) : small && hasMenu ? (
          <MenuName name={item.name} open={editing === 'menu'} />
        ) : item.name.length > 60 ? (
          <span data-tip={item.name}>{item.name}</span>
        ) : (
          item.name
        )
      }
      labels={item.label_ids.length > 0 && labelChips(item.label_ids, context)}
      priority={
        priority && (
          <Value opens="priority" face={priority} fixed={fixed} open={editing === 'priority'} />
        )
      }
      date={
        item.target_date ? (
          <RowDate
            late={isLate(item)}
            tip={t('work_items.due_on', { date: fullDate(item.target_date) })}
          >
            {columnDate(item.target_date)}
          </RowDate>
        ) : null
      }
      assignees={
        <AvatarGroup
          people={item.assignee_ids.flatMap((id) => context.people.get(id) ?? [])}
          size={small ? 24 : 20}
        />
      }
      mobileMeta={small && <MobileMeta item={item} context={context} identifier={identifier} />}
      menu={
        hasMenu && lively ? (
          <IconButton
            size="sm"
            icon={Ellipsis}
            label={t('work_items.more')}
            tabIndex={-1}
            data-opens="menu"
            aria-haspopup="menu"
            aria-expanded={editing === 'menu'}
          />
        ) : (
          draft && <Spinner size={14} />
        )
      }
    />
  )
})

interface ValueProps {
  opens: Opens
  face: Face
  /** Only to look at. */
  fixed: boolean
  open: boolean
}

function Value({ opens, face: { icon, label }, fixed, open }: ValueProps) {
  if (fixed) {
    return (
      <span role="img" aria-label={label}>
        {icon && <Icon of={icon} />}
      </span>
    )
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      data-opens={opens}
      aria-label={label}
      aria-haspopup="listbox"
      aria-expanded={open}
      // As large as a target must be, and no wider in the row than its icon.
      className="focus-inset -m-1 grid size-6 shrink-0 place-items-center rounded-sm max-md:-m-3.5 max-md:size-11"
    >
      {icon && <Icon of={icon} />}
    </button>
  )
}

/** On small screens a tap on the name opens what a row can do; there is no room for a menu button. */
function MenuName({ name, open }: { name: string; open: boolean }) {
  return (
    <button
      type="button"
      className="line-clamp-2 text-left"
      data-opens="menu"
      aria-haspopup="menu"
      aria-expanded={open}
    >
      {name}
    </button>
  )
}

function labelChips(ids: readonly string[], { labels, t }: RowContext) {
  const own = ids.flatMap((id) => labels.get(id) ?? [])
  if (own.length > 3) {
    return (
      <Tooltip label={own.map(({ name }) => name).join(', ')}>
        <span>
          <Chip>{t('work_items.label_count', { count: own.length })}</Chip>
        </span>
      </Tooltip>
    )
  }
  return own.map((label) => (
    <Chip key={label.id} colour={label.color} className="max-w-32">
      {label.name}
    </Chip>
  ))
}

interface MobileMetaProps {
  item: WorkItem
  context: RowContext
  identifier: string | undefined
}

function MobileMeta({ item, context, identifier }: MobileMetaProps) {
  const own = item.label_ids.flatMap((id) => context.labels.get(id) ?? [])
  const [first] = own
  return (
    <>
      {identifier && <Identifier value={identifier} />}
      {item.priority !== 'none' && (
        <PriorityIcon
          priority={item.priority}
          size={14}
          label={context.t(`work_items.priorities.${item.priority}`)}
        />
      )}
      {item.target_date && <RowDate late={isLate(item)}>{shortDate(item.target_date)}</RowDate>}
      {first && (
        <span className="flex min-w-0 items-center gap-1.25">
          <Dot colour={first.color} />
          <span className="truncate">{first.name}</span>
        </span>
      )}
      {own.length > 1 && <span>{`+${own.length - 1}`}</span>}
    </>
  )
}
