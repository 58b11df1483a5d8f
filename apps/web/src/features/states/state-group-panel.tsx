import type { State, StateGroup } from '@cairn/contract'
import { ChevronDown, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Panel } from '#ui/controls/form-layout.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { useDropZone } from '#ui/lists/sortable.ts'
import { sortableLook } from '#ui/lists/sortable-parts.tsx'
import { Presence } from '#ui/platform/presence.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { useChangeState } from './change-hooks.ts'
import { placeInto } from './move-state.ts'
import { NewStateForm } from './state-form.tsx'
import { StateRow } from './state-row.tsx'

interface StateGroupPanelProps {
  slug: string
  project_id: string
  group: StateGroup
  /** States of all groups. */
  states: readonly State[]
  editable: boolean
  onRemove: (state: State) => void
}

export function StateGroupPanel(props: StateGroupPanelProps) {
  const { slug, project_id, group, states, editable, onRemove } = props
  const { t } = useTranslation()
  const [open, setOpen] = useState(true)
  const [adding, setAdding] = useState(false)
  const own = states.filter((state) => state.group === group)
  const name = t(`states.group.${group}`)

  return (
    <section aria-label={name} className="mt-5">
      <div className="flex h-9 items-center gap-1">
        <h2 className="min-w-0 grow">
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="hit flex items-center gap-2 rounded-sm font-medium"
          >
            <Icon
              of={ChevronDown}
              size={14}
              className={classNames(
                'text-ink-3 transition-transform duration-(--time-base)',
                !open && '-rotate-90',
              )}
            />
            {name}
          </button>
        </h2>
        {editable && (
          <IconButton
            icon={Plus}
            label={t('states.add_to', { group: name })}
            onClick={() => {
              setOpen(true)
              setAdding(true)
            }}
          />
        )}
      </div>
      {open && (
        <Panel>
          {own.length > 0 && (
            <ul className="divide-y divide-line-subtle">
              {own.map((state) => (
                <li key={state.id}>
                  <StateRow
                    slug={slug}
                    state={state}
                    states={states}
                    editable={editable}
                    onRemove={() => onRemove(state)}
                  />
                </li>
              ))}
            </ul>
          )}
          {own.length === 0 && !adding && (
            <EmptyGroup {...{ slug, project_id, group, states, editable }} />
          )}
          <Presence>
            {adding && (
              <NewStateForm
                slug={slug}
                project_id={project_id}
                group={group}
                onClose={() => setAdding(false)}
              />
            )}
          </Presence>
        </Panel>
      )}
    </section>
  )
}

function EmptyGroup({
  slug,
  project_id,
  group,
  states,
  editable,
}: Omit<StateGroupPanelProps, 'onRemove'>) {
  const { t } = useTranslation()
  const change = useChangeState({ slug, project_id })
  const { zone, drop } = useDropZone({
    kind: 'state',
    enabled: editable,
    onDrop: (id) => change.mutate({ id, patch: placeInto(states, id, group) }),
  })
  const name = t(`states.group.${group}`)
  return (
    <div ref={zone} className={classNames('px-4 py-3 text-ink-2', sortableLook(false, drop))}>
      {t('states.empty_group', { group: name })}
      {editable && ` ${t('states.empty_group_add')}`}
    </div>
  )
}
