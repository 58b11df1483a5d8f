import { useTranslation } from '#data/i18n.ts'
import { useGodModeTitle } from '#entities/instance/use-god-mode-title.ts'
import { SettingsForm, SettingsFormSkeleton } from '#entities/instance-settings/settings-form.tsx'
import { useSettingsDraft } from '#entities/instance-settings/use-settings-draft.ts'
import { SettingsPage, SettingsSection } from '#ui/controls/form-layout.tsx'
import { SettingField } from './setting-field.tsx'

export function AiScreen() {
  const { t } = useTranslation()
  const draft = useSettingsDraft([])
  useGodModeTitle(t('god_mode.ai.title'))
  return (
    <SettingsPage title={t('god_mode.ai.title')} description={t('god_mode.ai.description')}>
      <SettingsSection>
        {draft ? (
          <SettingsForm draft={draft} saved={t('god_mode.ai.saved')}>
            <SettingField
              draft={draft}
              setting="LLM_MODEL"
              label={t('god_mode.ai.model')}
              hint={t('god_mode.ai.model_hint')}
              placeholder={t('god_mode.ai.model_sample')}
            />
            <SettingField
              draft={draft}
              setting="LLM_API_KEY"
              label={t('god_mode.ai.key')}
              hint={t('god_mode.ai.key_hint')}
              secret
            />
          </SettingsForm>
        ) : (
          <SettingsFormSkeleton fields={2} />
        )}
      </SettingsSection>
    </SettingsPage>
  )
}
