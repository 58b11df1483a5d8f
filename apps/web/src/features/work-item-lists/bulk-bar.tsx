import { ADMIN, type WorkItem } from '@cairn/contract'
import {
  Archive,
  Boxes,
  CalendarCheck,
  CalendarClock,
  CircleDot,
  Ellipsis,
  FolderInput,
  IterationCw,
  Shapes,
  SignalHigh,
  Tag,
  Trash2,
  Triangle,
  Users,
  X,
} from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import { useCycleListing } from '#entities/work-item/cycle-picker.tsx'
import type { ItemValues } from '#entities/work-item/item-patch.ts'
import { sharedValues } from '#entities/work-item/item-values.ts'
import { useLabelsListing } from '#entities/work-item/labels-picker.tsx'
import { useMembersListing } from '#entities/work-item/members-picker.tsx'
import { usePriorityListing } from '#entities/work-item/priority-picker.tsx'
import {
  keyOfProperty,
  type OwnProperty,
  ownProperty,
  type Property,
} from '#entities/work-item/properties.ts'
import { useStateListing } from '#entities/work-item/state-picker.tsx'
import type { BulkAction } from '#entities/work-item-list/bulk-actions.ts'
import { type ListContext, projectOf } from '#entities/work-item-list/list-context.ts'
import { useTypeProperties } from '#entities/work-item-type/property-hooks.ts'
import { choiceOf } from '#entities/work-item-type/property-kinds.ts'
import { Button } from '#ui/controls/button.tsx'
import type { ComboboxListing, Option } from '#ui/controls/combobox.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Kbd } from '#ui/controls/kbd.tsx'
import { shortDate } from '#ui/dates/day.ts'
import type { IconLike } from '#ui/icons/icon.tsx'
import { Menu, type MenuEntry } from '#ui/overlays/menu.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { shortcutWords } from '#ui/platform/shortcut.ts'
import { classNames } from '#ui/theme/class-names.ts'

interface BulkBarProps {
  context: ListContext
  /** The selected items, in their current state. */
  items: readonly WorkItem[]
  /** Opens the picker of a property for all selected items: the layout has it. */
  onOpen: (property: Property | OwnProperty, anchor: HTMLElement) => void
  onAsk: (action: BulkAction | 'move', items: readonly WorkItem[]) => void
  onClear: () => void
}

const closed: readonly string[] = ['completed', 'cancelled']

/** Floats over a list while items are selected; actions apply to all of them at once. */
export default function BulkBar({ context, items, onOpen, onAsk, onClear }: BulkBarProps) {
  const { t } = useTranslation()
  const { slug } = context
  const project_id = projectOf(context) ?? ''
  const project = useAllProjects(slug)?.find(({ id }) => id === project_id)
  const archivable = items.every(({ state__group }) => closed.includes(state__group))
  const isAdmin = (project?.member_role ?? 0) >= ADMIN
  const bar = useRef<HTMLElement>(null)
  const values = sharedValues(items)
  const faces = useFaces(slug, project_id, values)
  const isChosen = useChosen(items, values)
  // Of what all of them have; work items are chosen on the page of an item.
  const own = useTypeProperties(slug, values?.type_id || null).filter(({ kind }) => kind !== 'item')

  useWarning()
  useMark()

  const tool = (property: Property, icon: IconLike) => (
    <Tool
      property={property}
      icon={icon}
      face={isChosen(property) ? faces[property] : undefined}
      onOpen={onOpen}
    />
  )
  const open = (property: Property | OwnProperty) => {
    const more = bar.current?.querySelector<HTMLElement>('[data-more]')
    if (more) onOpen(property, more)
  }
  const entry = (property: Property, icon: IconLike): MenuEntry => ({
    label: t(`pickers.${property}`),
    icon,
    shortcut: keyOfProperty(property),
    opens: 'picker',
    onSelect: () => open(property),
  })

  return (
    <section
      ref={bar}
      data-bulk=""
      aria-label={t('bulk.title')}
      className="absolute inset-x-4 bottom-4 z-(--z-bulk-bar) mx-auto flex min-h-11 w-fit max-w-[calc(100%-32px)] items-center gap-1 overflow-x-auto rounded-lg border border-line bg-raised py-1.5 pr-2 pl-3 whitespace-nowrap shadow-lift-3"
    >
      <span
        role="status"
        className="rounded-sm bg-accent-subtle px-1.75 text-small/5 font-medium text-accent-ink tabular-nums"
      >
        {t('bulk.selected', { count: items.length })}
      </span>
      <IconButton icon={X} label={t('bulk.clear')} shortcut="escape" onClick={onClear} />
      <Line />
      {tool('state', CircleDot)}
      {tool('priority', SignalHigh)}
      {tool('assignees', Users)}
      {tool('labels', Tag)}
      {project?.cycle_view && tool('cycle', IterationCw)}
      {tool('due_date', CalendarCheck)}
      <Menu
        side="top"
        trigger={<IconButton data-more="" icon={Ellipsis} label={t('bulk.more')} />}
        items={[
          entry('start_date', CalendarClock),
          project?.module_view && entry('modules', Boxes),
          project?.estimate != null && entry('estimate', Triangle),
          project && project.type_ids.length > 0 && entry('type', Shapes),
          own.length > 0 && 'line',
          ...own.map(
            (property): MenuEntry => ({
              label: property.name,
              icon: choiceOf(property).icon,
              opens: 'picker',
              onSelect: () => open(ownProperty(property.id)),
            }),
          ),
          'line',
          !items.some(({ is_epic }) => is_epic) && {
            label: t('work_items.move_to_project'),
            icon: FolderInput,
            opens: 'dialog',
            onSelect: () => onAsk('move', items),
          },
        ]}
      />
      <Line />
      <IconButton
        icon={Archive}
        label={t(archivable ? 'bulk.archive.confirm' : 'bulk.archive_only_closed')}
        disabled={!archivable}
        onClick={() => onAsk('archive', items)}
      />
      {isAdmin && (
        <IconButton
          icon={Trash2}
          label={t('bulk.remove.confirm')}
          shortcut="backspace"
          className="text-danger-ink!"
          onClick={() => onAsk('remove', items)}
        />
      )}
    </section>
  )
}

