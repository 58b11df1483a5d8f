import {
  Boxes,
  CalendarCheck,
  CalendarClock,
  CircleDot,
  CircleUser,
  IterationCw,
  type LucideIcon,
  PanelTop,
  Plus,
  Shapes,
  Signal,
  Tag as TagIcon,
  Triangle,
  Users,
  X,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { useLabels } from '#entities/label/hooks.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import { CyclePicker } from '#entities/work-item/cycle-picker.tsx'
import { DueDatePicker, StartDatePicker } from '#entities/work-item/date-pickers.tsx'
import { daysLate } from '#entities/work-item/due.ts'
import { EstimatePicker } from '#entities/work-item/estimate-picker.tsx'
import { itemAddress, keyOf } from '#entities/work-item/item-address.ts'
import { type ItemPage, useItemPage } from '#entities/work-item/item-context.ts'
import { ItemTypePicker } from '#entities/work-item/item-type-picker.tsx'
import { LabelsPicker } from '#entities/work-item/labels-picker.tsx'
import { MembersPicker } from '#entities/work-item/members-picker.tsx'
import { ModulesPicker } from '#entities/work-item/modules-picker.tsx'
import { PriorityPicker } from '#entities/work-item/priority-picker.tsx'
import { StatePicker } from '#entities/work-item/state-picker.tsx'
import { usePeople } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { PropertyPill, PropertyRow } from '#ui/controls/property-pill.tsx'
import { longDate } from '#ui/dates/day.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { Chip, Tag } from '#ui/people/badge.tsx'
import { PersonName } from '#ui/people/person-name.tsx'

interface PropertyProps {
  page: ItemPage
  onParent: () => void
}

interface Property {
  name: string
  icon: LucideIcon
  label: TextKey
  control: (props: PropertyProps) => ReactNode
  shown?: (page: ItemPage) => boolean
}

/** Epics have no other type. */
export const hasType = ({ project, item }: ItemPage) => project.type_ids.length > 0 && !item.is_epic

/** In the order of the panel. Each optional project feature has an entry here. */
const properties: Property[] = [
  {
    name: 'type',
    icon: Shapes,
    label: 'item.properties.type',
    control: ({ page }) => <TypeOf page={page} />,
    shown: hasType,
  },
  {
    name: 'state',
    icon: CircleDot,
    label: 'item.properties.state',
    control: ({ page: { slug, project, item, change, canChange } }) => (
      <StatePicker
        look="plain"
        slug={slug}
        project_id={project.id}
        disabled={!canChange}
        value={item.state_id}
        onChange={(state_id) => change({ state_id })}
      />
    ),
  },
  {
    name: 'assignees',
    icon: Users,
    label: 'item.properties.assignees',
    control: ({ page }) => <Assignees page={page} />,
  },
  {
    name: 'priority',
    icon: Signal,
    label: 'item.properties.priority',
    control: ({ page }) => <PriorityOf page={page} />,
  },
  {
    name: 'created_by',
    icon: CircleUser,
    label: 'item.properties.created_by',
    control: ({ page }) => <CreatedBy page={page} />,
    shown: ({ item }) => item.created_by !== null,
  },
  {
    name: 'start_date',
    icon: CalendarClock,
    label: 'item.properties.start_date',
    control: ({ page }) => <StartDate page={page} />,
  },
  {
    name: 'due_date',
    icon: CalendarCheck,
    label: 'item.properties.due_date',
    control: ({ page }) => <DueDate page={page} />,
  },
  {
    name: 'estimate',
    icon: Triangle,
    label: 'item.properties.estimate',
    control: ({ page }) => <Estimate page={page} />,
    shown: ({ project }) => project.estimate !== null,
  },
  {
    name: 'modules',
    icon: Boxes,
    label: 'item.properties.modules',
    control: ({ page }) => <Modules page={page} />,
    shown: ({ project, item }) => project.module_view && !item.is_epic,
  },
  {
    name: 'cycle',
    icon: IterationCw,
    label: 'item.properties.cycle',
    control: ({ page }) => <Cycle page={page} />,
    shown: ({ project, item }) => project.cycle_view && !item.is_epic,
  },
  {
    name: 'parent',
    icon: PanelTop,
    label: 'item.properties.parent',
    control: (props) => <Parent {...props} />,
    shown: ({ item }) => !item.is_epic,
  },
  {
    name: 'labels',
    icon: TagIcon,
    label: 'item.properties.labels',
    control: ({ page }) => <Labels page={page} />,
  },
]

interface PropertyListProps {
  onParent?: () => void
  /** Shows only these properties. */
  only?: readonly string[]
}

/** Label left, control right; each change is saved at once. */
export function PropertyList({ onParent, only }: PropertyListProps) {
  const { t } = useTranslation()
  const page = useItemPage()
  return (
    <dl>
      {properties
        .filter(({ name, shown }) => (only?.includes(name) ?? true) && (shown?.(page) ?? true))
        .map(({ name, icon, label, control }) => (
          <PropertyRow key={name} name={name} icon={icon} label={t(label)}>
            {control({ page, onParent: () => onParent?.() })}
          </PropertyRow>
        ))}
    </dl>
  )
}

function TypeOf({ page: { slug, item, change, canChange } }: { page: ItemPage }) {
  const { t } = useTranslation()
  return (
    <ItemTypePicker
      look="plain"
      slug={slug}
      item={item}
      placeholder={t(canChange ? 'item.select_type' : 'item.none')}
      disabled={!canChange}
      onChange={change}
    />
  )
}

function Assignees({ page: { slug, project, item, change, canChange } }: { page: ItemPage }) {
  const { t } = useTranslation()
  return (
    <MembersPicker
      look="plain"
      slug={slug}
      project_id={project.id}
      placeholder={t(canChange ? 'item.add_assignees' : 'item.none')}
      disabled={!canChange}
      value={item.assignee_ids}
      onChange={(ids) => change({ assignee_ids: [...ids] })}
    />
  )
}

function PriorityOf({ page: { item, change, canChange } }: { page: ItemPage }) {
  const { t } = useTranslation()
  return (
    <PriorityPicker
      look="plain"
      placeholder={t('pickers.priorities.none')}
      disabled={!canChange}
      value={item.priority}
      onChange={(priority) => change({ priority })}
    />
  )
}

function CreatedBy({ page: { slug, item } }: { page: ItemPage }) {
  const { t } = useTranslation()
  const person = usePeople(slug).get(item.created_by ?? '')
  return (
    <PersonName isBot={person?.isBot}>
      <PropertyPill
        look="plain"
        disabled
        label={t('item.properties.created_by')}
        icon={person && <Avatar person={person} size={20} tooltip={false} />}
      >
        {person?.name ?? t('item.somebody')}
      </PropertyPill>
    </PersonName>
  )
}

function StartDate({ page: { item, change, canChange } }: { page: ItemPage }) {
  const { t } = useTranslation()
  return (
    <StartDatePicker
      value={item.start_date}
      other={item.target_date}
      onChange={(start_date) => change({ start_date })}
      trigger={
        <PropertyPill
          look="plain"
          label={t('item.properties.start_date')}
          placeholder={t(canChange ? 'item.add_start_date' : 'item.none')}
          disabled={!canChange}
        >
          {longDate(item.start_date) || undefined}
        </PropertyPill>
      }
    />
  )
}

function DueDate({ page: { item, change, canChange } }: { page: ItemPage }) {
  const { t } = useTranslation()
  const days = daysLate(item)
  const late = days > 0
  return (
    <>
      <DueDatePicker
        value={item.target_date}
        other={item.start_date}
        onChange={(target_date) => change({ target_date })}
        trigger={
          <PropertyPill
            look="plain"
            label={t('item.properties.due_date')}
            placeholder={t(canChange ? 'item.add_due_date' : 'item.none')}
            late={late}
            disabled={!canChange}
          >
            {longDate(item.target_date) || undefined}
          </PropertyPill>
        }
      />
      {late && (
        <span className="in-[aside]:hidden">
          <Tag tone="danger">{t('item.days_late', { count: days })}</Tag>
        </span>
      )}
    </>
  )
}

function Estimate({ page: { slug, project, item, change, canChange } }: { page: ItemPage }) {
  const { t } = useTranslation()
  return (
    <EstimatePicker
      look="plain"
      slug={slug}
      project_id={project.id}
      placeholder={t('pickers.no_estimate')}
      disabled={!canChange}
      value={item.estimate_point}
      onChange={(estimate_point) => change({ estimate_point })}
    />
  )
}

function Modules({ page: { slug, project, item, change, canHang } }: { page: ItemPage }) {
  const { t } = useTranslation()
  return (
    <ModulesPicker
      look="plain"
      slug={slug}
      project_id={project.id}
      placeholder={t('item.no_module')}
      disabled={!canHang}
      value={item.module_ids}
      onChange={(module_ids) => change({ module_ids })}
    />
  )
}

function Cycle({ page: { slug, project, item, change, canHang } }: { page: ItemPage }) {
  const { t } = useTranslation()
  return (
    <CyclePicker
      look="plain"
      slug={slug}
      project_id={project.id}
      placeholder={t('pickers.no_cycle')}
      disabled={!canHang}
      value={item.cycle_id}
      onChange={(cycle_id) => change({ cycle_id })}
    />
  )
}

export function Parent({ page, onParent }: PropertyProps) {
  const { t } = useTranslation()
  const { slug, item, canChange, changeParent } = page
  const { parent } = item
  const project = useAllProjects(slug)?.find(({ id }) => id === parent?.project_id)
  if (!item.parent_id || !parent || !project) {
    return (
      <PropertyPill
        look="plain"
        label={t('item.properties.parent')}
        placeholder={t(canChange ? 'item.add_parent' : 'item.none')}
        disabled={!canChange}
        onClick={onParent}
      />
    )
  }
  const key = keyOf(project, parent)
  return (
    <span className="group/parent flex min-h-7 items-center gap-1">
      <a href={itemAddress(slug, key)} target="_blank" rel="noopener" className="link tabular-nums">
        {key}
      </a>
      {canChange && (
        <IconButton
          size="sm"
          icon={X}
          iconSize={14}
          label={t('item.remove_parent')}
          onClick={() => changeParent(null)}
        />
      )}
    </span>
  )
}

function Labels({ page: { slug, project, item, change, canChange } }: { page: ItemPage }) {
  const { t } = useTranslation()
  const labels = useLabels(slug, project.id)
  const chosen = item.label_ids.flatMap((id) => labels.get(id) ?? [])
  return (
    <span className="flex min-h-7 flex-wrap items-center gap-1 py-1">
      {chosen.map(({ id, name, color }) =>
        canChange ? (
          <button
            key={id}
            type="button"
            aria-label={t('item.remove_label', { name })}
            onClick={() => change({ label_ids: item.label_ids.filter((one) => one !== id) })}
            className="group/chip hit relative max-w-full rounded-full"
          >
            <Chip colour={color} className="max-w-full group-hover/chip:pr-5 touch:pr-5">
              {name}
            </Chip>
            <span className="pointer-events-none absolute inset-y-0 right-1.5 hidden items-center text-ink-3 group-hover/chip:flex group-focus-visible/chip:flex touch:flex">
              <Icon of={X} size={12} />
            </span>
          </button>
        ) : (
          <Chip key={id} colour={color} className="max-w-full">
            {name}
          </Chip>
        ),
      )}
      {canChange && (
        <LabelsPicker
          slug={slug}
          project_id={project.id}
          value={item.label_ids}
          onChange={(ids) => change({ label_ids: [...ids] })}
          trigger={
            <Button size="sm" variant="ghost" icon={Plus} className="-ml-1">
              {t(chosen.length > 0 ? 'item.more_labels' : 'item.add_label')}
            </Button>
          }
        />
      )}
      {!canChange && chosen.length === 0 && <span className="text-ink-3">{t('item.none')}</span>}
    </span>
  )
}
