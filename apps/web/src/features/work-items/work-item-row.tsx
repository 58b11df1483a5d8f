import type { Label, Priority, State, WorkItem, WorkItemPatch } from '@cairn/contract'
import { CircleDot, Ellipsis, Pencil, SignalHigh, Trash2 } from 'lucide-react'
import {
  cloneElement,
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { stateIcon } from '#features/states/state-picture.tsx'
import type { Person } from '#ui/avatar.tsx'
import { AvatarGroup } from '#ui/avatar-group.tsx'
import { Chip, Dot } from '#ui/badge.tsx'
import { Combobox, type Option } from '#ui/combobox.tsx'
import { ContextMenu } from '#ui/context-menu.tsx'
import { shortDate } from '#ui/day.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Identifier } from '#ui/identifier.tsx'
import { ListRow, RowDate } from '#ui/list-row.tsx'
import { Menu, type MenuEntry } from '#ui/menu.tsx'
import { PriorityIcon } from '#ui/priority-icon.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import { columnDate, fullDate, isLate } from './due.ts'
import { isDraft } from './hooks.ts'
import { RenameField } from './rename-field.tsx'

/** What all rows of a list share. One object, so that a row is drawn again only when it changed. */
export interface RowContext {
  identifier: string
  states: readonly State[]
  stateOptions: readonly Option[]
  priorityOptions: readonly Option[]
  labels: ReadonlyMap<string, Label>
  people: ReadonlyMap<string, Person>
  small: boolean
  onChange: (id: string, patch: WorkItemPatch) => void
  onEdit: (edit: Edit | undefined) => void
  onRemove: (item: WorkItem) => void
}

export interface Edit {
  id: string
  what: 'name' | 'state' | 'priority'
}

interface WorkItemRowProps {
  item: WorkItem
  context: RowContext
  editing: Edit['what'] | undefined
  tabIndex: 0 | -1
  canChange: boolean
  canRemove: boolean
}

export const WorkItemRow = memo(function WorkItemRow(props: WorkItemRowProps) {
  const { item, context, editing, tabIndex, canChange, canRemove } = props
  const { t } = useTranslation()
  const row = useRef<HTMLDivElement>(null)
  const byKey = useRef(false)
  // Menus are built for the row one is at: a thousand rows scroll by, and each would build its own.
  const [lively, setLively] = useState(false)
  const draft = isDraft(item)
  const identifier = draft ? undefined : `${context.identifier}-${item.sequence_id}`
  const change = (patch: WorkItemPatch) => context.onChange(item.id, patch)
  const edit = (what: Edit['what']) => context.onEdit({ id: item.id, what })
  const stop = () => context.onEdit(undefined)

  const entries = (): MenuEntry[] => [
    canChange && {
      label: t('work_items.rename'),
      icon: Pencil,
      shortcut: 'enter',
      onSelect: () => edit('name'),
    },
    canChange && {
      label: t('work_items.change_state'),
      icon: CircleDot,
      items: context.stateOptions.map(({ value, label, icon }) => ({
        label,
        icon,
        checked: value === item.state_id,
        onSelect: () => change({ state_id: value }),
      })),
    },
    canChange && {
      label: t('work_items.change_priority'),
      icon: SignalHigh,
      items: context.priorityOptions.map(({ value, label, icon }) => ({
        label,
        icon,
        checked: value === item.priority,
        onSelect: () => change({ priority: value as Priority }),
      })),
    },
    canChange && canRemove && 'line',
    canRemove && {
      label: t('work_items.delete'),
      icon: Trash2,
      danger: true,
      shortcut: 'backspace',
      onSelect: () => context.onRemove(item),
    },
  ]
  const hasMenu = !draft && (canChange || canRemove)

  function pickByKey(what: 'state' | 'priority') {
    byKey.current = true
    edit(what)
  }

  /** A picker opened by a key gives the focus back to its button; the keys belong to the row. */
  function handleFocus(event: FocusEvent<HTMLDivElement>) {
    setLively(true)
    // The popup is a child of this row for React, not for the browser.
    if (!byKey.current || !event.currentTarget.contains(event.target)) return
    if (event.target === event.currentTarget) return
    byKey.current = false
    row.current?.focus()
  }

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey)
      return
    const deeds: Record<string, (() => void) | false> = {
      Enter: canChange && (() => edit('name')),
      F2: canChange && (() => edit('name')),
      s: canChange && (() => pickByKey('state')),
      p: canChange && (() => pickByKey('priority')),
      Delete: canRemove && (() => context.onRemove(item)),
      Backspace: canRemove && (() => context.onRemove(item)),
    }
    if (event.key === 'Escape') return event.currentTarget.blur()
    const deed = deeds[event.key]
    if (!deed || draft) return
    event.preventDefault()
    deed()
  }

  const element = (
    <ListRow
      ref={row}
      data-row=""
      role="group"
      aria-label={[identifier, item.name].filter(Boolean).join(' ')}
      aria-busy={draft || undefined}
      tabIndex={tabIndex}
      onKeyDown={handleKeyDown}
      onFocus={handleFocus}
      onPointerEnter={() => setLively(true)}
      onDoubleClick={(event) => {
        const inside = event.currentTarget.contains(event.target as Node)
        if (inside && canChange && !draft) edit('name')
      }}
      className={draft ? 'pulse' : undefined}
      state={
        <RowState
          {...props}
          open={editing === 'state'}
          onOpenChange={(open) => (open ? edit('state') : stop())}
        />
      }
      identifier={identifier}
      name={
        editing === 'name' ? (
          <RenameField
            name={item.name}
            onSave={(name) => change({ name })}
            onClose={() => {
              stop()
              row.current?.focus()
            }}
          />
        ) : (
          <RowName {...props} entries={hasMenu ? entries : undefined} />
        )
      }
      labels={<RowLabels ids={item.label_ids} labels={context.labels} />}
      priority={
        <RowPriority
          {...props}
          open={editing === 'priority'}
          onOpenChange={(open) => (open ? edit('priority') : stop())}
        />
      }
      date={<RowDue item={item} />}
      assignees={<RowPeople ids={item.assignee_ids} context={context} />}
      mobileMeta={context.small && <MobileMeta {...props} identifier={identifier} />}
      menu={
        hasMenu && lively ? (
          <Menu
            align="end"
            trigger={
              <IconButton size="sm" icon={Ellipsis} label={t('work_items.more')} tabIndex={-1} />
            }
            items={entries()}
          />
        ) : (
          draft && <Spinner size={14} />
        )
      }
    />
  )
  return hasMenu ? <ContextMenu items={entries}>{element}</ContextMenu> : element
})