/** Leaving the page loses the selection: the browser asks first. */
function useWarning() {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
}

/** While the bar is open, rows show checkboxes and the header's button is secondary. */
function useMark() {
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset.selecting = ''
    return () => void delete dataset.selecting
  }, [])
}

const fields: Partial<Record<Property, keyof ItemValues & keyof WorkItem>> = {
  state: 'state_id',
  priority: 'priority',
  assignees: 'assignee_ids',
  labels: 'label_ids',
  cycle: 'cycle_id',
  due_date: 'target_date',
}

/**
 * Whether all items have the value now and at least one did not when it was selected: set by this
 * bar, a key or a menu.
 */
function useChosen(items: readonly WorkItem[], values: ItemValues | undefined) {
  const first = useRef(new Map<string, WorkItem>())
  const before = first.current
  for (const item of items) if (!before.has(item.id)) before.set(item.id, item)
  return (property: Property) => {
    const field = fields[property]
    const value = field && values?.[field]
    if (!field || !value || value.length === 0) return false
    return items.some((item) => String(before.get(item.id)?.[field]) !== String(item[field]))
  }
}

interface ToolFace {
  icon?: IconLike | undefined
  text: string
}

const ignore = () => undefined

function faceOf({ options }: ComboboxListing, value: readonly string[]): ToolFace | undefined {
  const [first, ...others] = options.filter((option: Option) => value.includes(option.value))
  return (
    first && {
      icon: first.icon,
      text: [first.label, ...others.map(({ label }) => label)].join(', '),
    }
  )
}

/** Values shared by all selected items, as shown in pickers. */
function useFaces(slug: string, project_id: string, values: ItemValues | undefined) {
  const own = { slug, project_id, onChange: ignore }
  const state = useStateListing({ ...own, value: null })
  const priority = usePriorityListing({ value: null, onChange: ignore })
  const people = useMembersListing({ ...own, value: values?.assignee_ids ?? [] })
  const labels = useLabelsListing({ ...own, value: [] })
  const cycle = useCycleListing({ ...own, value: null })
  const faces: Partial<Record<Property, ToolFace | undefined>> = values
    ? {
        state: faceOf(state, [values.state_id ?? '']),
        priority: faceOf(priority, [values.priority ?? '']),
        assignees: faceOf(people, values.assignee_ids),
        labels: faceOf(labels, values.label_ids),
        cycle: faceOf(cycle, [values.cycle_id ?? ' ']),
        due_date: values.target_date ? { text: shortDate(values.target_date) } : undefined,
      }
    : {}
  return faces
}

const Line = () => <span aria-hidden className="mx-1 h-4 w-px shrink-0 bg-line-subtle" />

interface ToolProps {
  property: Property
  icon: IconLike
  /** The value chosen for all of them. */
  face: ToolFace | undefined
  onOpen: (property: Property, anchor: HTMLElement) => void
}

function Tool({ property, icon, face, onOpen }: ToolProps) {
  const { t } = useTranslation()
  const name = t(`pickers.${property}`)
  const keys = keyOfProperty(property) ?? ''
  return (
    <Tooltip label={face ? `${name}: ${face.text}` : undefined}>
      <Button
        variant="ghost"
        icon={face?.icon ?? icon}
        data-tool={property}
        aria-label={face && `${name}: ${face.text}`}
        aria-haspopup={property === 'due_date' ? 'dialog' : 'listbox'}
        aria-keyshortcuts={shortcutWords(keys)}
        onClick={({ currentTarget }) => onOpen(property, currentTarget)}
        className={classNames(face && 'bg-accent-subtle text-accent-ink')}
        after={
          !face && (
            <span className="max-xl:hidden">
              <Kbd keys={keys} />
            </span>
          )
        }
      >
        <span className="block max-w-32 truncate">{face?.text ?? name}</span>
      </Button>
    </Tooltip>
  )
}
