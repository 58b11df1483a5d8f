import type { State, StateGroup } from '@cairn/contract'
import { useState } from 'react'
import { ApiError } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { DescribedRowForm } from '#ui/controls/described-row-form.tsx'
import { ColourButton } from '#ui/controls/row-form.tsx'
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

/** Hidden while the state is being created; reopened for correction if the server rejects it. */
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
          toast({ kind: 'success', title: t('states.created', { name: values.name }) })
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
      {
        onSuccess: () =>
          toast({ kind: 'success', title: t('states.updated', { name: values.name }) }),
      },
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

function StateForm({ group, saveLabel, ...form }: StateFormProps) {
  const { t } = useTranslation()
  const labels = {
    name: t('states.name'),
    required: t('states.name_required'),
    description: t('states.description'),
    placeholder: t('states.description_placeholder'),
    save: saveLabel,
  }
  return (
    <DescribedRowForm {...form} labels={labels} maxLength={100}>
      {({ color }, set) => (
        <ColourButton
          label={t('states.colour')}
          value={color}
          onChange={(hex) => set({ color: hex })}
        >
          <StateIcon group={group} colour={color} />
        </ColourButton>
      )}
    </DescribedRowForm>
  )
}
