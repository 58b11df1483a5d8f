import type { Label, WorkItem } from '@cairn/contract'
import { ChevronRight, Paperclip, Tag, Triangle } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TFunction } from '#data/i18n.ts'
import { columnDate, isLate } from '#entities/work-item/due.ts'
import { longDate, shortDate } from '#ui/dates/day.ts'
import { Icon, type IconLike } from '#ui/icons/icon.tsx'
import { Boxes, CalendarCheck, IterationCw, Layers, Link2 } from '#ui/icons/light-icons.tsx'
import { PriorityIcon } from '#ui/icons/priority-icon.tsx'
import { RowCount, RowDate } from '#ui/lists/list-row.tsx'
import { AvatarGroup } from '#ui/people/avatar-group.tsx'
import { Chip, Dot } from '#ui/people/badge.tsx'
import { Identifier } from '#ui/people/identifier.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import type { RowContext } from './row-context.ts'
import type { Opens } from './use-row-actions.ts'

/** What a value of a row is drawn from. */
export interface Drawn {
  item: WorkItem
  context: RowContext
  editing: Opens | 'name' | undefined
  /** Only to look at. */
  fixed: boolean
  /** One is at the row: what is not set can be set. */
  lively: boolean
}

interface ValueProps {
  opens: Opens
  /** "Priority: High" */
  label: string
  /** Several texts are in it: they are read after the label, which only says what they are. */
  isRead?: boolean
  tip?: string | undefined
  /** Only to look at. */
  fixed: boolean
  open: boolean
  className?: string
  children: ReactNode
}

// As large as a target must be, and no wider in the row than its icon.
const iconTarget = '-m-1 size-6 max-md:-m-3.5 max-md:size-11'

/** A value that is changed by a click, or only to look at. */
export function Value(props: ValueProps) {
  const { opens, label, isRead = false, tip, fixed, open, children } = props
  const { className = iconTarget } = props
  if (fixed) {
    return (
      <span role="img" aria-label={label} data-tip={tip}>
        {children}
      </span>
    )
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      data-opens={opens}
      data-tip={tip}
      aria-label={isRead ? undefined : label}
      aria-haspopup={opens === 'due_date' || opens === 'dates' ? 'dialog' : 'listbox'}
      aria-expanded={open}
      className={classNames('focus-inset grid shrink-0 place-items-center rounded-sm', className)}
    >
      {isRead && <span className="sr-only">{`${label}: `}</span>}
      {children}
    </button>
  )
}

export function Expander({ open, t }: { open: boolean; t: TFunction }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      data-expand=""
      aria-expanded={open}
      aria-label={t('work_items.sub_items')}
      className="focus-inset -mx-1 grid size-6 place-items-center rounded-sm text-ink-3 hover:bg-pressed"
    >
      <Icon
        of={ChevronRight}
        size={14}
        className={classNames('transition-transform duration-(--time-base)', open && 'rotate-90')}
      />
    </button>
  )
}

// Functions, not components: what is undefined gets no place in the row, an element that draws nothing would.

export function countsOf({ item, context: { shows, t } }: Drawn): ReactNode {
  const counts = [
    shows.sub_issue_count &&
      !item.is_epic &&
      ([Layers, 'sub_item_count', item.sub_issues_count] as const),
    shows.attachment_count && ([Paperclip, 'attachment_count', item.attachment_count] as const),
    shows.link && ([Link2, 'link_count', item.link_count] as const),
  ]
  const shownCounts = counts.flatMap((one) => (one && one[2] > 0 ? [one] : []))
  if (shownCounts.length === 0) return undefined
  return shownCounts.map(([icon, word, count]) => {
    const name = t(`work_items.${word}`, { count })
    return (
      <span key={word} role="img" aria-label={name} data-tip={name} className="flex">
        <RowCount icon={<Icon of={icon} size={14} />}>{count}</RowCount>
      </span>
    )
  })
}

/** Null keeps the room free of what shows once one is at the row. */
export function labelsOf({ item, context, editing, fixed, lively }: Drawn): ReactNode {
  const { labels, t, shows } = context
  if (!shows.labels) return undefined
  const own = item.label_ids.flatMap((id) => labels.get(id) ?? [])
  const open = editing === 'labels'
  if (own.length === 0 && (fixed || !(lively || open))) return fixed ? undefined : null
  const chips = <LabelChips own={own} t={t} />
  if (fixed) return chips
  const names = own.map(({ name }) => name).join(', ')
  return (
    <Value
      opens="labels"
      label={t('pickers.labels')}
      isRead={own.length > 0}
      tip={own.length > 3 ? names : undefined}
      fixed={false}
      open={open}
      className={own.length === 0 ? 'size-6 text-ink-3' : 'h-6 grid-flow-col gap-1.5'}
    >
      {own.length > 0 ? chips : <Icon of={Tag} size={14} />}
    </Value>
  )
}

