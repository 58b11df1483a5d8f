import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { UnsavedChanges } from '#entities/instance/unsaved-changes.tsx'
import { Button } from '#ui/controls/button.tsx'
import { FormFields } from '#ui/controls/form-layout.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import type { SettingsDraft } from './use-settings-draft.ts'

interface SettingsFormProps {
  draft: SettingsDraft
  /** Whether the typed values can be saved, as far as the fields know. */
  isValid?: boolean
  /** Message after saving. */
  saved: string
  /** Next to the save button. */
  actions?: ReactNode
  children: ReactNode
}

export function SettingsForm({
  draft,
  isValid = true,
  saved,
  actions,
  children,
}: SettingsFormProps) {
  const { t } = useTranslation()
  const isReady = draft.isChanged && draft.isComplete && isValid

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!isReady || draft.isSaving) return
    draft.save({
      onSuccess: () => toast({ kind: 'success', title: saved }),
      onError: (error) => notifyFailure(t('god_mode.not_saved'), error),
    })
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <FormFields>{children}</FormFields>
      <div className="mt-6 flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={draft.isSaving} disabled={!isReady}>
          {draft.isSaving ? t('god_mode.saving') : t('god_mode.save')}
        </Button>
        {actions}
      </div>
      <UnsavedChanges when={draft.isChanged && !draft.isSaving} />
    </form>
  )
}

/** Placeholder while the fields load. */
export function SettingsFormSkeleton({ fields }: { fields: number }) {
  return (
    <SkeletonGroup>
      <div className="flex flex-col gap-5">
        {Array.from({ length: fields }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields are all alike
          <div key={index} className="flex flex-col gap-2.5">
            <Skeleton width={120} />
            <Skeleton height={28} />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}
