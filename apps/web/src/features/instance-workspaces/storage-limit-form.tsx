import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { SettingsForm, SettingsFormSkeleton } from '#entities/instance-settings/settings-form.tsx'
import { useSettingsDraft } from '#entities/instance-settings/use-settings-draft.ts'
import { Input } from '#ui/controls/input.tsx'
import { gigabytesText, readGigabytes } from './gigabytes.ts'

/** The storage limit of each workspace. */
export function StorageLimitForm() {
  const { t } = useTranslation()
  const draft = useSettingsDraft([])
  const [typed, setTyped] = useState<string>()
  if (!draft) return <SettingsFormSkeleton fields={1} />
  const stored = Number(draft.value('WORKSPACE_STORAGE_LIMIT'))
  const shown = typed ?? gigabytesText(stored)
  const isValid = readGigabytes(shown) !== undefined

  function handleChange(text: string) {
    setTyped(text)
    const bytes = readGigabytes(text)
    if (bytes !== undefined) draft?.set({ WORKSPACE_STORAGE_LIMIT: String(bytes) })
  }

  return (
    <SettingsForm draft={draft} isValid={isValid} saved={t('god_mode.workspaces.storage_saved')}>
      <Input
        label={t('god_mode.workspaces.storage_limit')}
        hint={t('god_mode.workspaces.storage_limit_hint')}
        placeholder={t('god_mode.workspaces.storage_unlimited')}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        value={shown}
        onChange={(event) => handleChange(event.target.value)}
        error={isValid ? undefined : t('god_mode.workspaces.storage_wrong')}
      />
    </SettingsForm>
  )
}
