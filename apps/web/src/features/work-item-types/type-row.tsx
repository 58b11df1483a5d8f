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
import { Link } from '#ui/router/link.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { useChangeType } from './change-hooks.ts'
import { placeAt, placeByStep } from './in-order.ts'
import { EditTypeForm } from './type-form.tsx'

interface TypeRowProps {
  slug: string
  type: WorkItemType
  types: readonly WorkItemType[]
  /** Its properties are shown below. */
  isChosen: boolean
  onRemove: () => void
}

export function TypeRow(props: TypeRowProps) {
  const [editing, setEditing] = useState(false)
  const { slug, type } = props
  if (editing) return <EditTypeForm slug={slug} type={type} onClose={() => setEditing(false)} />
  return <ShownType {...props} onEdit={() => setEditing(true)} />
}

const vertical: readonly ('up' | 'down')[] = ['up', 'down']

interface ShownTypeProps extends TypeRowProps {
  onEdit: () => void
}

function ShownType({ slug, type, types, isChosen, onRemove, onEdit }: ShownTypeProps) {
  const { t } = useTranslation()
  const { id, name, description, is_epic, is_default, is_active } = type
  const change = useChangeType({ slug })
  const ordered = types.filter((one) => !one.is_epic)
  const movable = !is_epic && ordered.length > 1
  const { itemProps, handleProps, dragging, drop } = useSortable({
    kind: 'work-item-type',
    id,
    name,
    enabled: movable,
    onDrop: (moved, place) => {
      if (place !== 'inside')
        change.mutate({ id: moved, patch: placeAt(ordered, moved, id, place) })
    },
    steps: vertical.filter((step) => placeByStep(ordered, id, step)),
    onStep: (step: Step) => {
      const patch = step === 'up' || step === 'down' ? placeByStep(ordered, id, step) : undefined
      if (patch) change.mutate({ id, patch })
    },
  })

  return (
    <div
      {...itemProps}
      className={classNames(
        'group/type flex min-h-10.5 items-center gap-2.5 py-1 pr-2 pl-2',
        isChosen ? 'bg-accent-subtle shadow-[inset_2px_0_var(--accent)]' : 'hover:bg-hover',
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
      <TypeText name={name} description={description} choose={{ slug, id, isChosen }}>
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
  /** Makes the name a link to its properties. */
  choose?: { slug: string; id: string; isChosen: boolean }
  /** Its icon. */
  children: ReactNode
}

export function TypeText({ name, description, choose, children }: TypeTextProps) {
  const look = 'max-w-full min-w-24 shrink-0 truncate font-medium md:max-w-60'
  return (
    <>
      {children}
      <div className="flex min-w-0 grow items-baseline gap-3 max-md:flex-col max-md:gap-0">
        <Tooltip label={name}>
          {choose ? (
            <Link
              to="/$slug/settings/types/"
              params={{ slug: choose.slug }}
              search={{ type: choose.id }}
              aria-current={choose.isChosen}
              className={`${look} focus-inset rounded-xs after:absolute after:inset-y-0 after:right-10 after:left-9`}
            >
              {name}
            </Link>
          ) : (
            <span className={look}>{name}</span>
          )}
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
