import type { WorkItem } from '@cairn/contract'
import { Paperclip, Triangle } from 'lucide-react'
import type { ReactNode } from 'react'
import { isLate } from '#entities/work-item/due.ts'
import type { Property } from '#entities/work-item/properties.ts'
import { OwnChips } from '#entities/work-item-list/own-chips.tsx'
import type { Opens } from '#entities/work-item-list/use-row-actions.ts'
import { longDate, rangeText, shortDate } from '#ui/dates/day.ts'
import { Icon, type IconLike } from '#ui/icons/icon.tsx'
import {
  Boxes,
  CalendarCheck,
  CalendarClock,
  IterationCw,
  Link2,
  ListTree,
} from '#ui/icons/light-icons.tsx'
import { Chip } from '#ui/people/badge.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import type { CardContext } from './card-context.ts'

interface PillProps {
  /** What a click opens; undefined if read-only. */
  opens?: Property
  open?: boolean
  label: string
  icon: IconLike
  late?: boolean
  /** Its text takes at most half the width of a card. */
  narrow?: boolean
  children?: ReactNode
}

const pill =
  'inline-flex h-5.5 min-w-0 items-center gap-1.25 rounded-md border border-line text-small whitespace-nowrap tabular-nums max-md:h-8 max-md:rounded-lg md:touch:h-6 [&>svg]:size-3.5'

/** Plain elements: the board handles the clicks. */
function Pill(props: PillProps) {
  const { opens, open = false, label, icon, late = false, narrow = false, children } = props
  const look = classNames(
    pill,
    children === undefined || children === null ? 'w-6 justify-center max-md:w-8' : 'px-1.75',
    late ? 'overdue' : 'text-ink-2',
  )
  const content = (
    <>
      <Icon of={icon} size={14} className={late ? 'text-danger-ink' : 'text-ink-3'} />
      {children !== undefined && (
        <span aria-hidden className={narrow ? 'max-w-40 truncate' : 'truncate'}>
          {children}
        </span>
      )}
    </>
  )
  if (!opens) {
    return (
      <span role="img" aria-label={label} data-tip={label} className={look}>
        {content}
      </span>
    )
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      data-opens={opens}
      data-tip={label}
      aria-label={label}
      aria-haspopup={opens === 'state' || opens === 'priority' ? 'listbox' : 'dialog'}
      aria-expanded={open}
      className={classNames(look, 'hover:bg-hover active:bg-pressed aria-expanded:bg-pressed')}
    >
      {content}
    </button>
  )
}

interface CardStripProps {
  item: WorkItem
  context: CardContext
  editing: Opens | 'name' | undefined
  fixed: boolean
}

/** The values of a card below its name, each only if enabled and set. */
export function CardStrip({ item, context, editing, fixed }: CardStripProps) {
  const { slug, shows, faces, hidesState } = context
  const state = faces.states.get(item.state_id)
  const priority = faces.priorities.get(item.priority)
  const opens = (property: Property) => (fixed ? undefined : property)
  return (
    <>
      {shows.state && !hidesState && state?.icon && (
        <Pill
          opens={opens('state')}
          open={editing === 'state'}
          label={state.label}
          icon={state.icon}
        >
          {state.name}
        </Pill>
      )}
      {shows.priority && priority?.icon && (
        <Pill
          opens={opens('priority')}
          open={editing === 'priority'}
          label={priority.label}
          icon={priority.icon}
        />
      )}
      <CardDates item={item} context={context} editing={editing} fixed={fixed} />
      <CardCounts item={item} context={context} />
      <CardPlans item={item} context={context} editing={editing} fixed={fixed} />
      {shows.own && (
        <OwnChips slug={slug} ids={shows.own} item={item} fixed={fixed} editing={editing} />
      )}
      <CardLabels item={item} context={context} editing={editing} fixed={fixed} />
    </>
  )
}

/** The dates to show; both are shown as one if both are set. */
export function datesOf(item: WorkItem, { shows }: CardContext) {
  const start = shows.start_date ? item.start_date : null
  const due = shows.due_date ? item.target_date : null
  return { start, due }
}

