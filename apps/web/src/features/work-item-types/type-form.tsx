import type { WorkItemType } from '@cairn/contract'
import { useState } from 'react'
import { ApiError } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { useSentForm } from '#data/use-sent-form.ts'
import { TypeIcon } from '#entities/work-item-type/type-icon.tsx'
import { DescribedRowForm } from '#ui/controls/described-row-form.tsx'
import { EmojiIconPicker } from '#ui/controls/emoji-icon-picker.tsx'
import type { LogoValue } from '#ui/icons/logo-value.ts'
import { useChangeType, useCreateType } from './change-hooks.ts'

interface TypeValues {
  name: string
  description: string
  logo_props: LogoValue
}

const firstLogo: LogoValue = { in_use: 'icon', icon: { name: 'square-check', color: '#78818b' } }

interface NewTypeFormProps {
  slug: string
  onClose: () => void
}

/** Hidden while the type is being created; reopened for correction if the server rejects it. */
export function NewTypeForm({ slug, onClose }: NewTypeFormProps) {
  const { t } = useTranslation()
  const create = useCreateType({ slug })
  const [sent, setSent] = useState<TypeValues>()
  const { isHidden, takesFocus, close, send } = useSentForm(onClose)
  const [problem, setProblem] = useState<string>()

  function save(values: TypeValues) {
    setSent(values)
    create.mutate(
      { ...values, logo_props: { ...values.logo_props } },
      send({
        onFailure: (error) => {
          const isTaken = error instanceof ApiError && error.status === 400
          setProblem(isTaken ? t('types.name_taken') : undefined)
          return isTaken
        },
      }),
    )
  }

  if (isHidden) return null
  return (
    <TypeForm
      first={sent ?? { name: '', description: '', logo_props: firstLogo }}
      autoFocus={takesFocus}
      problem={problem}
      saveLabel={t('types.create')}
      onTyped={() => setProblem(undefined)}
      onSave={save}
      onClose={close}
    />
  )
}

interface EditTypeFormProps {
  slug: string
  type: WorkItemType
  onClose: () => void
}

/** Stays open until the name is known to be free. */
export function EditTypeForm({ slug, type, onClose }: EditTypeFormProps) {
  const { t } = useTranslation()
  const change = useChangeType({ slug })
  const [problem, setProblem] = useState<string>()
  const { id, name, description, logo_props } = type

  function save(values: TypeValues) {
    const patch = { ...values, logo_props: { ...values.logo_props } }
    change.mutate(
      { id, patch },
      {
        onSuccess: onClose,
        onFailure: (error) => {
          const isTaken = error instanceof ApiError && error.status === 400
          setProblem(isTaken ? t('types.name_taken') : undefined)
          return isTaken
        },
      },
    )
  }

  const hasLogo = Object.keys(logo_props).length > 0
  return (
    <TypeForm
      first={{ name, description, logo_props: hasLogo ? (logo_props as LogoValue) : firstLogo }}
      problem={problem}
      saveLabel={t('types.update')}
      onTyped={() => setProblem(undefined)}
      onSave={save}
      onClose={onClose}
    />
  )
}

interface TypeFormProps {
  first: TypeValues
  autoFocus?: boolean
  problem: string | undefined
  saveLabel: string
  onTyped: () => void
  onSave: (values: TypeValues) => void
  onClose: () => void
}

function TypeForm({ saveLabel, ...form }: TypeFormProps) {
  const { t } = useTranslation()
  const labels = {
    name: t('types.name'),
    required: t('types.name_required'),
    description: t('types.description'),
    placeholder: t('types.description_placeholder'),
    save: saveLabel,
  }
  return (
    <DescribedRowForm {...form} labels={labels} maxLength={255}>
      {({ logo_props }, set) => (
        <EmojiIconPicker
          iconsOnly
          label={t('types.icon')}
          value={logo_props}
          onChange={(logo) => set({ logo_props: logo })}
          trigger={
            <button
              type="button"
              aria-label={t('types.icon')}
              className="grid h-7 w-9 shrink-0 place-items-center rounded-md border border-line-strong bg-surface hover:bg-hover max-md:size-11"
            >
              <TypeIcon type={{ logo_props: { ...logo_props }, is_epic: false }} />
            </button>
          }
        />
      )}
    </DescribedRowForm>
  )
}
