import type { State, StateGroup } from '@cairn/contract'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#data/api.ts'
import { Button } from '#ui/button.tsx'
import { ColourPicker } from '#ui/colour-picker.tsx'
import { Input } from '#ui/input.tsx'
import { Popover } from '#ui/popover.tsx'
import { StateIcon } from '#ui/state-icon.tsx'
import { toast } from '#ui/toast.ts'
import { useChangeState, useCreateState } from './hooks.ts'

const firstColours: Record<StateGroup, string> = {
  backlog: '#d9d9d9',
  unstarted: '#3f76ff',
  started: '#f59e0b',
  completed: '#16a34a',
  cancelled: '#dc2626',
}

interface NewStateFormProps {
  slug: string
  project_id: string
  group: StateGroup
  onClose: () => void
}

export function NewStateForm({ slug, project_id, group, onClose }: NewStateFormProps) {
  const { t } = useTranslation()
  const create = useCreateState(slug, project_id)
  const taken = create.error instanceof ApiError && create.error.status === 400

  const save = (values: StateValues) =>
    create.mutate(
      { ...values, group },
      {
        onSuccess: () => {
          onClose()
          toast({ kind: 'success', title: t('states.created') })
        },
        onError: (error) => {
          if (error instanceof ApiError && error.status === 400) return
          toast({
            kind: 'error',
            title: t('states.not_created'),
            text: error instanceof ApiError ? error.sentence : undefined,
          })
        },
      },
    )

  return (
    <StateForm
      group={group}
      first={{ name: '', color: firstColours[group], description: '' }}
      busy={create.isPending}
      problem={taken ? t('states.name_taken') : undefined}
      labels={{ save: t('states.create'), saving: t('states.creating') }}
      onTyped={() => create.reset()}
      onSave={save}
      onClose={onClose}
    />
  )
}

interface EditStateFormProps {
  slug: string
  state: State
  onClose: () => void
}

export function EditStateForm({ slug, state, onClose }: EditStateFormProps) {
  const { t } = useTranslation()
  const change = useChangeState(slug, state.project_id)
  const { id, name, color, description, group } = state

  function save(values: StateValues) {
    onClose()
    change.mutate(
      { id, patch: values },
      { onSuccess: () => toast({ kind: 'success', title: t('states.updated') }) },
    )
  }

  return (
    <StateForm
      group={group}
      first={{ name, color, description }}
      labels={{ save: t('states.update'), saving: t('states.update') }}
      onSave={save}
      onClose={onClose}
    />
  )
}

interface StateValues {
  name: string
  color: string
  description: string
}

interface StateFormProps {
  group: StateGroup
  first: StateValues
  busy?: boolean
  problem?: string
  labels: { save: string; saving: string }
  onTyped?: () => void
  onSave: (values: StateValues) => void
  onClose: () => void
}

/** In the place of a row. */
function StateForm(props: StateFormProps) {
  const { group, first, busy = false, problem, labels, onTyped, onSave, onClose } = props
  const { t } = useTranslation()
  const [values, setValues] = useState(first)
  const [tried, setTried] = useState(false)
  const { name, color, description } = values
  const missing = tried && !name.trim() ? t('states.name_required') : undefined

  function set(change: Partial<StateValues>) {
    setValues({ ...values, ...change })
    onTyped?.()
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!name.trim() || busy) return
    onSave({ name: name.trim(), color, description: description.trim() })
  }

  function handleKeyDown(event: KeyboardEvent) {
    // The colours lie in a popup: for React they are inside the form, for the browser not.
    const own = event.currentTarget.contains(event.target as Node)
    if (event.key === 'Escape' && own) onClose()
  }

  return (
    <form
      noValidate
      onSubmit={handleSubmit}
      onKeyDown={handleKeyDown}
      className="flex flex-wrap items-start gap-2 bg-canvas p-3"
    >
      <Popover
        label={t('states.colour')}
        width={260}
        trigger={
          <button
            type="button"
            aria-label={t('states.colour')}
            className="grid h-7 w-9 shrink-0 place-items-center rounded-md border border-line-strong bg-surface hover:bg-hover max-md:size-11"
          >
            <StateIcon group={group} colour={color} />
          </button>
        }
      >
        <ColourPicker
          label={t('states.colour')}
          value={color}
          onChange={(hex) => set({ color: hex })}
        />
      </Popover>
      <div className="w-50 min-w-0 max-md:w-auto max-md:grow">
        <Input
          autoFocus
          hideLabel
          label={t('states.name')}
          placeholder={t('states.name')}
          maxLength={100}
          autoComplete="off"
          value={name}
          onChange={(event) => set({ name: event.target.value })}
          error={problem ?? missing}
        />
      </div>
      <div className="min-w-0 grow max-md:w-full">
        <Input
          hideLabel
          label={t('states.description')}
          placeholder={t('states.description_placeholder')}
          maxLength={1000}
          autoComplete="off"
          value={description}
          onChange={(event) => set({ description: event.target.value })}
        />
      </div>
      <div className="ml-auto flex gap-2">
        <Button variant="ghost" disabled={busy} onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? labels.saving : labels.save}
        </Button>
      </div>
    </form>
  )
}
