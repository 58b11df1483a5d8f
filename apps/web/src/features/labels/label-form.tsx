import { type Label, labelColors } from '@cairn/contract'
import { useState } from 'react'
import { ApiError } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { tellFailure } from '#data/tell-failure.ts'
import { useChangeLabel, useCreateLabel } from '#entities/label/change-hooks.ts'
import { Dot } from '#ui/badge.tsx'
import { Input } from '#ui/input.tsx'
import { ColourButton, RowForm } from '#ui/row-form.tsx'

const anyColour = () =>
  labelColors[Math.floor(Math.random() * labelColors.length)] ?? labelColors[0]

interface NewLabelFormProps {
  slug: string
  project_id: string
  onClose: () => void
}

/** Stays for the next one: labels come in dozens. */
export function NewLabelForm({ slug, project_id, onClose }: NewLabelFormProps) {
  const { t } = useTranslation()
  const create = useCreateLabel(slug, project_id)
  const [made, setMade] = useState(0)
  const refused = create.error instanceof ApiError && create.error.status === 400

  const save = (values: LabelValues) =>
    create.mutate(values, {
      onSuccess: () => setMade(made + 1),
      onError: (error) => {
        if (error instanceof ApiError && error.status === 400) return
        tellFailure(t('labels.not_created'), error)
      },
    })

  return (
    <LabelForm
      key={made}
      first={{ name: '', color: anyColour() }}
      busy={create.isPending}
      problem={refused ? (create.error as ApiError).sentence || t('labels.not_created') : undefined}
      saveLabel={t('labels.save_new')}
      onTyped={() => create.reset()}
      onSave={save}
      onClose={onClose}
    />
  )
}

interface EditLabelFormProps {
  slug: string
  label: Label
  onClose: () => void
}

export function EditLabelForm({ slug, label, onClose }: EditLabelFormProps) {
  const { t } = useTranslation()
  const { id, name, color, project_id } = label
  const change = useChangeLabel(slug, project_id)

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
  busy?: boolean
  problem?: string
  saveLabel: string
  onTyped?: () => void
  onSave: (values: LabelValues) => void
  onClose: () => void
}

function LabelForm(props: LabelFormProps) {
  const { first, busy = false, problem, saveLabel, onTyped, onSave, onClose } = props
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
    if (!name.trim() || name.trim().length > 255 || busy) return
    onSave({ name: name.trim(), color })
  }

  return (
    <RowForm busy={busy} saveLabel={saveLabel} onSubmit={handleSubmit} onClose={onClose}>
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