function CardDates({ item, context, editing, fixed }: CardStripProps) {
  const { t } = context
  const { start, due } = datesOf(item, context)
  const late = due !== null && isLate(item)
  const overdue = late ? `, ${t('pickers.overdue')}` : ''
  if (start && due) {
    const text = rangeText(start, due)
    return (
      <Pill
        opens={fixed ? undefined : 'dates'}
        open={editing === 'dates'}
        label={`${t('pickers.dates')}: ${text}${overdue}`}
        icon={CalendarCheck}
        late={late}
      >
        {shortDate(due)}
      </Pill>
    )
  }
  if (start) {
    return (
      <Pill
        opens={fixed ? undefined : 'start_date'}
        open={editing === 'start_date'}
        label={`${t('pickers.start_date')}: ${longDate(start)}`}
        icon={CalendarClock}
      >
        {shortDate(start)}
      </Pill>
    )
  }
  if (!due) return null
  return (
    <Pill
      opens={fixed ? undefined : 'due_date'}
      open={editing === 'due_date'}
      label={`${t('pickers.due_date')}: ${longDate(due)}${overdue}`}
      icon={CalendarCheck}
      late={late}
    >
      {shortDate(due)}
    </Pill>
  )
}

function CardCounts({ item, context }: Pick<CardStripProps, 'item' | 'context'>) {
  const { t, shows } = context
  return (
    <>
      {shows.sub_issue_count && item.sub_issues_count > 0 && (
        <Pill label={t('board.sub_items', { count: item.sub_issues_count })} icon={ListTree}>
          {item.sub_issues_count}
        </Pill>
      )}
      {shows.attachment_count && item.attachment_count > 0 && (
        <Pill label={t('board.attachments', { count: item.attachment_count })} icon={Paperclip}>
          {item.attachment_count}
        </Pill>
      )}
      {shows.link && item.link_count > 0 && (
        <Pill label={t('board.links', { count: item.link_count })} icon={Link2}>
          {item.link_count}
        </Pill>
      )}
    </>
  )
}

function CardPlans({ item, context, editing, fixed }: CardStripProps) {
  const { t, shows, faces } = context
  const names = item.module_ids.flatMap((id) => faces.modules.get(id)?.name ?? [])
  const many = names.length > 1 && t('pickers.module_count', { count: names.length })
  const point = faces.points.get(item.estimate_point ?? '')
  const plans = [
    ['modules', Boxes, many || names[0], names.join(', ')],
    ['cycle', IterationCw, faces.cycles.get(item.cycle_id ?? '')?.name],
    ['estimate', Triangle, point],
  ] as const
  return plans.map(([property, icon, text, all = text]) => {
    if (!text || !shows[property]) return null
    return (
      <Pill
        key={property}
        opens={fixed ? undefined : property}
        open={editing === property}
        label={`${t(`pickers.${property}`)}: ${all}`}
        icon={icon}
        narrow
      >
        {text}
      </Pill>
    )
  })
}

function CardLabels({ item, context, editing, fixed }: CardStripProps) {
  const { t, shows, faces } = context
  const own = shows.labels ? item.label_ids.flatMap((id) => faces.labels.get(id) ?? []) : []
  const open = editing === 'labels'
  if (own.length > 3) {
    const names = own.map(({ name }) => name).join(', ')
    const count = t('pickers.label_count', { count: own.length })
    return (
      <LabelChip
        name={`${count}: ${names}`}
        tip={names}
        context={context}
        fixed={fixed}
        open={open}
      >
        <Chip className="bg-transparent">{count}</Chip>
      </LabelChip>
    )
  }
  return own.map(({ id, name, color }) => (
    <LabelChip key={id} name={name} context={context} fixed={fixed} open={open}>
      <Chip colour={color} className="max-w-40 bg-transparent">
        {name}
      </Chip>
    </LabelChip>
  ))
}

interface LabelChipProps {
  name: string
  tip?: string
  context: CardContext
  fixed: boolean
  open: boolean
  children: ReactNode
}

/**
 * Each chip opens the picker for all: one button around several would not wrap with the other
 * values.
 */
function LabelChip({ name, tip, context, fixed, open, children }: LabelChipProps) {
  if (fixed) return children
  return (
    <button
      type="button"
      tabIndex={-1}
      data-opens="labels"
      data-tip={tip}
      aria-label={`${context.t('pickers.labels')}: ${name}`}
      aria-haspopup="dialog"
      aria-expanded={open}
      className="flex min-h-5.5 min-w-0 items-center rounded-full hover:bg-hover max-md:min-h-8 md:touch:min-h-6"
    >
      {children}
    </button>
  )
}
