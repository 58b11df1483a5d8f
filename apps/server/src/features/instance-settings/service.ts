import {
  type InstanceSetting,
  type InstanceSettingsPatch,
  instanceSettings,
  providerSettings,
  providers,
  type SettingKey,
  settingKeys,
} from '@cairn/contract'
import type { Config } from '#config'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest } from '#kernel/http/errors.ts'
import type { SmtpSettings } from '#kernel/mail/smtp.ts'
import { testSmtp } from '#kernel/mail/smtp-check.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { listStored, lockSettings, type Stored, storeValues } from './queries.ts'
import { hasUsableMode, isProviderConfigured } from './sign-in-modes.ts'

export { isProviderUsable } from './sign-in-modes.ts'

type Values = Record<SettingKey, string>

const flag = (on: boolean) => (on ? '1' : '0')

/** Values from the environment, used until an administrator stores others. */
const seedsFrom = ({
  smtp,
  fileSizeLimit,
  workspaceStorageLimit,
  settings,
}: Config): Partial<Values> => ({
  ...(smtp && {
    EMAIL_HOST: smtp.host,
    EMAIL_PORT: String(smtp.port),
    EMAIL_HOST_USER: smtp.user,
    EMAIL_HOST_PASSWORD: smtp.password,
    EMAIL_FROM: smtp.from,
    EMAIL_USE_TLS: flag(smtp.useTls),
    EMAIL_USE_SSL: flag(smtp.useSsl),
  }),
  ...(fileSizeLimit !== undefined && { FILE_SIZE_LIMIT: String(fileSizeLimit) }),
  ...(workspaceStorageLimit !== undefined && {
    WORKSPACE_STORAGE_LIMIT: String(workspaceStorageLimit),
  }),
  ...seedsOfProviders(settings),
})

/** A provider whose keys are in the environment is enabled, unless its switch is set there too. */
function seedsOfProviders(seeds: Partial<Values>): Partial<Values> {
  const known = { GITLAB_HOST: instanceSettings.GITLAB_HOST.fallback, ...seeds }
  const on = providers.filter((provider) => isProviderConfigured(known, provider))
  return {
    ...Object.fromEntries(on.map((provider) => [providerSettings[provider].flag, flag(true)])),
    ...seeds,
  }
}

const useOf = (key: SettingKey) => `instance setting ${key}`

/** Empty if it was encrypted with a secret we do not have: it has to be entered again. */
const readStored = (secrets: Secrets, key: SettingKey, { value }: Stored) =>
  instanceSettings[key].is_encrypted ? (secrets.open(value, useOf(key)) ?? '') : value

async function storedByKey(db: Db): Promise<Map<string, Stored>> {
  return new Map((await listStored(db)).map((row) => [row.key, row]))
}

/** The response shape: for a secret only whether it is set. */
function describe(key: SettingKey, value: string, stored: Stored | undefined): InstanceSetting {
  const { category, is_encrypted } = instanceSettings[key]
  const described = {
    id: stored?.id ?? null,
    key,
    category,
    is_set: value !== '',
    created_at: stored?.created_at ?? null,
    updated_at: stored?.updated_at ?? null,
    created_by: stored?.created_by ?? null,
    updated_by: stored?.updated_by ?? null,
    deleted_at: null,
  }
  return is_encrypted
    ? { ...described, value: '', is_encrypted: true }
    : { ...described, value, is_encrypted: false }
}

/**
 * Encrypted by a node with another secret, or before the secret was lost: the operator must be
 * warned.
 */
export async function listUnreadable(db: Db, secrets: Secrets): Promise<SettingKey[]> {
  const stored = await storedByKey(db)
  return settingKeys.filter((key) => {
    const row = stored.get(key)
    return row && instanceSettings[key].is_encrypted && secrets.open(row.value, useOf(key)) === null
  })
}

/** Every setting with its value: the stored one first, else the environment's, else the default. */
async function readAll(db: Db, secrets: Secrets, config: Config) {
  const stored = await storedByKey(db)
  const seeds = seedsFrom(config)
  return settingKeys.map((key) => {
    const row = stored.get(key)
    const value = row
      ? readStored(secrets, key, row)
      : (seeds[key] ?? instanceSettings[key].fallback)
    return { key, value, row }
  })
}

export const listSettings = async (db: Db, secrets: Secrets, config: Config) =>
  (await readAll(db, secrets, config)).map(({ key, value, row }) => describe(key, value, row))

/** Includes secrets: for internal use, never for a response. */
export async function readValues(db: Db, secrets: Secrets, config: Config): Promise<Values> {
  const settings = await readAll(db, secrets, config)
  return Object.fromEntries(settings.map(({ key, value }) => [key, value])) as Values
}

/** For rules that use plain settings only: no secret is decrypted. */
export async function readPlain(db: Db, config: Config): Promise<(key: SettingKey) => string> {
  const stored = await storedByKey(db)
  const seeds = seedsFrom(config)
  return (key) => stored.get(key)?.value ?? seeds[key] ?? instanceSettings[key].fallback
}

