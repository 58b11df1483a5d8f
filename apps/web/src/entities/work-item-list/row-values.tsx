import type { Label, WorkItem } from '@cairn/contract'
import { ChevronRight, Paperclip, Shapes, Tag, Triangle } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TFunction } from '#data/i18n.ts'
import { columnDate, isLate } from '#entities/work-item/due.ts'
import { longDate, shortDate } from '#ui/dates/day.ts'
import { Icon, type IconLike } from '#ui/icons/icon.tsx'
import { Boxes, CalendarCheck, IterationCw, Link2, ListTree } from '#ui/icons/light-icons.tsx'
import { PriorityIcon } from '#ui/icons/priority-icon.tsx'
import { RowCount, RowDate } from '#ui/lists/list-row.tsx'
import { AvatarGroup } from '#ui/people/avatar-group.tsx'
import { Chip, Dot } from '#ui/people/badge.tsx'
import { Identifier } from '#ui/people/identifier.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import type { RowContext } from './row-context.ts'
import type { Opens } from './use-row-actions.ts'

/** The data a value of a row is rendered from. */
export interface Drawn {
  item: WorkItem
  context: RowContext
  editing: Opens | 'name' | undefined
  /** Read-only. */
  fixed: boolean
  /** The row is hovered or focused: empty values can be set. */
  lively: boolean
}

interface ValueProps {
  opens: Opens
  /** "Priority: High" */
  label: string
  /** It has several texts: screen readers read them after the label, which only names them. */
  isRead?: boolean
  tip?: string | undefined
  /** Read-only. */
  fixed: boolean
  open: boolean
  className?: string
  children: ReactNode
}

// Meets the target size, but is no wider in the row than its icon.
const iconTarget = '-m-1 size-6 max-md:-m-3.5 max-md:size-11'

/** A value that is edited by a click, or read-only. */
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

/** Before the name; null keeps its room free. */
export function typeOf({ item, context, editing, fixed, lively }: Drawn): ReactNode {
  if (!context.shows.issue_type) return undefined
  const face = context.typeOf(item)
  const open = editing === 'type'
  const isOffered = !fixed && (lively || open) && context.hasTypes(item)
  if (!face?.icon && !isOffered) return null
  const label = face?.label ?? context.t('pickers.type')
  return (
    <Value
      opens="type"
      label={label}
      tip={label}
      fixed={fixed}
      open={open}
      className={face?.icon ? iconTarget : `${iconTarget} ${offered}`}
    >
      {face?.icon ? <Icon of={face.icon} /> : <Icon of={Shapes} size={14} className="text-ink-3" />}
    </Value>
  )
}

/** Buttons for empty values are rendered on first hover or focus, and stay rendered. */
const offered =
  'until-hover group-focus-within/row:opacity-100 group-hover/row:opacity-100 aria-expanded:opacity-100'

// Functions, not components: undefined takes no space in the row, an empty element would.

export function countsOf({ item, context: { shows, t } }: Drawn): ReactNode {
  const counts = [
    shows.sub_issue_count &&
      !item.is_epic &&
      ([ListTree, 'sub_item_count', item.sub_issues_count] as const),
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

/** Null keeps space for what appears on hover. */
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
      className={own.length === 0 ? `size-6 text-ink-3 ${offered}` : 'h-6 grid-flow-col gap-1.5'}
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

/** The cycle or module of an item: shown if set, edited on its page and in its menu. */
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
      className={classNames('h-6 w-full justify-items-end', !day && offered)}
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
