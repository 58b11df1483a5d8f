import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyone, instanceAdmin } from '../core/policy.ts'
import { audit, DateTime, Id, Nullable } from '../core/shapes.ts'
import { UserAdminLite } from './instance-admins.ts'

export const Instance = Type.Object({
  id: Id,
  ...audit,
  instance_name: Type.String(),
  instance_id: Type.String(),
  current_version: Type.String(),
  latest_version: Type.String(),
  edition: Type.String(),
  domain: Type.String(),
  namespace: Nullable(Type.String()),
  /** Null except for admins. */
  whitelist_emails: Nullable(Type.String()),
  last_checked_at: DateTime,
  is_telemetry_enabled: Type.Boolean(),
  is_support_required: Type.Boolean(),
  is_setup_done: Type.Boolean(),
  is_signup_screen_visited: Type.Boolean(),
  is_verified: Type.Boolean(),
  is_test: Type.Boolean(),
  is_activated: Type.Boolean(),
  /** Null except for admins: addresses are not revealed to others. */
  primary_owner_details: Nullable(UserAdminLite),
  workspaces_exist: Type.Boolean(),
})
export type Instance = Static<typeof Instance>

export const InstancePatch = Type.Partial(
  Type.Object({
    instance_name: Type.String({ minLength: 1, maxLength: 255 }),
    is_telemetry_enabled: Type.Boolean(),
    is_support_required: Type.Boolean(),
    domain: Type.String({ maxLength: 2000 }),
    namespace: Nullable(Type.String({ maxLength: 255 })),
    whitelist_emails: Nullable(Type.String({ maxLength: 10_000 })),
  }),
)
export type InstancePatch = Static<typeof InstancePatch>

const Config = Type.Object({
  enable_signup: Type.Boolean(),
  is_workspace_creation_disabled: Type.Boolean(),
  is_google_enabled: Type.Boolean(),
  is_github_enabled: Type.Boolean(),
  is_gitlab_enabled: Type.Boolean(),
  is_oidc_enabled: Type.Boolean(),
  /** The name on its button, after "Continue with". */
  oidc_name: Type.String(),
  is_magic_login_enabled: Type.Boolean(),
  is_email_password_enabled: Type.Boolean(),
  /**
   * Checking an address then reveals nothing about it: users choose themselves whether to sign up.
   */
  hides_accounts: Type.Boolean(),
  is_smtp_configured: Type.Boolean(),
  has_unsplash_configured: Type.Boolean(),
  has_llm_configured: Type.Boolean(),
  is_intercom_enabled: Type.Boolean(),
  intercom_app_id: Type.String(),
  github_app_name: Type.String(),
  slack_client_id: Nullable(Type.String()),
  posthog_api_key: Nullable(Type.String()),
  posthog_host: Nullable(Type.String()),
  file_size_limit: Type.Integer(),
  admin_base_url: Nullable(Type.String()),
  space_base_url: Nullable(Type.String()),
  app_base_url: Nullable(Type.String()),
  instance_changelog_url: Type.String(),
})

export const InstanceInfo = Type.Object({ instance: Instance, config: Config })
export type InstanceInfo = Static<typeof InstanceInfo>

export const StoredMail = Type.Object({
  id: Id,
  to_address: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  status: Type.String(),
  last_error: Nullable(Type.String()),
  created_at: DateTime,
})
export type StoredMail = Static<typeof StoredMail>

export const instanceApi = {
  info: endpoint(anyone, 'GET /api/instances/', { 200: InstanceInfo }),
  change: endpoint(instanceAdmin, 'PATCH /api/instances/', { body: InstancePatch, 200: Instance }),
  noteSignUpScreen: endpoint(anyone, 'POST /api/instances/admins/sign-up-screen-visited/', {
    204: Type.Null(),
  }),
  mails: endpoint(instanceAdmin, 'GET /api/instances/mails/', { 200: Type.Array(StoredMail) }),
  addDemo: endpoint(instanceAdmin, 'POST /api/instances/demo/', {
    201: Type.Object({ slug: Type.String() }),
  }),
}
