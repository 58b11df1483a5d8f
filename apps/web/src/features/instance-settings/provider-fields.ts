import { type Provider, providerSettings, type SettingKey } from '@cairn/contract'
import type { SettingValues } from '#entities/instance-settings/hooks.ts'

interface ProviderField {
  setting: SettingKey
  /** Its text keys: `god_mode.fields.client_id` and its hint. */
  word: 'client_id' | 'client_secret' | 'organization_id' | 'host' | 'issuer' | 'button_name'
  secret?: boolean
}

export const providerFields: Record<Provider, readonly ProviderField[]> = {
  google: [
    { setting: 'GOOGLE_CLIENT_ID', word: 'client_id' },
    { setting: 'GOOGLE_CLIENT_SECRET', word: 'client_secret', secret: true },
  ],
  github: [
    { setting: 'GITHUB_CLIENT_ID', word: 'client_id' },
    { setting: 'GITHUB_CLIENT_SECRET', word: 'client_secret', secret: true },
    { setting: 'GITHUB_ORGANIZATION_ID', word: 'organization_id' },
  ],
  gitlab: [
    { setting: 'GITLAB_HOST', word: 'host' },
    { setting: 'GITLAB_CLIENT_ID', word: 'client_id' },
    { setting: 'GITLAB_CLIENT_SECRET', word: 'client_secret', secret: true },
  ],
  oidc: [
    { setting: 'OIDC_ISSUER', word: 'issuer' },
    { setting: 'OIDC_CLIENT_ID', word: 'client_id' },
    { setting: 'OIDC_CLIENT_SECRET', word: 'client_secret', secret: true },
    { setting: 'OIDC_NAME', word: 'button_name' },
  ],
}

/** Providers that also require the URL of the page besides the callback. */
export const wantsOrigin = (provider: Provider) => provider === 'google' || provider === 'github'

export const isConfigured = (values: SettingValues, provider: Provider) =>
  providerSettings[provider].needs.every((key) => values[key] !== '')
