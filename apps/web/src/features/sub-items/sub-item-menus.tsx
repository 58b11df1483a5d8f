import { priorities, type State } from '@cairn/contract'
import { ListFilter, SlidersHorizontal } from 'lucide-react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { stateIcon } from '#entities/state/state-picture.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { PriorityIcon } from '#ui/icons/priority-icon.tsx'
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx'
import { Avatar, type Person } from '#ui/people/avatar.tsx'
import {
  isFiltered,
  type SubItemFilters,
  type SubItemView,
  subItemGroupings,
  subItemOrders,
  subItemProperties,
} from './sub-item-view.ts'

interface MenuProps {
  view: SubItemView
  onChange: (view: SubItemView) => void
}

/** Dates after this time. */
const datePresets = [
  '1_weeks;after;fromnow',
  '2_weeks;after;fromnow',
  '1_months;after;fromnow',
  '2_months;after;fromnow',
] as const

const toggled = <Value,>(values: readonly Value[], value: Value) =>
  values.includes(value) ? values.filter((one) => one !== value) : [...values, value]

export function DisplayMenu({ view, onChange, hasTypes }: MenuProps & { hasTypes: boolean }) {
  const { t } = useTranslation()
  return (
    <Menu
      align="end"
      trigger={<IconButton size="sm" icon={SlidersHorizontal} label={t('sub_items.display')} />}
      items={[
        { heading: t('sub_items.properties') },
        ...subItemProperties
          .filter((property) => property !== 'type' || hasTypes)
          .map((property) => ({
            label: t(`sub_items.property.${property}`),
            checked: !view.hidden.includes(property),
            stay: true,
            onSelect: () => onChange({ ...view, hidden: toggled(view.hidden, property) }),
          })),
        'line',
        { heading: t('sub_items.group_by') },
        ...subItemGroupings.map((group_by) => ({
          label: t(`sub_items.grouping.${group_by}`),
          checked: view.group_by === group_by,
          stay: true,
          onSelect: () => onChange({ ...view, group_by }),
        })),
        'line',
        { heading: t('sub_items.order_by') },
        ...subItemOrders.map((order_by) => ({
          label: t(`sub_items.order.${order_by}`),
          checked: view.order_by === order_by,
          stay: true,
          onSelect: () => onChange({ ...view, order_by }),
        })),
      ]}
    />
  )
}

interface FilterMenuProps extends MenuProps {
  states: readonly State[]
  /** Assignees of the sub-items. */
  people: readonly Person[]
}

export function FilterMenu({ view, onChange, states, people }: FilterMenuProps) {
  const { t } = useTranslation()
  const choice = <Key extends keyof SubItemFilters>(
    key: Key,
    value: SubItemFilters[Key][number],
    entry: Pick<MenuItem, 'label' | 'icon'>,
  ) => {
    const values = view.filters[key] as string[]
    return {
      ...entry,
      checked: values.includes(value),
      stay: true,
      onSelect: () =>
        onChange({ ...view, filters: { ...view.filters, [key]: toggled(values, value) } }),
    }
  }
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          size="sm"
          icon={ListFilter}
          label={t('sub_items.filters')}
          dot={isFiltered(view)}
        />
      }
      items={[
        {
          label: t('sub_items.property.priority'),
          items: priorities.map((priority) =>
            choice('priority', priority, {
              label: t(`pickers.priorities.${priority}`),
              icon: <PriorityIcon priority={priority} />,
            }),
          ),
        },
        {
          label: t('sub_items.property.state'),
          items: states.map((state) =>
            choice('state', state.id, { label: state.name, icon: stateIcon(state, states) }),
          ),
        },
        people.length > 0 && {
          label: t('sub_items.property.assignee'),
          items: people.map((person) =>
            choice('assignee', person.id, {
              label: person.name,
              icon: <Avatar person={person} size={16} tooltip={false} />,
            }),
          ),
        },
        ...(['start_date', 'due_date'] as const).map((key) => ({
          label: t(`sub_items.property.${key}`),
          items: datePresets.map((preset) =>
            choice(key, preset, {
              label: t(`list_settings.presets.${preset.split(';')[0]}` as TextKey),
            }),
          ),
        })),
      ]}
    />
  )
}
