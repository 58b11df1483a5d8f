import { type Label, labelColors } from '@cairn/contract'
import { useRef, useState } from 'react'
import { ApiError } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { useChangeLabel, useCreateLabel } from '#entities/label/change-hooks.ts'
import { Input } from '#ui/controls/input.tsx'
import { ColourButton, RowForm } from '#ui/controls/row-form.tsx'
import { Dot } from '#ui/people/badge.tsx'

const anyColour = () =>
  labelColors[Math.floor(Math.random() * labelColors.length)] ?? labelColors[0]

interface NewLabelFormProps {
  slug: string
  project_id: string
  onClose: () => void
}

/**
 * Stays open for the next one: labels are created in dozens. Refused input is restored to be
 * corrected.
 */
export function NewLabelForm({ slug, project_id, onClose }: NewLabelFormProps) {
  const { t } = useTranslation()
  const create = useCreateLabel({ slug, project_id })
  const [form, setForm] = useState<NewForm>(emptyForm)
  const typed = useRef(false)

  function save(values: LabelValues) {
    typed.current = false
    setForm(({ count }) => ({ ...emptyForm(), count: count + 1 }))
    create.mutate(values, {
      onFailure: (error) => {
        const isRefused = error instanceof ApiError && error.status === 400
        if (!isRefused || typed.current) return false
        const problem = error.sentence || t('labels.not_created')
        setForm(({ count }) => ({ first: values, problem, count: count + 1 }))
        return true
      },
    })
  }

  return (
    <LabelForm
      key={form.count}
      first={form.first}
      problem={form.problem}
      saveLabel={t('labels.save_new')}
      onTyped={() => {
        typed.current = true
        setForm((before) => ({ ...before, problem: undefined }))
      }}
      onSave={save}
      onClose={onClose}
    />
  )
}

interface NewForm {
  first: LabelValues
  problem?: string | undefined
  /** Resets the form's state for each one. */
  count: number
}

const emptyForm = (): NewForm => ({ first: { name: '', color: anyColour() }, count: 0 })

interface EditLabelFormProps {
  slug: string
  label: Label
  onClose: () => void
}

export function EditLabelForm({ slug, label, onClose }: EditLabelFormProps) {
  const { t } = useTranslation()
  const { id, name, color, project_id } = label
  const change = useChangeLabel({ slug, project_id })

  function save(patch: LabelValues) {
    onClose()
    change.mutate({ id, patch })
  }

  return (
    <LabelForm
      first={{ name, color }}
      saveLabel={t('labels.update')}
      onSave={save}
      onClose={onClose}
    />
  )
}

interface LabelValues {
  name: string
  color: string
}

interface LabelFormProps {
  first: LabelValues
  problem?: string
  saveLabel: string
  onTyped?: () => void
  onSave: (values: LabelValues) => void
  onClose: () => void
}

function LabelForm(props: LabelFormProps) {
  const { first, problem, saveLabel, onTyped, onSave, onClose } = props
  const { t } = useTranslation()
  const [values, setValues] = useState(first)
  const [tried, setTried] = useState(false)
  const { name, color } = values
  const wrong =
    (tried && !name.trim() && t('labels.name_required')) ||
    (name.trim().length > 255 && t('labels.name_too_long')) ||
    undefined

  function set(change: Partial<LabelValues>) {
    setValues({ ...values, ...change })
    onTyped?.()
  }

  function handleSubmit() {
    setTried(true)
    if (!name.trim() || name.trim().length > 255) return
    onSave({ name: name.trim(), color })
  }

  return (
    <RowForm saveLabel={saveLabel} onSubmit={handleSubmit} onClose={onClose}>
      <ColourButton
        label={t('labels.colour')}
        value={color}
        onChange={(hex) => set({ color: hex })}
      >
        <Dot colour={color} />
      </ColourButton>
      <div className="min-w-40 grow">
        <Input
          autoFocus
          hideLabel
          label={t('labels.name')}
          placeholder={t('labels.name')}
          autoComplete="off"
          value={name}
          onChange={(event) => set({ name: event.target.value })}
          error={problem ?? wrong}
        />
      </div>
    </RowForm>
  )
}
