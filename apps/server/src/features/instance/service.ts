import {
  hidesAccounts,
  type Instance,
  type InstanceInfo,
  type InstanceListQuery,
  type InstancePatch,
  PageNotValid,
  readSlice,
  type SettingKey,
  type Slice,
} from '@cairn/contract'
import type { Config } from '#config'
import { readPlain, readValues } from '#features/instance-settings/service.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest } from '#kernel/http/errors.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { findInstance, findPrimaryOwner, updateInstance } from './queries.ts'

export { isMailConfigured } from '#features/instance-settings/service.ts'
export {
  insertInstanceAdmin,
  lockInstance,
  markSetUp,
  noteVersion,
} from './queries.ts'

interface Asked {
  protocol: string
  host: string
}

/** The origin of the request. Clients can forge it, so it is not used in mails. */
export const askedOrigin = ({ protocol, host }: Asked) => `${protocol}://${host}`

/**
 * The origin of links in mails: the configured one, else where the instance was set up; undefined
 * if neither is a URL.
 */
export async function knownOrigin(db: Db, { webUrl }: Config): Promise<string | undefined> {
  if (webUrl) return webUrl
  const known = URL.parse((await findInstance(db)).domain)
  return known && /^https?:$/.test(known.protocol) ? known.origin : undefined
}

/** The request's origin comes last: a stranger could mail users links that lead elsewhere. */
export const linkOrigin = async (db: Db, config: Config, request: Asked): Promise<string> =>
  (await knownOrigin(db, config)) ?? askedOrigin(request)

export const isSetUp = async (db: Db) => (await findInstance(db)).is_setup_done

export interface Settings {
  enable_signup: boolean
  is_workspace_creation_disabled: boolean
  is_email_password_enabled: boolean
  is_magic_login_enabled: boolean
  hides_accounts: boolean
}

const settingsBy = (read: (key: SettingKey) => string): Settings => ({
  enable_signup: read('ENABLE_SIGNUP') === '1',
  is_workspace_creation_disabled: read('DISABLE_WORKSPACE_CREATION') === '1',
  is_email_password_enabled: read('ENABLE_EMAIL_PASSWORD') === '1',
  is_magic_login_enabled: read('ENABLE_MAGIC_LINK_LOGIN') === '1',
  hides_accounts: hidesAccounts(read),
})

/** The current settings: a change by an administrator applies to the next request. */
export const readSettings = async (db: Db, config: Config): Promise<Settings> =>
  settingsBy(await readPlain(db, config))

async function describeRow(db: Db, forAdmin: boolean): Promise<Instance> {
  const row = await findInstance(db)
  const forAdminsOnly = { whitelist_emails: null, created_by: null, updated_by: null }
  return {
    ...row,
    ...(!forAdmin && forAdminsOnly),
    latest_version: row.current_version,
    edition: 'COMMUNITY',
    is_verified: false,
    is_test: false,
    is_activated: true,
    primary_owner_details: forAdmin ? ((await findPrimaryOwner(db)) ?? null) : null,
  }
}

interface House {
  db: Db
  secrets: Secrets
  config: Config
}

export async function describeInstance(
  { db, secrets, config }: House,
  forAdmin: boolean,
): Promise<InstanceInfo> {
  const [instance, values] = await Promise.all([
    describeRow(db, forAdmin),
    readValues(db, secrets, config),
  ])
  const isOn = (key: SettingKey) => values[key] === '1'
  const base = config.webUrl ?? null
  return {
    instance,
    config: {
      ...settingsBy((key) => values[key]),
      is_google_enabled: isOn('IS_GOOGLE_ENABLED'),
      is_github_enabled: isOn('IS_GITHUB_ENABLED'),
      is_gitlab_enabled: isOn('IS_GITLAB_ENABLED'),
      is_oidc_enabled: isOn('IS_OIDC_ENABLED'),
      oidc_name: values.OIDC_NAME,
      is_smtp_configured: values.EMAIL_HOST !== '',
      has_unsplash_configured: values.UNSPLASH_ACCESS_KEY !== '',
      has_llm_configured: values.LLM_API_KEY !== '',
      is_intercom_enabled: false,
      intercom_app_id: '',
      github_app_name: config.githubAppName ?? '',
      slack_client_id: null,
      posthog_api_key: null,
      posthog_host: null,
      file_size_limit: Number(values.FILE_SIZE_LIMIT),
      admin_base_url: base,
      space_base_url: base,
      app_base_url: base,
      instance_changelog_url: '',
    },
  }
}

export async function changeInstance(db: Db, user_id: string, patch: InstancePatch) {
  await updateInstance(db, user_id, patch)
  return describeRow(db, true)
}

const MAX = 10

/** The lists of the administration area have pages of ten rows. */
export function readInstanceSlice({ per_page, cursor }: InstanceListQuery): Slice {
  if (Number(per_page) > MAX) {
    throw badRequest({ detail: `Invalid per_page value. Cannot exceed ${MAX}.` })
  }
  try {
    return readSlice(per_page || String(MAX), cursor)
  } catch (error) {
    throw error instanceof PageNotValid ? badRequest({ detail: error.message }) : error
  }
}
