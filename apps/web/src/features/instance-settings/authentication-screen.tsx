import { hidesAccounts, type Provider, providerSettings, providers } from '@cairn/contract'
import { SquareAsterisk, TicketCheck } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useGodModeTitle } from '#entities/instance/use-god-mode-title.ts'
import { useSettings } from '#entities/instance-settings/hooks.ts'
import { SettingSwitch } from '#entities/instance-settings/setting-switch.tsx'
import { buttonLook } from '#ui/controls/button.tsx'
import { SettingRow } from '#ui/controls/field.tsx'
import { Panel, SettingsPage, SettingsSection } from '#ui/controls/form-layout.tsx'
import { Link } from '#ui/router/link.tsx'
import { ModeRow } from './mode-row.tsx'
import { isConfigured } from './provider-fields.ts'
import { providerIcon } from './provider-icon.tsx'

export function AuthenticationScreen() {
  const { t } = useTranslation()
  const values = useSettings()
  const lacksSmtp = values?.EMAIL_HOST === ''
  useGodModeTitle(t('god_mode.authentication.title'))

  return (
    <SettingsPage
      title={t('god_mode.authentication.title')}
      description={t('god_mode.authentication.description')}
    >
      <SettingsSection>
        <SettingRow
          label={t('god_mode.authentication.sign_up')}
          hint={t('god_mode.authentication.sign_up_hint')}
          htmlFor="enable-sign-up"
        >
          <SettingSwitch id="enable-sign-up" setting="ENABLE_SIGNUP" />
        </SettingRow>
        <SettingRow
          label={t('god_mode.authentication.hide_accounts')}
          hint={t('god_mode.authentication.hide_accounts_hint')}
          htmlFor="hide-accounts"
        >
          <SettingSwitch
            id="hide-accounts"
            setting="HIDE_ACCOUNT_EXISTENCE"
            isOn={(all) => hidesAccounts((key) => all[key])}
          />
        </SettingRow>
      </SettingsSection>
      <SettingsSection title={t('god_mode.authentication.modes')}>
        <Panel>
          <ModeRow
            icon={TicketCheck}
            name={t('god_mode.authentication.codes')}
            description={
              lacksSmtp ? (
                <>
                  {t('god_mode.authentication.codes_need_mail')}{' '}
                  <Link to="/god-mode/email/" className="link underline underline-offset-2">
                    {t('god_mode.authentication.set_up_mail')}
                  </Link>
                </>
              ) : (
                t('god_mode.authentication.codes_hint')
              )
            }
          >
            <SettingSwitch
              setting="ENABLE_MAGIC_LINK_LOGIN"
              label={t('god_mode.authentication.codes')}
              disabled={lacksSmtp && values?.ENABLE_MAGIC_LINK_LOGIN !== '1'}
            />
          </ModeRow>
          <ModeRow
            icon={SquareAsterisk}
            name={t('god_mode.authentication.passwords')}
            description={t('god_mode.authentication.passwords_hint')}
          >
            <SettingSwitch
              setting="ENABLE_EMAIL_PASSWORD"
              label={t('god_mode.authentication.passwords')}
            />
          </ModeRow>
          {providers.map((provider) => (
            <ProviderRow key={provider} provider={provider} />
          ))}
        </Panel>
      </SettingsSection>
    </SettingsPage>
  )
}

function ProviderRow({ provider }: { provider: Provider }) {
  const { t } = useTranslation()
  const values = useSettings()
  const name = t(`god_mode.providers.${provider}.name`)
  const configured = values && isConfigured(values, provider)
  return (
    <ModeRow
      icon={providerIcon(provider)}
      name={name}
      description={t(`god_mode.providers.${provider}.hint`)}
    >
      {values && (
        <Link
          to="/god-mode/authentication/$provider/"
          params={{ provider }}
          aria-label={t(configured ? 'god_mode.edit_provider' : 'god_mode.configure_provider', {
            name,
          })}
          className={buttonLook(configured ? 'ghost' : 'secondary')}
        >
          {configured ? t('god_mode.edit') : t('god_mode.configure')}
        </Link>
      )}
      {configured && <SettingSwitch setting={providerSettings[provider].flag} label={name} />}
    </ModeRow>
  )
}