interface PickerProps extends WorkItemRowProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

function RowState({ item, context, canChange, open, onOpenChange }: PickerProps) {
  const { t } = useTranslation()
  const state = context.states.find(({ id }) => id === item.state_id)
  if (!state) return null
  const label = `${t('work_items.state')}: ${state.name}`
  if (!canChange || isDraft(item)) return stateIcon(state, context.states, label)
  return (
    <Picker
      label={label}
      title={t('work_items.change_state')}
      options={context.stateOptions}
      value={item.state_id}
      onChange={(state_id) => context.onChange(item.id, { state_id })}
      open={open}
      onOpenChange={onOpenChange}
    >
      {stateIcon(state, context.states)}
    </Picker>
  )
}

function RowPriority({ item, context, canChange, open, onOpenChange }: PickerProps) {
  const { t } = useTranslation()
  const label = `${t('work_items.priority')}: ${t(`work_items.priorities.${item.priority}`)}`
  if (!canChange || isDraft(item)) return <PriorityIcon priority={item.priority} label={label} />
  return (
    <Picker
      label={label}
      title={t('work_items.change_priority')}
      options={context.priorityOptions}
      value={item.priority}
      onChange={(priority) => context.onChange(item.id, { priority: priority as Priority })}
      open={open}
      onOpenChange={onOpenChange}
      align="end"
    >
      <PriorityIcon priority={item.priority} />
    </Picker>
  )
}

interface RowPickerProps {
  label: string
  title: string
  options: readonly Option[]
  value: string
  onChange: (value: string) => void
  open: boolean
  onOpenChange: (open: boolean) => void
  align?: 'start' | 'end'
  children: ReactNode
}

/** A plain button until it is first opened. */
function Picker({ label, title, children, ...picker }: RowPickerProps) {
  const [used, setUsed] = useState(picker.open)
  if (picker.open && !used) setUsed(true)
  const button = (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      className="hit grid size-4 place-items-center rounded-xs"
    >
      {children}
    </button>
  )
  if (used) return <Combobox label={title} trigger={button} {...picker} />
  return cloneElement(button, {
    'aria-haspopup': 'listbox',
    'aria-expanded': false,
    onClick: () => picker.onOpenChange(true),
  })
}

interface RowNameProps extends WorkItemRowProps {
  entries: (() => MenuEntry[]) | undefined
}

/** On small screens a tap on the name opens what a row can do; there is no room for a menu button. */
function RowName({ item, context, entries }: RowNameProps) {
  if (!context.small || !entries) {
    return (
      <Tooltip label={item.name.length > 60 ? item.name : undefined}>
        <span>{item.name}</span>
      </Tooltip>
    )
  }
  return (
    <Menu
      trigger={
        <button type="button" className="text-left">
          {item.name}
        </button>
      }
      items={entries()}
    />
  )
}

function RowLabels({ ids, labels }: { ids: readonly string[]; labels: RowContext['labels'] }) {
  const { t } = useTranslation()
  const own = ids.flatMap((id) => labels.get(id) ?? [])
  if (own.length === 0) return null
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

function RowDue({ item }: { item: WorkItem }) {
  const { t } = useTranslation()
  if (!item.target_date) return null
  return (
    <Tooltip label={t('work_items.due_on', { date: fullDate(item.target_date) })}>
      <span>
        <RowDate late={isLate(item)}>{columnDate(item.target_date)}</RowDate>
      </span>
    </Tooltip>
  )
}

function RowPeople({ ids, context }: { ids: readonly string[]; context: RowContext }) {
  const people = ids.flatMap((id) => context.people.get(id) ?? [])
  return <AvatarGroup people={people} size={context.small ? 24 : 20} />
}

function MobileMeta({ item, context, identifier }: WorkItemRowProps & { identifier?: string }) {
  const { t } = useTranslation()
  const own = item.label_ids.flatMap((id) => context.labels.get(id) ?? [])
  const [first] = own
  return (
    <>
      {identifier && <Identifier value={identifier} />}
      {item.priority !== 'none' && (
        <PriorityIcon
          priority={item.priority}
          size={14}
          label={t(`work_items.priorities.${item.priority}`)}
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
