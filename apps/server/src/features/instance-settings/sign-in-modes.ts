import { type Provider, providerSettings, providers, type SettingKey } from '@cairn/contract'

type Values = Record<SettingKey, string>

export const isProviderConfigured = (values: Partial<Values>, provider: Provider) =>
  providerSettings[provider].needs.every((key) => values[key])

export const isProviderUsable = (values: Values, provider: Provider) =>
  values[providerSettings[provider].flag] === '1' && isProviderConfigured(values, provider)

/** Whether users can sign in. A mode that is enabled but not configured does not count. */
export const hasUsableMode = (values: Values) =>
  values.ENABLE_EMAIL_PASSWORD === '1' ||
  (values.ENABLE_MAGIC_LINK_LOGIN === '1' && values.EMAIL_HOST !== '') ||
  providers.some((provider) => isProviderUsable(values, provider))
