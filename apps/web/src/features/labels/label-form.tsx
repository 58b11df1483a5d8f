import { type Label, labelColors } from '@cairn/contract'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#data/api.ts'
import { Dot } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ColourPicker } from '#ui/colour-picker.tsx'
import { Input } from '#ui/input.tsx'
import { Popover } from '#ui/popover.tsx'
import { toast } from '#ui/toast.ts'
import { useChangeLabel, useCreateLabel } from './hooks.ts'

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
        toast({
          kind: 'error',
          title: t('labels.not_created'),
          text: error instanceof ApiError ? error.sentence : undefined,
        })
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

/** In the place of a row. */
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

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!name.trim() || name.trim().length > 255 || busy) return
    onSave({ name: name.trim(), color })
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
        label={t('labels.colour')}
        width={260}
        trigger={
          <button
            type="button"
            aria-label={t('labels.colour')}
            className="grid h-7 w-9 shrink-0 place-items-center rounded-md border border-line-strong bg-surface hover:bg-hover max-md:size-11"
          >
            <Dot colour={color} />
          </button>
        }
      >
        <ColourPicker
          label={t('labels.colour')}
          value={color}
          onChange={(hex) => set({ color: hex })}
        />
      </Popover>
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
      <div className="ml-auto flex gap-2">
        <Button variant="ghost" disabled={busy} onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          {saveLabel}
        </Button>
      </div>
    </form>
  )
}
