import type { State } from '@cairn/contract'
import { Check, Ellipsis, Pencil, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { stateIcon } from '#entities/state/state-picture.tsx'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { type Step, useSortable } from '#ui/lists/sortable.ts'
import { SortableHandle } from '#ui/lists/sortable-menu.tsx'
import { DropMark, sortableLook } from '#ui/lists/sortable-parts.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { Tag } from '#ui/people/badge.tsx'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { useChangeState, useMarkDefault } from './change-hooks.ts'
import { placeAt, placeByStep } from './move-state.ts'
import { EditStateForm } from './state-form.tsx'

interface StateRowProps {
  slug: string
  state: State
  states: readonly State[]
  editable: boolean
  onRemove: () => void
}

export function StateRow(props: StateRowProps) {
  const [editing, setEditing] = useState(false)
  const { slug, state } = props
  if (editing) return <EditStateForm slug={slug} state={state} onClose={() => setEditing(false)} />
  return <ShownState {...props} onEdit={() => setEditing(true)} />
}

interface ShownStateProps extends StateRowProps {
  onEdit: () => void
}

function ShownState({ slug, state, states, editable, onRemove, onEdit }: ShownStateProps) {
  const { t } = useTranslation()
  const { id, name, description, project_id, wip_limit } = state
  const change = useChangeState({ slug, project_id })
  const movable = editable && states.length > 1
  const vertical: ('up' | 'down')[] = ['up', 'down']
  const { itemProps, handleProps, dragging, drop } = useSortable({
    kind: 'state',
    id,
    name,
    enabled: movable,
    onDrop: (moved, place) => {
      if (place !== 'inside') {
        change.mutate({ id: moved, patch: placeAt(states, moved, state, place) })
      }
    },
    steps: vertical.filter((step) => placeByStep(states, state, step)),
    onStep: (step: Step) => {
      const patch = step === 'up' || step === 'down' ? placeByStep(states, state, step) : undefined
      if (patch) change.mutate({ id, patch })
    },
  })

  return (
    <div
      {...itemProps}
      className={classNames(
        'group/state flex min-h-10.5 items-center gap-2.5 py-1 pr-2 pl-2 hover:bg-hover',
        sortableLook(dragging, drop),
      )}
    >
      {movable ? (
        <SortableHandle
          {...handleProps}
          className="until-hover group-focus-within/state:opacity-100 group-hover/state:opacity-100"
        />
      ) : (
        <span className="w-6 shrink-0" />
      )}
      {stateIcon(state, states)}
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
      {wip_limit && (
        <span className="shrink-0 text-small text-ink-3 tabular-nums">
          {t('states.limit_is', { limit: wip_limit })}
        </span>
      )}
      <RowActions
        slug={slug}
        state={state}
        states={states}
        editable={editable}
        onEdit={onEdit}
        onRemove={onRemove}
      />
      <DropMark drop={drop} />
    </div>
  )
}

function RowActions({ slug, state, states, editable, onEdit, onRemove }: ShownStateProps) {
  const { t } = useTranslation()
  const small = useSmallScreen()
  const markDefault = useMarkDefault({ slug, project_id: state.project_id })
  const { name } = state
  const alone = states.filter(({ group }) => group === state.group).length === 1
  const reason = state.default
    ? t('states.keep_default')
    : alone
      ? t('states.keep_last')
      : undefined
  const makeDefault = () => markDefault.mutate(state.id)
  const tag = state.default && <Tag>{t('states.default')}</Tag>
  if (!editable) return tag

  if (small) {
    return (
      <>
        {tag}
        <Menu
          align="end"
          trigger={
            <IconButton size="sm" icon={Ellipsis} label={t('states.actions_for', { name })} />
          }
          items={[
            !state.default && {
              label: t('states.mark_default'),
              icon: Check,
              onSelect: makeDefault,
            },
            { label: t('states.edit'), icon: Pencil, onSelect: onEdit },
            'line',
            {
              label: t('states.delete'),
              detail: reason,
              icon: Trash2,
              danger: true,
              disabled: Boolean(reason),
              onSelect: onRemove,
            },
          ]}
        />
      </>
    )
  }
  const revealed = 'until-hover group-focus-within/state:opacity-100 group-hover/state:opacity-100'
  return (
    <div className="flex shrink-0 items-center gap-1">
      {!tag && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={t('states.mark_default_named', { name })}
          className={revealed}
          onClick={makeDefault}
        >
          {t('states.mark_default')}
        </Button>
      )}
      <IconButton
        size="sm"
        icon={Pencil}
        label={t('states.edit_named', { name })}
        className={revealed}
        onClick={onEdit}
      />
      <IconButton
        size="sm"
        icon={X}
        label={
          reason
            ? t('states.kept_named', { name, why: reason })
            : t('states.delete_named', { name })
        }
        disabled={Boolean(reason)}
        className={revealed}
        onClick={onRemove}
      />
      {tag}
    </div>
  )
}
