import type { State, StateGroup } from '@cairn/contract'
import { useState } from 'react'
import { ApiError } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { Input } from '#ui/controls/input.tsx'
import { ColourButton, RowForm } from '#ui/controls/row-form.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { StateIcon } from '#ui/icons/state-icon.tsx'
import { useChangeState, useCreateState } from './change-hooks.ts'

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

/** Hides while the state is on its way; what was refused comes back to be corrected. */
export function NewStateForm({ slug, project_id, group, onClose }: NewStateFormProps) {
  const { t } = useTranslation()
  const create = useCreateState({ slug, project_id })
  const [sent, setSent] = useState<StateValues>()
  const [waiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState<string>()

  function save(values: StateValues) {
    setSent(values)
    setWaiting(true)
    setProblem(undefined)
    create.mutate(
      { ...values, group },
      {
        onSuccess: () => {
          onClose()
          toast({ kind: 'success', title: t('states.created') })
        },
        onFailure: (error) => {
          setWaiting(false)
          const isTaken = error instanceof ApiError && error.status === 400
          setProblem(isTaken ? t('states.name_taken') : t('states.not_created'))
          return isTaken
        },
      },
    )
  }

  if (waiting) return null
  return (
    <StateForm
      group={group}
      first={sent ?? { name: '', color: firstColours[group], description: '' }}
      problem={problem}
      saveLabel={t('states.create')}
      onTyped={() => setProblem(undefined)}
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
  const change = useChangeState({ slug, project_id: state.project_id })
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
      saveLabel={t('states.update')}
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
  problem?: string | undefined
  saveLabel: string
  onTyped?: () => void
  onSave: (values: StateValues) => void
  onClose: () => void
}

function StateForm(props: StateFormProps) {
  const { group, first, problem, saveLabel, onTyped, onSave, onClose } = props
  const { t } = useTranslation()
  const [values, setValues] = useState(first)
  const [tried, setTried] = useState(false)
  const { name, color, description } = values
  const missing = tried && !name.trim() ? t('states.name_required') : undefined

  function set(change: Partial<StateValues>) {
    setValues({ ...values, ...change })
    onTyped?.()
  }

  function handleSubmit() {
    setTried(true)
    if (!name.trim()) return
    onSave({ name: name.trim(), color, description: description.trim() })
  }

  return (
    <RowForm saveLabel={saveLabel} onSubmit={handleSubmit} onClose={onClose}>
      <ColourButton
        label={t('states.colour')}
        value={color}
        onChange={(hex) => set({ color: hex })}
      >
        <StateIcon group={group} colour={color} />
      </ColourButton>
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
    </RowForm>
  )
}
