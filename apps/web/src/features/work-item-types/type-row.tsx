import type { WorkItemType } from '@cairn/contract'
import { Check, CircleOff, Ellipsis, Pencil, Power, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { TypeIcon } from '#entities/work-item-type/type-icon.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { type Step, useSortable } from '#ui/lists/sortable.ts'
import { SortableHandle } from '#ui/lists/sortable-menu.tsx'
import { DropMark, sortableLook } from '#ui/lists/sortable-parts.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { Tag } from '#ui/people/badge.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { useChangeType } from './change-hooks.ts'
import { placeAt, placeByStep } from './move-type.ts'
import { EditTypeForm } from './type-form.tsx'

interface TypeRowProps {
  slug: string
  type: WorkItemType
  types: readonly WorkItemType[]
  onRemove: () => void
}

export function TypeRow(props: TypeRowProps) {
  const [editing, setEditing] = useState(false)
  const { slug, type } = props
  if (editing) return <EditTypeForm slug={slug} type={type} onClose={() => setEditing(false)} />
  return <ShownType {...props} onEdit={() => setEditing(true)} />
}

const vertical: readonly ('up' | 'down')[] = ['up', 'down']

function ShownType({ slug, type, types, onRemove, onEdit }: TypeRowProps & { onEdit: () => void }) {
  const { t } = useTranslation()
  const { id, name, description, is_epic, is_default, is_active } = type
  const change = useChangeType({ slug })
  const movable = !is_epic && types.filter((one) => !one.is_epic).length > 1
  const { itemProps, handleProps, dragging, drop } = useSortable({
    kind: 'work-item-type',
    id,
    name,
    enabled: movable,
    onDrop: (moved, place) => {
      if (place !== 'inside') change.mutate({ id: moved, patch: placeAt(types, moved, id, place) })
    },
    steps: vertical.filter((step) => placeByStep(types, type, step)),
    onStep: (step: Step) => {
      const patch = step === 'up' || step === 'down' ? placeByStep(types, type, step) : undefined
      if (patch) change.mutate({ id, patch })
    },
  })

  return (
    <div
      {...itemProps}
      className={classNames(
        'group/type flex min-h-10.5 items-center gap-2.5 py-1 pr-2 pl-2 hover:bg-hover',
        sortableLook(dragging, drop),
      )}
    >
      {movable ? (
        <SortableHandle
          {...handleProps}
          className="until-hover group-focus-within/type:opacity-100 group-hover/type:opacity-100"
        />
      ) : (
        <span className="w-6 shrink-0" />
      )}
      <TypeText name={name} description={description}>
        <TypeIcon type={type} />
      </TypeText>
      {is_default && <Tag>{t('types.default')}</Tag>}
      {!is_active && <Tag>{t('types.off')}</Tag>}
      <Menu
        align="end"
        trigger={<IconButton size="sm" icon={Ellipsis} label={t('types.actions_for', { name })} />}
        items={[
          { label: t('types.edit'), icon: Pencil, onSelect: onEdit },
          !is_epic &&
            !is_default &&
            is_active && {
              label: t('types.make_default'),
              icon: Check,
              onSelect: () => change.mutate({ id, patch: { is_default: true } }),
            },
          !is_epic && {
            label: t(is_active ? 'types.switch_off' : 'types.switch_on'),
            icon: is_active ? CircleOff : Power,
            onSelect: () =>
              change.mutate({
                id,
                patch: is_active ? { is_active: false, is_default: false } : { is_active: true },
              }),
          },
          !is_epic && 'line',
          !is_epic && {
            label: t('types.delete'),
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

interface TypeTextProps {
  name: string
  description: string
  /** Its icon. */
  children: ReactNode
}

export function TypeText({ name, description, children }: TypeTextProps) {
  return (
    <>
      {children}
      <div className="flex min-w-0 grow items-baseline gap-3 max-md:flex-col max-md:gap-0">
        <Tooltip label={name}>
          <span className="max-w-full min-w-24 shrink-0 truncate font-medium md:max-w-60">
            {name}
          </span>
        </Tooltip>
        {description && (
          <Tooltip label={description}>
            <span className="max-w-full min-w-0 truncate text-ink-2">{description}</span>
          </Tooltip>
        )}
      </div>
    </>
  )
}