function LabelChips({ own, t }: { own: readonly Label[]; t: TFunction }) {
  if (own.length > 3) return <Chip>{t('pickers.label_count', { count: own.length })}</Chip>
  return own.map((label) => (
    <Chip key={label.id} colour={label.color} className="max-w-32">
      {label.name}
    </Chip>
  ))
}

interface Plan {
  opens: 'modules' | 'cycle' | 'estimate'
  icon: IconLike
  text: string | undefined
  tip?: string | undefined
}

/** What an item is planned in: shown where it is something, to be set from its page and its menu. */
function planChip({ context, editing, fixed }: Drawn, { opens, icon, text, tip }: Plan): ReactNode {
  if (!text || !context.shows[opens]) return undefined
  const chip = (
    <span className="flex h-5 max-w-32 items-center gap-1 rounded-full border border-line px-1.75 text-small text-ink-2">
      <Icon of={icon} size={12} className="text-ink-3" />
      <span className="truncate">{text}</span>
    </span>
  )
  if (fixed) return chip
  return (
    <Value
      opens={opens}
      label={`${context.t(`pickers.${opens}`)}: ${text}`}
      tip={tip}
      fixed={false}
      open={editing === opens}
      className="h-6"
    >
      {chip}
    </Value>
  )
}

export function modulesOf(drawn: Drawn) {
  const { item, context } = drawn
  const names = item.module_ids.flatMap((id) => context.modules.get(id)?.name ?? [])
  const many = names.length > 1 && context.t('pickers.module_count', { count: names.length })
  const tip = many ? names.join(', ') : undefined
  return planChip(drawn, { opens: 'modules', icon: Boxes, text: many || names[0], tip })
}

export function cycleOf(drawn: Drawn) {
  const text = drawn.context.cycles.get(drawn.item.cycle_id ?? '')?.name
  return planChip(drawn, { opens: 'cycle', icon: IterationCw, text })
}

export function estimateOf(drawn: Drawn) {
  const text = drawn.context.points.get(drawn.item.estimate_point ?? '')
  return planChip(drawn, { opens: 'estimate', icon: Triangle, text })
}

/** Null keeps the room free. */
export function datesOf({ item, context, editing, fixed, lively }: Drawn): ReactNode {
  const { t, shows } = context
  if (!shows.due_date && !shows.start_date) return undefined
  const start = shows.start_date ? item.start_date : null
  const due = shows.due_date ? item.target_date : null
  const both = start !== null && due !== null
  const opens = both ? 'dates' : !shows.due_date || (start && !due) ? 'start_date' : 'due_date'
  const day = due ?? start
  if (!day && (fixed || !(lively || editing === opens))) return null
  const late = due !== null && isLate(item)
  const tip = [
    start && t('work_items.starts_on', { date: longDate(start) }),
    due && t('work_items.due_on', { date: longDate(due) }),
    late && t('pickers.overdue'),
  ]
    .filter(Boolean)
    .join(', ')
  const name = t(opens === 'start_date' ? 'pickers.start_date' : 'pickers.due_date')
  const text = day ? (
    <RowDate late={late} tip={tip}>
      {columnDate(day)}
    </RowDate>
  ) : (
    <Icon of={CalendarCheck} size={14} className="text-ink-3" />
  )
  if (fixed) return text
  return (
    <Value
      opens={opens}
      label={day ? `${name}: ${columnDate(day)}${late ? `, ${t('pickers.overdue')}` : ''}` : name}
      fixed={false}
      open={editing === opens}
      className="h-6 w-full justify-items-end"
    >
      {text}
    </Value>
  )
}

export function assigneesOf({ item, context, editing, fixed }: Drawn): ReactNode {
  const { people, small, shows, t } = context
  if (!shows.assignee) return undefined
  const assigned = item.assignee_ids.flatMap((id) => people.get(id) ?? [])
  const avatars = <AvatarGroup people={assigned} size={small ? 24 : 20} />
  if (fixed) return avatars
  const names = assigned.map(({ name }) => name).join(', ') || t('ui.no_assignee')
  return (
    <Value
      opens="assignees"
      label={`${t('pickers.assignees')}: ${names}`}
      fixed={false}
      open={editing === 'assignees'}
      className="h-6 min-w-6 rounded-full max-md:h-11"
    >
      {avatars}
    </Value>
  )
}

interface MobileMetaProps {
  item: WorkItem
  context: RowContext
  identifier: string | undefined
}

/** Below the name on small screens. */
export function MobileMeta({ item, context, identifier }: MobileMetaProps) {
  const { shows } = context
  const own = shows.labels ? item.label_ids.flatMap((id) => context.labels.get(id) ?? []) : []
  const [first] = own
  return (
    <>
      {identifier && shows.key && <Identifier value={identifier} />}
      {item.priority !== 'none' && shows.priority && (
        <PriorityIcon
          priority={item.priority}
          size={14}
          label={context.t(`pickers.priorities.${item.priority}`)}
        />
      )}
      {item.target_date && shows.due_date && (
        <RowDate late={isLate(item)}>{shortDate(item.target_date)}</RowDate>
      )}
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
