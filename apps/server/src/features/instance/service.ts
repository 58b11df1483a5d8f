import type { InstanceInfo } from '@cairn/contract'
import type { Config } from '#config'
import type { Db } from '#kernel/database/schema.ts'
import { findInstance, listSettings } from './queries.ts'

export { insertInstanceAdmin, lockInstance, markSetUp, noteVersion } from './queries.ts'

export const isSetUp = async (db: Db) => (await findInstance(db)).is_setup_done

const isOn = (value: string | undefined, fallback: boolean) =>
  value === undefined ? fallback : value === '1'

export interface Settings {
  enable_signup: boolean
  is_workspace_creation_disabled: boolean
  is_email_password_enabled: boolean
  is_magic_login_enabled: boolean
}

/** Stored values first, then the defaults. */
export async function readSettings(db: Db): Promise<Settings> {
  const stored = new Map((await listSettings(db)).map(({ key, value }) => [key, value]))
  return {
    enable_signup: isOn(stored.get('ENABLE_SIGNUP'), true),
    is_workspace_creation_disabled: isOn(stored.get('DISABLE_WORKSPACE_CREATION'), false),
    is_email_password_enabled: isOn(stored.get('ENABLE_EMAIL_PASSWORD'), true),
    is_magic_login_enabled: isOn(stored.get('ENABLE_MAGIC_LINK_LOGIN'), false),
  }
}

export async function describeInstance(db: Db, config: Config): Promise<InstanceInfo> {
  const [row, settings] = await Promise.all([findInstance(db), readSettings(db)])
  return {
    instance: {
      ...row,
      latest_version: row.current_version,
      edition: 'COMMUNITY',
      is_verified: false,
      is_test: false,
      is_activated: true,
    },
    config: {
      ...settings,
      is_google_enabled: false,
      is_github_enabled: false,
      is_gitlab_enabled: false,
      is_smtp_configured: config.smtp !== null,
      file_size_limit: config.bodyLimit,
    },
  }
}
