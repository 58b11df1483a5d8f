import type { Label, WorkItem } from '@cairn/contract'
import type { TFunction } from 'i18next'
import { ChevronRight, Ellipsis, IterationCw, Paperclip, Tag, Triangle } from 'lucide-react'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { archivedItemAddress, itemAddress } from '#features/work-item-detail/item-address.ts'
import { isDraft } from '#features/work-item-lists/is-draft.ts'
import type { DisplayProperties } from '#features/work-item-lists/list-settings.ts'
import type { Person } from '#ui/avatar.tsx'
import { AvatarGroup } from '#ui/avatar-group.tsx'
import { Chip, Dot } from '#ui/badge.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { classNames } from '#ui/class-names.ts'
import { shortDate } from '#ui/day.ts'
import { Icon, type IconLike } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Identifier } from '#ui/identifier.tsx'
import { Boxes, CalendarCheck, Layers, Link2 } from '#ui/light-icons.tsx'
import { ListRow, RowCount, RowDate } from '#ui/list-row.tsx'
import { PriorityIcon } from '#ui/priority-icon.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { columnDate, fullDate, isLate } from './due.ts'
import { RenameField } from './rename-field.tsx'
import type { Opens } from './use-row-deeds.ts'

/** A state or priority as rows draw it: made once per list, not once per row. */
export interface Face {
  label: string
  icon: IconLike | undefined
}

interface Named {
  name: string
}

/** What all rows of a list share. One object, so that a row is drawn again only when it changed. */
export interface RowContext {
  t: TFunction
  slug: string
  /** Which of the values are shown. */
  shows: DisplayProperties
  identifiers: ReadonlyMap<string, string>
  states: ReadonlyMap<string, Face>
  priorities: ReadonlyMap<string, Face>
  labels: ReadonlyMap<string, Label>
  people: ReadonlyMap<string, Person>
  cycles: ReadonlyMap<string, Named>
  modules: ReadonlyMap<string, Named>
  /** What each point of an estimate says. */
  points: ReadonlyMap<string, string>
  small: boolean
  selects: boolean
  onRename: (item: WorkItem, name: string) => void
  onRenamed: () => void
  /** Makes a row one that can be carried; returns how to undo that. */
  attachDrag: ((row: HTMLElement) => () => void) | undefined
}

export type DropEdge = 'before' | 'after'

interface WorkItemRowProps {
  item: WorkItem
  context: RowContext
  level: number
  /** Its children are shown below it. */
  expanded: boolean
  /** What of this row is being edited or open. */
  editing: Opens | 'name' | undefined
  tabIndex: 0 | -1
  canChange: boolean
  selected: boolean
  peeked: boolean
  /** Just put here. */
  arrived: boolean
  /** Where what is dragged over it would go. */
  drop: DropEdge | undefined
}

/**
 * Plain elements and no handlers but one: rows come and go by the hundred while scrolling, so what they
 * can do is done by their list (see `use-row-deeds.ts`).
 */
