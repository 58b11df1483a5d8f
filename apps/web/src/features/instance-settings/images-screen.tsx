import { useTranslation } from '#data/i18n.ts'
import { useInstance } from '#entities/instance/hooks.ts'
import { useGodModeTitle } from '#entities/instance/use-god-mode-title.ts'
import { SettingsForm, SettingsFormSkeleton } from '#entities/instance-settings/settings-form.tsx'
import { useSettingsDraft } from '#entities/instance-settings/use-settings-draft.ts'
import { SettingRow } from '#ui/controls/field.tsx'
import { SettingsPage, SettingsSection } from '#ui/controls/form-layout.tsx'
import { groupedNumber } from '#ui/platform/number.ts'
import { SettingField } from './setting-field.tsx'

const MEGABYTE = 1024 * 1024

export function ImagesScreen() {
  const { t } = useTranslation()
  const draft = useSettingsDraft(['UNSPLASH_ACCESS_KEY'])
  const limit = useInstance()?.config.file_size_limit
  useGodModeTitle(t('god_mode.images.title'))
  return (
    <SettingsPage title={t('god_mode.images.title')} description={t('god_mode.images.description')}>
      <SettingsSection title={t('god_mode.images.library')}>
        {draft ? (
          <SettingsForm draft={draft} saved={t('god_mode.images.saved')}>
            <SettingField
              draft={draft}
              setting="UNSPLASH_ACCESS_KEY"
              label={t('god_mode.images.key')}
              hint={t('god_mode.images.key_hint')}
              secret
            />
          </SettingsForm>
        ) : (
          <SettingsFormSkeleton fields={1} />
        )}
      </SettingsSection>
      <SettingsSection title={t('god_mode.images.storage')}>
        <SettingRow
          label={t('god_mode.images.file_size')}
          hint={t('god_mode.images.file_size_hint')}
        >
          <span className="shrink-0 font-medium tabular-nums">
            {limit !== undefined &&
              t('god_mode.images.megabytes', { size: groupedNumber(Math.round(limit / MEGABYTE)) })}
          </span>
        </SettingRow>
      </SettingsSection>
    </SettingsPage>
  )
}
