import { MAX_WIP_LIMIT, type State, type StateGroup } from '@cairn/contract'
import { useState } from 'react'
import { ApiError } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { useSentForm } from '#data/use-sent-form.ts'
import { DescribedRowForm } from '#ui/controls/described-row-form.tsx'
import { Input } from '#ui/controls/input.tsx'
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
  const { isHidden, takesFocus, close, send } = useSentForm(onClose)
  const [problem, setProblem] = useState<string>()

  function save(values: StateValues) {
    setSent(values)
    setProblem(undefined)
    create.mutate(
      { ...values, group },
      send({
        onSuccess: () =>
          void toast({ kind: 'success', title: t('states.created', { name: values.name }) }),
        onFailure: (error) => {
          const isTaken = error instanceof ApiError && error.status === 400
          setProblem(isTaken ? t('states.name_taken') : t('states.not_created'))
          return isTaken
        },
      }),
    )
  }

  if (isHidden) return null
  return (
    <StateForm
      group={group}
      first={sent ?? { name: '', color: firstColours[group], description: '', wip_limit: null }}
      autoFocus={takesFocus}
      problem={problem}
      saveLabel={t('states.create')}
      onTyped={() => setProblem(undefined)}
      onSave={save}
      onClose={close}
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
  const { id, name, color, description, group, wip_limit } = state

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
      first={{ name, color, description, wip_limit }}
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
  wip_limit: number | null
}

const isLimit = (text: string) =>
  /^[0-9]{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_WIP_LIMIT

interface StateFormProps {
  group: StateGroup
  first: StateValues
  autoFocus?: boolean
  problem?: string | undefined
  saveLabel: string
  onTyped?: () => void
  onSave: (values: StateValues) => void
  onClose: () => void
}

function StateForm({ group, saveLabel, first, onSave, onTyped, ...form }: StateFormProps) {
  const { t } = useTranslation()
  const [limitProblem, setLimitProblem] = useState<string>()
  const labels = {
    name: t('states.name'),
    required: t('states.name_required'),
    description: t('states.description'),
    placeholder: t('states.description_placeholder'),
    save: saveLabel,
  }
  return (
    <DescribedRowForm
      {...form}
      first={{ ...first, limit: String(first.wip_limit ?? '') }}
      labels={labels}
      maxLength={100}
      onTyped={() => {
        setLimitProblem(undefined)
        onTyped?.()
      }}
      onSave={({ name, color, description, limit }) => {
        const typed = limit.trim()
        if (typed && !isLimit(typed)) {
          setLimitProblem(t('states.limit_wrong', { most: MAX_WIP_LIMIT }))
        } else onSave({ name, color, description, wip_limit: typed ? Number(typed) : null })
      }}
      after={({ limit }, set) => (
        <div className="w-24 shrink-0">
          <Input
            hideLabel
            label={t('states.limit')}
            placeholder={t('states.limit_placeholder')}
            inputMode="numeric"
            autoComplete="off"
            value={limit}
            onChange={(event) => set({ limit: event.target.value })}
            error={limitProblem}
          />
        </div>
      )}
    >
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