export const WorkItemRow = memo(function WorkItemRow(props: WorkItemRowProps) {
  const { item, context, level, expanded, editing, tabIndex, canChange, selected, drop } = props
  const { t, small, shows, attachDrag } = context
  // Only the row one is at has a menu, a box to check, and can be carried.
  const [lively, setLively] = useState(false)
  const wake = lively ? undefined : () => setLively(true)
  const row = useRef<HTMLDivElement>(null)
  const draft = isDraft(item)
  const identifier = draft
    ? undefined
    : `${context.identifiers.get(item.project_id) ?? ''}-${item.sequence_id}`
  const state = context.states.get(item.state_id)
  const priority = context.priorities.get(item.priority)
  const fixed = draft || !canChange
  const carried = lively && !fixed && level === 0

  useEffect(() => {
    if (carried && row.current) return attachDrag?.(row.current)
    return undefined
  }, [carried, attachDrag])

  return (
    <ListRow
      ref={row}
      inList
      data-row=""
      data-item={item.id}
      role="group"
      aria-label={identifier ? `${identifier} ${item.name}` : item.name}
      aria-busy={draft || undefined}
      tabIndex={tabIndex}
      level={level}
      selected={selected}
      peeked={props.peeked}
      arrived={props.arrived}
      // Moving, not entering: rows that scroll by under a resting pointer stay as they are.
      onPointerMove={wake}
      onFocus={wake}
      className={classNames(
        draft && 'pulse',
        drop === 'before' && 'shadow-[inset_0_2px_0_var(--accent)]',
        drop === 'after' && 'shadow-[inset_0_-2px_0_var(--accent)]',
      )}
      checkbox={
        context.selects &&
        !draft &&
        (lively || selected) && (
          <span data-check="" className="inline-grid">
            <Checkbox
              checked={selected}
              readOnly
              tabIndex={-1}
              aria-label={t('work_items.select', { name: item.name })}
            />
          </span>
        )
      }
      state={
        shows.state && state ? (
          <Value opens="state" label={state.label} fixed={fixed} open={editing === 'state'}>
            {state.icon && <Icon of={state.icon} />}
          </Value>
        ) : undefined
      }
      identifier={shows.key ? identifier : undefined}
      expander={item.sub_issues_count > 0 && !item.is_epic && <Expander open={expanded} t={t} />}
      name={
        editing === 'name' ? (
          <RenameField
            name={item.name}
            onSave={(name) => context.onRename(item, name)}
            onClose={context.onRenamed}
          />
        ) : identifier ? (
          <a
            href={
              item.archived_at
                ? archivedItemAddress(context.slug, item.project_id, item.id)
                : itemAddress(context.slug, identifier)
            }
            tabIndex={-1}
            draggable={false}
            data-tip={item.name.length > 60 ? item.name : undefined}
          >
            {item.name}
          </a>
        ) : (
          item.name
        )
      }
      counts={<Counts item={item} shows={shows} t={t} />}
      labels={shows.labels && <Labels {...props} fixed={fixed} lively={lively} />}
      module={shows.modules && <Modules {...props} fixed={fixed} />}
      cycle={shows.cycle && <Cycle {...props} fixed={fixed} />}
      estimate={shows.estimate && <Estimate {...props} fixed={fixed} />}
      priority={
        shows.priority && priority ? (
          <Value
            opens="priority"
            label={priority.label}
            fixed={fixed}
            open={editing === 'priority'}
          >
            {priority.icon && <Icon of={priority.icon} />}
          </Value>
        ) : undefined
      }
      date={
        shows.due_date || shows.start_date ? (
          <Dates item={item} context={context} editing={editing} fixed={fixed} lively={lively} />
        ) : undefined
      }
      assignees={shows.assignee && <Assignees {...props} fixed={fixed} />}
      mobileMeta={small && <MobileMeta item={item} context={context} identifier={identifier} />}
      menu={
        !draft && lively ? (
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
  /** Names it; where the value is text, what it says follows. */
  label: string
  isText?: boolean
  tip?: string
  /** Only to look at. */
  fixed: boolean
  open: boolean
  className?: string
  children: ReactNode
}

// As large as a target must be, and no wider in the row than its icon.
const iconTarget = '-m-1 size-6 max-md:-m-3.5 max-md:size-11'

function Value(props: ValueProps) {
  const { opens, label, isText = false, tip, fixed, open, className = iconTarget, children } = props
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
      aria-label={isText ? undefined : label}
      aria-haspopup={opens === 'due_date' || opens === 'dates' ? 'dialog' : 'listbox'}
      aria-expanded={open}
      className={classNames('focus-inset grid shrink-0 place-items-center rounded-sm', className)}
    >
      {isText && <span className="sr-only">{`${label}: `}</span>}
      {children}
    </button>
  )
}

function Expander({ open, t }: { open: boolean; t: TFunction }) {
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

interface PartProps {
  item: WorkItem
  context: RowContext
  editing: Opens | 'name' | undefined
  fixed: boolean
}

function Counts({ item, shows, t }: { item: WorkItem; shows: DisplayProperties; t: TFunction }) {
  const counts = [
    shows.sub_issue_count &&
      !item.is_epic &&
      ([Layers, 'sub_item_count', item.sub_issues_count] as const),
    shows.attachment_count && ([Paperclip, 'attachment_count', item.attachment_count] as const),
    shows.link && ([Link2, 'link_count', item.link_count] as const),
  ]
  return counts.map((one) => {
    if (!one || one[2] === 0) return null
    const [icon, word, count] = one
    const name = t(`work_items.${word}`, { count })
    return (
      <span key={word} role="img" aria-label={name} data-tip={name} className="flex">
        <RowCount icon={<Icon of={icon} size={14} />}>{count}</RowCount>
      </span>
    )
  })
}

function Labels({ item, context, editing, fixed, lively }: PartProps & { lively: boolean }) {
  const { labels, t } = context
  const own = item.label_ids.flatMap((id) => labels.get(id) ?? [])
  const names = own.map(({ name }) => name).join(', ')
  if (fixed) return <LabelChips own={own} t={t} />
  return (
    <Value
      opens="labels"
      label={t('pickers.labels')}
      isText={own.length > 0}
      tip={own.length > 3 ? names : undefined}
      fixed={false}
      open={editing === 'labels'}
      className={own.length === 0 ? 'size-6 text-ink-3' : 'grid-flow-col gap-1.5'}
    >
      {own.length > 0 ? (
        <LabelChips own={own} t={t} />
      ) : (
        (lively || editing === 'labels') && <Icon of={Tag} size={14} />
      )}
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

interface PlanProps extends PartProps {
  opens: 'modules' | 'cycle' | 'estimate'
  icon: IconLike
  text: string | undefined
  tip?: string
}

/** What an item is planned in: shown where it is something, to be set from its page and its menu. */
function PlanChip({ opens, icon, text, tip, context, editing, fixed }: PlanProps) {
  if (!text) return null
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
      label={context.t(`pickers.${opens}`)}
      isText
      tip={tip}
      fixed={false}
      open={editing === opens}
      className="h-6"
    >
      {chip}
    </Value>
  )
}

function Modules(props: PartProps) {
  const { item, context } = props
  const names = item.module_ids.flatMap((id) => context.modules.get(id)?.name ?? [])
  const many = names.length > 1 && context.t('pickers.module_count', { count: names.length })
  const tip = many ? names.join(', ') : undefined
  return <PlanChip {...props} opens="modules" icon={Boxes} text={many || names[0]} tip={tip} />
}

function Cycle(props: PartProps) {
  const { item, context } = props
  const text = context.cycles.get(item.cycle_id ?? '')?.name
  return <PlanChip {...props} opens="cycle" icon={IterationCw} text={text} />
}

function Estimate(props: PartProps) {
  const { item, context } = props
  const text = context.points.get(item.estimate_point ?? '')
  return <PlanChip {...props} opens="estimate" icon={Triangle} text={text} />
}

function Dates({ item, context, editing, fixed, lively }: PartProps & { lively: boolean }) {
  const { t, shows } = context
  const start = shows.start_date ? item.start_date : null
  const due = shows.due_date ? item.target_date : null
  const both = start !== null && due !== null
  const opens = both ? 'dates' : !shows.due_date || (start && !due) ? 'start_date' : 'due_date'
  const tip = [
    start && t('work_items.starts_on', { date: fullDate(start) }),
    due && t('work_items.due_on', { date: fullDate(due) }),
  ]
    .filter(Boolean)
    .join(', ')
  const day = due ?? start
  const text = day ? (
    <RowDate late={due !== null && isLate(item)} tip={tip}>
      {columnDate(day)}
    </RowDate>
  ) : (
    (lively || editing === opens) && <Icon of={CalendarCheck} size={14} className="text-ink-3" />
  )
  if (fixed) return text
  return (
    <Value
      opens={opens}
      label={t(opens === 'start_date' ? 'pickers.start_date' : 'pickers.due_date')}
      isText={day !== null}
      fixed={false}
      open={editing === opens}
      className="h-6 w-full justify-items-end"
    >
      {text}
    </Value>
  )
}

function Assignees({ item, context, editing, fixed }: PartProps) {
  const { people, small, t } = context
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

function MobileMeta({ item, context, identifier }: MobileMetaProps) {
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
