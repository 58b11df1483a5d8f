import type { WorkItemProperty, WorkItemType } from '@cairn/contract'
import { CircleOff, Ellipsis, Pencil, Power, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { ShownValue } from '#entities/work-item/shown-value.tsx'
import { choiceOf } from '#entities/work-item-type/property-kinds.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { useSortable } from '#ui/lists/sortable.ts'
import { SortableHandle } from '#ui/lists/sortable-menu.tsx'
import { DropMark, sortableLook } from '#ui/lists/sortable-parts.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { Tag } from '#ui/people/badge.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { placeAt, placeByStep } from './in-order.ts'
import { EditPropertyForm } from './property-form.tsx'
import { useChangeProperty } from './property-hooks.ts'

/** Grip, icon, name, kind, default, required, actions. */
export const propertyColumns =
  'grid grid-cols-[24px_16px_minmax(0,5fr)_minmax(0,4fr)_minmax(0,6fr)_64px_24px] items-center gap-x-2.5 px-2'

interface DefinedPropertyProps {
  slug: string
  type: WorkItemType
  property: WorkItemProperty
  /** Of the same type, in order. */
  properties: readonly WorkItemProperty[]
  onRemove: () => void
}

export function DefinedProperty(props: DefinedPropertyProps) {
  const [editing, setEditing] = useState(false)
  if (!editing) return <ShownProperty {...props} onEdit={() => setEditing(true)} />
  return <EditPropertyForm {...props} onClose={() => setEditing(false)} />
}

interface ShownPropertyProps extends DefinedPropertyProps {
  onEdit: () => void
}

function ShownProperty({ slug, property, properties, onRemove, onEdit }: ShownPropertyProps) {
  const { t } = useTranslation()
  const { id, name, help, is_required, is_active, default_value } = property
  const change = useChangeProperty({ slug, type_id: property.type_id })
  const kind = choiceOf(property)
  const movable = properties.length > 1
  const { itemProps, handleProps, dragging, drop } = useSortable({
    kind: 'work-item-property',
    ...{ id, name, enabled: movable },
    onDrop: (moved, place) => {
      if (place === 'inside') return
      change.mutate({ id: moved, patch: placeAt(properties, moved, id, place) })
    },
    steps: (['up', 'down'] as const).filter((step) => placeByStep(properties, id, step)),
    onStep: (step) => {
      const patch = step === 'up' || step === 'down' ? placeByStep(properties, id, step) : undefined
      if (patch) change.mutate({ id, patch })
    },
  })

  return (
    <div
      {...itemProps}
      className={classNames(
        propertyColumns,
        'group/property min-h-10 py-1 hover:bg-hover max-md:flex',
        sortableLook(dragging, drop),
      )}
    >
      {movable ? (
        <SortableHandle
          {...handleProps}
          className="until-hover group-focus-within/property:opacity-100 group-hover/property:opacity-100"
        />
      ) : (
        <span className="w-6 shrink-0" />
      )}
      <Icon of={kind.icon} className="text-ink-3" />
      <span className="flex min-w-0 items-center gap-2 max-md:grow max-md:flex-col max-md:items-start max-md:gap-0">
        <Tooltip label={help ? `${name}: ${help}` : name}>
          <span className="max-w-full truncate font-medium">{name}</span>
        </Tooltip>
        <span className="text-small text-ink-3 md:hidden">{t(kind.name)}</span>
        {!is_active && <Tag>{t('types.off')}</Tag>}
      </span>
      <span className="truncate text-ink-2 max-md:hidden">{t(kind.name)}</span>
      <span className="flex min-w-0 items-center overflow-hidden max-md:hidden">
        {default_value === null ? (
          <span className="text-ink-3">{t('item.none')}</span>
        ) : (
          <ShownValue slug={slug} property={property} value={default_value} />
        )}
      </span>
      <Switch
        aria-label={t('properties.required_named', { name })}
        checked={is_required}
        onChange={(on) => change.mutate({ id, patch: { is_required: on } })}
      />
      <Menu
        align="end"
        trigger={<IconButton size="sm" icon={Ellipsis} label={t('types.actions_for', { name })} />}
        items={[
          { label: t('types.edit'), icon: Pencil, onSelect: onEdit },
          {
            label: t(is_active ? 'types.switch_off' : 'types.switch_on'),
            icon: is_active ? CircleOff : Power,
            onSelect: () => change.mutate({ id, patch: { is_active: !is_active } }),
          },
          'line',
          {
            label: t('properties.delete'),
            icon: Trash2,
            danger: true,
            onSelect: onRemove,
          },
        ]}
      />
      <DropMark drop={drop} />
    </div>
  )
}
