import { type Static, type TSchema, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { instanceAdmin } from '../core/policy.ts'
import { Choice, DateTime, Id, Nullable } from '../core/shapes.ts'

interface Setting {
  category: string
  fallback: string
  is_encrypted: boolean
  schema: TSchema
}

const MAX_LENGTH = 4000

const text = (category: string, fallback = ''): Setting => ({
  category,
  fallback,
  is_encrypted: false,
  schema: Type.String({ maxLength: MAX_LENGTH }),
})
const flag = (category: string, fallback: '0' | '1'): Setting => ({
  ...text(category, fallback),
  schema: Choice(['0', '1']),
})
const secret = (category: string): Setting => ({ ...text(category), is_encrypted: true })

/** All settings of an instance admin, in the order of the screens. */
export const instanceSettings = {
  ENABLE_SIGNUP: flag('AUTHENTICATION', '1'),
  ENABLE_EMAIL_PASSWORD: flag('AUTHENTICATION', '1'),
  ENABLE_MAGIC_LINK_LOGIN: flag('AUTHENTICATION', '0'),
  /** Empty: on where sign-up is closed. */
  HIDE_ACCOUNT_EXISTENCE: { ...text('AUTHENTICATION'), schema: Choice(['', '0', '1']) },
  IS_GOOGLE_ENABLED: flag('AUTHENTICATION', '0'),
  IS_GITHUB_ENABLED: flag('AUTHENTICATION', '0'),
  IS_GITLAB_ENABLED: flag('AUTHENTICATION', '0'),
  IS_OIDC_ENABLED: flag('AUTHENTICATION', '0'),
  DISABLE_WORKSPACE_CREATION: flag('WORKSPACE_MANAGEMENT', '0'),
  GOOGLE_CLIENT_ID: text('GOOGLE'),
  GOOGLE_CLIENT_SECRET: secret('GOOGLE'),
  GITHUB_CLIENT_ID: text('GITHUB'),
  GITHUB_CLIENT_SECRET: secret('GITHUB'),
  GITHUB_ORGANIZATION_ID: text('GITHUB'),
  GITLAB_HOST: text('GITLAB', 'https://gitlab.com'),
  GITLAB_CLIENT_ID: text('GITLAB'),
  GITLAB_CLIENT_SECRET: secret('GITLAB'),
  OIDC_ISSUER: text('OIDC'),
  OIDC_CLIENT_ID: text('OIDC'),
  OIDC_CLIENT_SECRET: secret('OIDC'),
  OIDC_NAME: text('OIDC', 'SSO'),
  EMAIL_HOST: text('SMTP'),
  EMAIL_HOST_USER: text('SMTP'),
  EMAIL_HOST_PASSWORD: secret('SMTP'),
  EMAIL_PORT: text('SMTP', '587'),
  EMAIL_FROM: text('SMTP'),
  EMAIL_USE_TLS: flag('SMTP', '1'),
  EMAIL_USE_SSL: flag('SMTP', '0'),
  LLM_API_KEY: secret('AI'),
  LLM_PROVIDER: text('AI', 'openai'),
  LLM_MODEL: text('AI', 'gpt-4o-mini'),
  UNSPLASH_ACCESS_KEY: secret('UNSPLASH'),
  FILE_SIZE_LIMIT: text('STORAGE', '104857600'),
  /** Bytes of all files of one workspace; 0: unlimited. */
  WORKSPACE_STORAGE_LIMIT: text('STORAGE', '0'),
  IS_INTERCOM_ENABLED: flag('INTERCOM', '0'),
  INTERCOM_APP_ID: text('INTERCOM'),
} satisfies Record<string, Setting>

/** Whether the instance hides which addresses have an account. */
export const hidesAccounts = (read: (key: SettingKey) => string): boolean =>
  (read('HIDE_ACCOUNT_EXISTENCE') || (read('ENABLE_SIGNUP') === '1' ? '0' : '1')) === '1'

export type SettingKey = keyof typeof instanceSettings
export const settingKeys = Object.keys(instanceSettings) as SettingKey[]

/** `id` and the dates are null while the value is the environment's or the default. */
const described = {
  id: Nullable(Id),
  key: Type.String(),
  category: Type.String(),
  is_set: Type.Boolean(),
  created_at: Nullable(DateTime),
  updated_at: Nullable(DateTime),
  created_by: Nullable(Id),
  updated_by: Nullable(Id),
  deleted_at: Nullable(DateTime),
}

/** A secret can be written but never read: its schema has no value. */
export const InstanceSetting = Type.Union([
  Type.Object({ ...described, value: Type.String(), is_encrypted: Type.Literal(false) }),
  Type.Object({ ...described, value: Type.Literal(''), is_encrypted: Type.Literal(true) }),
])
export type InstanceSetting = Static<typeof InstanceSetting>

export const InstanceSettingsPatch = Type.Unsafe<Partial<Record<SettingKey, string>>>(
  Type.Object(
    Object.fromEntries(
      settingKeys.map((key) => [key, Type.Optional(instanceSettings[key].schema)]),
    ),
  ),
)
export type InstanceSettingsPatch = Static<typeof InstanceSettingsPatch>

const all = '/api/instances/configurations/'

export const instanceSettingsApi = {
  list: endpoint(instanceAdmin, `GET ${all}`, { 200: Type.Array(InstanceSetting) }),
  change: endpoint(instanceAdmin, `PATCH ${all}`, {
    body: InstanceSettingsPatch,
    200: Type.Array(InstanceSetting),
  }),
  checkEmail: endpoint(instanceAdmin, 'POST /api/instances/email-credentials-check/', {
    body: Type.Object({ receiver_email: Type.Optional(Type.String()) }),
    200: Type.Object({ message: Type.String(), conversation: Type.Array(Type.String()) }),
  }),
}
