import { isProvider, type Provider, providerSettings } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { NotFound } from '#entities/frame/gate-screens.tsx'
import { useInstance } from '#entities/instance/hooks.ts'
import { useGodModeTitle } from '#entities/instance/use-god-mode-title.ts'
import { CopyField } from '#entities/instance-settings/copy-field.tsx'
import { useSettings } from '#entities/instance-settings/hooks.ts'
import { SettingSwitch } from '#entities/instance-settings/setting-switch.tsx'
import { SettingsForm, SettingsFormSkeleton } from '#entities/instance-settings/settings-form.tsx'
import { useSettingsDraft } from '#entities/instance-settings/use-settings-draft.ts'
import { buttonLook } from '#ui/controls/button.tsx'
import { Panel, SettingsPage, SettingsSection } from '#ui/controls/form-layout.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { useParams } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { ModeRow } from './mode-row.tsx'
import { isConfigured, providerFields, wantsOrigin } from './provider-fields.ts'
import { providerIcon } from './provider-icon.tsx'
import { SettingField } from './setting-field.tsx'

export function ProviderScreen() {
  const { provider = '' } = useParams()
  return isProvider(provider) ? <ProviderPage key={provider} provider={provider} /> : <NotFound />
}

function ProviderPage({ provider }: { provider: Provider }) {
  const { t } = useTranslation()
  const name = t(`god_mode.providers.${provider}.name`)
  useGodModeTitle(name)

  return (
    <SettingsPage title={name} description={t(`god_mode.providers.${provider}.hint`)}>
      <SettingsSection>
        <Panel>
          <ProviderSwitch provider={provider} name={name} />
        </Panel>
      </SettingsSection>
      <div className="grid gap-x-8 md:grid-cols-2">
        <SettingsSection title={t('god_mode.provider.keys', { name })}>
          <ProviderForm provider={provider} name={name} />
        </SettingsSection>
        <SettingsSection title={t('god_mode.provider.paste', { name })}>
          <ProviderAddresses provider={provider} />
        </SettingsSection>
      </div>
    </SettingsPage>
  )
}

interface ProviderProps {
  provider: Provider
  name: string
}

function ProviderSwitch({ provider, name }: ProviderProps) {
  const { t } = useTranslation()
  const values = useSettings()
  const { flag } = providerSettings[provider]
  const ready = values && isConfigured(values, provider)

  const announce = (on: boolean) =>
    void toast({
      id: 'configuration',
      kind: 'success',
      title: t('god_mode.provider.switched'),
      text: t(on ? 'god_mode.provider.active' : 'god_mode.provider.disabled', { name }),
    })

  return (
    <ModeRow
      icon={providerIcon(provider)}
      name={t('god_mode.provider.sign_in', { name })}
      description={t(ready ? 'god_mode.provider.switch_hint' : 'god_mode.provider.needs_keys')}
    >
      <SettingSwitch
        setting={flag}
        label={t('god_mode.provider.sign_in', { name })}
        disabled={!ready && values?.[flag] !== '1'}
        onSaved={announce}
      />
    </ModeRow>
  )
}

function ProviderForm({ provider, name }: ProviderProps) {
  const { t } = useTranslation()
  const draft = useSettingsDraft(providerSettings[provider].needs)
  const fields = providerFields[provider]
  if (!draft) return <SettingsFormSkeleton fields={fields.length} />
  return (
    <SettingsForm
      draft={draft}
      saved={t('god_mode.provider.saved', { name })}
      actions={
        <Link to="/god-mode/authentication/" className={buttonLook('ghost')}>
          {t('god_mode.go_back')}
        </Link>
      }
    >
      {fields.map(({ setting, word, secret }) => (
        <SettingField
          key={setting}
          draft={draft}
          setting={setting}
          label={t(`god_mode.fields.${word}`)}
          hint={t(`god_mode.fields.${word}_hint`)}
          secret={secret}
        />
      ))}
    </SettingsForm>
  )
}

/** The URLs to enter at the provider. */
function ProviderAddresses({ provider }: { provider: Provider }) {
  const { t } = useTranslation()
  const origin = useInstance()?.config.app_base_url ?? location.origin
  return (
    <div className="flex flex-col gap-4">
      {wantsOrigin(provider) && (
        <CopyField
          label={t('god_mode.provider.origin')}
          hint={t('god_mode.provider.origin_hint')}
          value={origin}
        />
      )}
      <CopyField
        label={t('god_mode.provider.callback')}
        hint={t('god_mode.provider.callback_hint')}
        value={`${origin}/auth/${provider}/callback/`}
      />
    </div>
  )
}