/** Whether a mail server is configured. No secret is decrypted for this. */
export async function isMailConfigured(db: Db, { smtp }: Config): Promise<boolean> {
  const stored = await storedByKey(db)
  return Boolean(stored.get('EMAIL_HOST')?.value ?? smtp?.host)
}

/** The maximum size of an uploaded file, in bytes. */
export async function readFileSizeLimit(db: Db, config: Config): Promise<number> {
  const stored = (await storedByKey(db)).get('FILE_SIZE_LIMIT')
  const seed = config.fileSizeLimit ?? instanceSettings.FILE_SIZE_LIMIT.fallback
  return Number(stored?.value ?? seed)
}

/** Maximum bytes of all files of one workspace; 0: no limit. */
export async function readStorageLimit(db: Db, config: Config): Promise<number> {
  const stored = (await storedByKey(db)).get('WORKSPACE_STORAGE_LIMIT')
  const seed = config.workspaceStorageLimit ?? instanceSettings.WORKSPACE_STORAGE_LIMIT.fallback
  return Number(stored?.value ?? seed)
}

/** The current SMTP settings; null while no server is configured. */
export async function readSmtp(
  db: Db,
  secrets: Secrets,
  config: Config,
): Promise<SmtpSettings | null> {
  const values = await readValues(db, secrets, config)
  if (!values.EMAIL_HOST) return null
  return {
    host: values.EMAIL_HOST,
    port: Number(values.EMAIL_PORT),
    user: values.EMAIL_HOST_USER,
    password: values.EMAIL_HOST_PASSWORD,
    from: values.EMAIL_FROM,
    useTls: values.EMAIL_USE_TLS === '1',
    useSsl: values.EMAIL_USE_SSL === '1',
  }
}

const isPort = (text: string) => /^[1-9]\d{0,4}$/.test(text) && Number(text) < 65_536

const isWebAddress = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

const LARGEST_FILE = 5_368_709_120

/** In bytes; at most what one request to a bucket can hold. */
const isFileSize = (text: string) => /^[1-9]\d{0,10}$/.test(text) && Number(text) <= LARGEST_FILE

const isByteCount = (text: string) => /^\d{1,15}$/.test(text)

function refuseBadValues(patch: InstanceSettingsPatch): void {
  const { WORKSPACE_STORAGE_LIMIT: storage } = patch
  if (storage !== undefined && !isByteCount(storage)) {
    throw badRequest({ WORKSPACE_STORAGE_LIMIT: ['A limit is a number of bytes, or 0 for none.'] })
  }
  if (patch.FILE_SIZE_LIMIT !== undefined && !isFileSize(patch.FILE_SIZE_LIMIT)) {
    throw badRequest({ FILE_SIZE_LIMIT: [`A size is a number of bytes up to ${LARGEST_FILE}.`] })
  }
  if (patch.EMAIL_PORT !== undefined && !isPort(patch.EMAIL_PORT)) {
    throw badRequest({ EMAIL_PORT: ['A port is a number from 1 to 65535.'] })
  }
  for (const key of ['GITLAB_HOST', 'OIDC_ISSUER'] as const) {
    if (patch[key] && !isWebAddress(patch[key])) {
      throw badRequest({ [key]: ['Enter a valid URL.'] })
    }
  }
}

export async function changeSettings(
  db: Db,
  secrets: Secrets,
  config: Config,
  user_id: string,
  patch: InstanceSettingsPatch,
): Promise<InstanceSetting[]> {
  refuseBadValues(patch)
  const values = settingKeys.flatMap((key) => {
    const value = patch[key]
    if (value === undefined) return []
    const { is_encrypted } = instanceSettings[key]
    return [{ key, value: is_encrypted ? secrets.seal(value, useOf(key)) : value }]
  })
  if (values.length === 0) return []
  const rows = await db.transaction().execute(async (tx) => {
    // Two administrators who each switch off one mode must not leave none.
    await lockSettings(tx)
    const before = await readValues(tx, secrets, config)
    if (hasUsableMode(before) && !hasUsableMode({ ...before, ...patch })) {
      throw badRequest({ error: 'At least one way to sign in has to stay on.' })
    }
    return storeValues(tx, user_id, values)
  })
  return rows.map((row) => {
    const key = row.key as SettingKey
    return describe(key, readStored(secrets, key, row), row)
  })
}

/** Sends a mail with the stored settings, within the administrator's request. */
export async function checkEmail(db: Db, secrets: Secrets, config: Config, receiver = '') {
  if (!receiver.trim()) throw badRequest({ error: 'Receiver email is required' })
  const smtp = await readSmtp(db, secrets, config)
  if (!smtp) {
    const error = 'Could not send email. Please check your configuration'
    throw badRequest({ error, conversation: [] })
  }
  const { ok, message, conversation } = await testSmtp(smtp, receiver.trim())
  if (!ok) throw badRequest({ error: message, conversation })
  return { message, conversation }
}
