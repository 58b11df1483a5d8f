import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useGodModeTitle } from '#entities/instance/use-god-mode-title.ts'
import { SettingsForm, SettingsFormSkeleton } from '#entities/instance-settings/settings-form.tsx'
import {
  type SettingsDraft,
  useSettingsDraft,
} from '#entities/instance-settings/use-settings-draft.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormColumns, SettingsPage, SettingsSection } from '#ui/controls/form-layout.tsx'
import { Select } from '#ui/controls/select.tsx'
import { isPort, isSender, mailSecurities, securityIn, settingsFor } from './mail-settings.ts'
import { SettingField } from './setting-field.tsx'
import { TestEmailDialog } from './test-email-dialog.tsx'

export function EmailScreen() {
  const { t } = useTranslation()
  const draft = useSettingsDraft(['EMAIL_HOST', 'EMAIL_PORT', 'EMAIL_FROM'])
  useGodModeTitle(t('god_mode.email.title'))
  return (
    <SettingsPage title={t('god_mode.email.title')} description={t('god_mode.email.description')}>
      <SettingsSection>
        {draft ? <EmailForm draft={draft} /> : <SettingsFormSkeleton fields={5} />}
      </SettingsSection>
    </SettingsPage>
  )
}

function EmailForm({ draft }: { draft: SettingsDraft }) {
  const { t } = useTranslation()
  const [testing, setTesting] = useState(false)
  const portIsRight = isPort(draft.value('EMAIL_PORT').trim())
  const senderIsRight = isSender(draft.value('EMAIL_FROM'))
  const isValid = portIsRight && senderIsRight

  return (
    <>
      <SettingsForm
        draft={draft}
        isValid={isValid}
        saved={t('god_mode.email.saved')}
        actions={
          <Button disabled={!draft.isComplete || !isValid} onClick={() => setTesting(true)}>
            {t('god_mode.email.test')}
          </Button>
        }
      >
        <FormColumns>
          <SettingField
            draft={draft}
            setting="EMAIL_HOST"
            label={t('god_mode.email.host')}
            placeholder={t('god_mode.email.host_sample')}
            inputMode="url"
          />
          <SettingField
            draft={draft}
            setting="EMAIL_PORT"
            label={t('god_mode.email.port')}
            inputMode="numeric"
            problem={portIsRight ? undefined : t('god_mode.email.port_problem')}
          />
        </FormColumns>
        <FormColumns>
          <SettingField
            draft={draft}
            setting="EMAIL_FROM"
            label={t('god_mode.email.from')}
            placeholder={t('god_mode.email.from_sample')}
            inputMode="email"
            problem={senderIsRight ? undefined : t('god_mode.email.from_problem')}
          />
          <Select
            label={t('god_mode.email.security')}
            options={mailSecurities.map((security) => ({
              value: security,
              label: t(`god_mode.email.securities.${security}`),
            }))}
            value={securityIn(draft)}
            onChange={(security) => draft.set(settingsFor(security))}
          />
        </FormColumns>
        <div className="mt-2">
          <h2 className="font-medium">{t('god_mode.email.authentication')}</h2>
          <p className="text-ink-2">{t('god_mode.email.authentication_hint')}</p>
        </div>
        <FormColumns>
          <SettingField draft={draft} setting="EMAIL_HOST_USER" label={t('god_mode.email.user')} />
          <SettingField
            draft={draft}
            setting="EMAIL_HOST_PASSWORD"
            label={t('god_mode.email.password')}
            secret
          />
        </FormColumns>
      </SettingsForm>
      <TestEmailDialog
        open={testing}
        onClose={() => setTesting(false)}
        hasUnsaved={draft.isChanged}
      />
    </>
  )
}
