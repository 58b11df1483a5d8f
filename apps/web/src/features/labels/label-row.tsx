import type { Label } from '@cairn/contract'
import { ChevronDown, CornerUpLeft, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useChangeLabel } from '#entities/label/change-hooks.ts'
import {
  type LabelBranch,
  mayMoveTo,
  placeLabel,
  placeLabelByStep,
  stepsOf,
} from '#entities/label/label-tree.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { useSortable } from '#ui/lists/sortable.ts'
import { SortableHandle } from '#ui/lists/sortable-menu.tsx'
import { DropMark, sortableLook } from '#ui/lists/sortable-parts.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { Count, Dot } from '#ui/people/badge.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { EditLabelForm } from './label-form.tsx'

interface LabelRowProps {
  slug: string
  branch: LabelBranch
  tree: readonly LabelBranch[]
  editable: boolean
  onRemove: (label: Label) => void
}

/** A label and those grouped below it. */
export function LabelRow({ slug, branch, tree, editable, onRemove }: LabelRowProps) {
  const [open, setOpen] = useState(true)
  const id = useId()
  const { label, children } = branch
  return (
    <li>
      <OneLabel
        {...{ slug, label, tree, editable, onRemove }}
        group={
          children.length > 0
            ? { id, open, count: children.length, onToggle: () => setOpen(!open) }
            : undefined
        }
      />
      {open && children.length > 0 && (
        <ul id={id} className="divide-y divide-line-subtle border-t border-line-subtle">
          {children.map((child) => (
            <li key={child.id}>
              <OneLabel {...{ slug, tree, editable, onRemove }} label={child} nested />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

interface OneLabelProps extends Omit<LabelRowProps, 'branch'> {
  label: Label
  nested?: boolean
  group?: { id: string; open: boolean; count: number; onToggle: () => void }
}

function OneLabel(props: OneLabelProps) {
  const [editing, setEditing] = useState(false)
  const { slug, label } = props
  if (editing) return <EditLabelForm slug={slug} label={label} onClose={() => setEditing(false)} />
  return <ShownLabel {...props} onEdit={() => setEditing(true)} />
}

function ShownLabel({
  slug,
  label,
  tree,
  nested = false,
  group,
  editable,
  onEdit,
  onRemove,
}: OneLabelProps & { onEdit: () => void }) {
  const { t } = useTranslation()
  const { id, name, color, project_id } = label
  const change = useChangeLabel({ slug, project_id })
  const { itemProps, handleProps, dragging, drop } = useSortable({
    kind: 'label',
    id,
    name,
    enabled: editable,
    nests: !nested,
    mayDrop: (moved, place) => mayMoveTo(tree, moved, id, place),
    onDrop: (moved, place) => {
      const patch = placeLabel(tree, moved, id, place)
      if (patch) change.mutate({ id: moved, patch })
    },
    steps: editable ? stepsOf(tree, id) : [],
    onStep: (step) => {
      const patch = placeLabelByStep(tree, id, step)
      if (patch) change.mutate({ id, patch })
    },
  })
  const ungroup = placeLabelByStep(tree, id, 'out')
  const above = tree[tree.findIndex((branch) => branch.label.id === id) - 1]?.label.name

  return (
    <div
      {...itemProps}
      className={classNames(
        'group/label flex min-h-10.5 items-center gap-2.5 py-1 pr-2 pl-2 hover:bg-hover',
        nested && 'pl-9',
        sortableLook(dragging, drop),
      )}
    >
      {editable && (
        <SortableHandle
          {...handleProps}
          words={{
            in: above && t('labels.move_into', { name: above }),
            out: t('labels.ungroup'),
          }}
          className="until-hover group-focus-within/label:opacity-100 group-hover/label:opacity-100"
        />
      )}
      {group ? (
        <button
          type="button"
          aria-expanded={group.open}
          aria-controls={group.id}
          onClick={group.onToggle}
          className="hit flex min-w-0 items-center gap-2 rounded-sm"
        >
          <Icon
            of={ChevronDown}
            size={14}
            className={classNames(
              'text-ink-3 transition-transform duration-(--time-base)',
              !group.open && '-rotate-90',
            )}
          />
          <Dot colour={color} />
          <Tooltip label={name}>
            <span className="truncate font-medium">{name}</span>
          </Tooltip>
          <Count value={group.count} />
        </button>
      ) : (
        <span className={classNames('flex min-w-0 items-center gap-2', !editable && 'pl-2')}>
          <Dot colour={color} />
          <Tooltip label={name}>
            <span className="truncate">{name}</span>
          </Tooltip>
        </span>
      )}
      {editable && (
        <span className="ml-auto flex shrink-0 items-center">
          <Menu
            align="end"
            trigger={
              <IconButton size="sm" icon={Ellipsis} label={t('labels.actions_for', { name })} />
            }
            items={[
              nested &&
                ungroup && {
                  label: t('labels.ungroup'),
                  icon: CornerUpLeft,
                  onSelect: () => change.mutate({ id, patch: ungroup }),
                },
              { label: t('labels.edit'), icon: Pencil, onSelect: onEdit },
              'line',
              {
                label: t('labels.delete'),
                icon: Trash2,
                danger: true,
                onSelect: () => onRemove(label),
              },
            ]}
          />
        </span>
      )}
      <DropMark drop={drop} />
    </div>
  )
}
