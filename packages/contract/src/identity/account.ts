import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyMember, anyone, signedIn } from '../core/policy.ts'
import { audit, DateTime, Id, Json, Nullable } from '../core/shapes.ts'

export const CurrentUser = Type.Object({
  id: Id,
  username: Type.String(),
  email: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  display_name: Type.String(),
  avatar: Type.String(),
  avatar_asset: Nullable(Id),
  avatar_url: Nullable(Type.String()),
  cover_image: Nullable(Type.String()),
  cover_image_asset: Nullable(Id),
  cover_image_url: Nullable(Type.String()),
  date_joined: DateTime,
  is_active: Type.Boolean(),
  is_bot: Type.Boolean(),
  is_email_verified: Type.Boolean(),
  is_password_autoset: Type.Boolean(),
  user_timezone: Type.String(),
  last_login_medium: Type.String(),
})
export type CurrentUser = Static<typeof CurrentUser>

export const UserLite = Type.Object({
  id: Id,
  first_name: Type.String(),
  last_name: Type.String(),
  avatar: Type.String(),
  avatar_url: Nullable(Type.String()),
  is_bot: Type.Boolean(),
  display_name: Type.String(),
})
export type UserLite = Static<typeof UserLite>

const name = Type.String({ maxLength: 255 })

export const UserPatch = Type.Partial(
  Type.Object({
    first_name: name,
    last_name: name,
    display_name: name,
    user_timezone: name,
    avatar: Type.String({ maxLength: 800 }),
    avatar_asset: Nullable(Id),
    cover_image: Nullable(Type.String({ maxLength: 800 })),
    cover_image_asset: Nullable(Id),
  }),
)
export type UserPatch = Static<typeof UserPatch>

const mobileSteps = {
  profile_complete: Type.Boolean(),
  workspace_create: Type.Boolean(),
  workspace_join: Type.Boolean(),
}

const profileFields = {
  theme: Json,
  is_tour_completed: Type.Boolean(),
  onboarding_step: Type.Object({ ...mobileSteps, workspace_invite: Type.Boolean() }),
  use_case: Nullable(Type.String({ maxLength: 10_000 })),
  role: Nullable(Type.String({ maxLength: 300 })),
  is_onboarded: Type.Boolean(),
  last_workspace_id: Nullable(Id),
  billing_address_country: name,
  billing_address: Nullable(Json),
  has_billing_address: Type.Boolean(),
  company_name: name,
  has_marketing_email_consent: Type.Boolean(),
  is_smooth_cursor_enabled: Type.Boolean(),
  is_mobile_onboarded: Type.Boolean(),
  mobile_onboarding_step: Type.Object(mobileSteps),
  mobile_timezone_auto_set: Type.Boolean(),
  language: name,
  /** 0 is Sunday. */
  start_of_the_week: Type.Integer({ enum: [0, 1, 2, 3, 4, 5, 6] }),
}

export const Profile = Type.Object({
  id: Id,
  user: Id,
  ...profileFields,
  created_at: DateTime,
  updated_at: DateTime,
})
export type Profile = Static<typeof Profile>

export const ProfilePatch = Type.Partial(Type.Object(profileFields))
export type ProfilePatch = Static<typeof ProfilePatch>

export const AccountSettings = Type.Object({
  id: Id,
  email: Type.String(),
  workspace: Type.Object({
    last_workspace_id: Nullable(Id),
    last_workspace_slug: Nullable(Type.String()),
    last_workspace_name: Nullable(Type.String()),
    last_workspace_logo: Nullable(Type.String()),
    fallback_workspace_id: Nullable(Id),
    fallback_workspace_slug: Nullable(Type.String()),
    invites: Type.Integer(),
  }),
})
export type AccountSettings = Static<typeof AccountSettings>

const mailSwitches = {
  property_change: Type.Boolean(),
  state_change: Type.Boolean(),
  comment: Type.Boolean(),
  mention: Type.Boolean(),
  issue_completed: Type.Boolean(),
}

/** Which changes are mailed; the inbox receives all of them. */
export const NotificationPreferences = Type.Object({
  id: Id,
  ...audit,
  user: Id,
  workspace: Type.Null(),
  project: Type.Null(),
  ...mailSwitches,
})
export type NotificationPreferences = Static<typeof NotificationPreferences>

export const NotificationPreferencesPatch = Type.Partial(Type.Object(mailSwitches))
export type NotificationPreferencesPatch = Static<typeof NotificationPreferencesPatch>

/** A sign-in provider's account; its tokens never leave the server. */
export const ConnectedAccount = Type.Object({
  id: Id,
  provider: Type.String(),
  provider_account_id: Type.String(),
  user: Id,
  last_connected_at: DateTime,
  access_token_expired_at: Nullable(DateTime),
  refresh_token_expired_at: Nullable(DateTime),
  metadata: Json,
  created_at: DateTime,
  updated_at: DateTime,
})
export type ConnectedAccount = Static<typeof ConnectedAccount>

export const EmailChange = Type.Partial(Type.Object({ email: Type.String(), code: Type.String() }))
export type EmailChange = Static<typeof EmailChange>

const me = '/api/users/me/'
const Message = Type.Object({ message: Type.String() })
const account = `${me}accounts/:id/` as const

export const accountApi = {
  me: endpoint(signedIn, `GET ${me}`, { 200: CurrentUser }),
  change: endpoint(signedIn, `PATCH ${me}`, { body: UserPatch, 200: CurrentUser }),
  deactivate: endpoint(signedIn, `DELETE ${me}`, { 204: Type.Null() }),
  session: endpoint(anyone, 'GET /api/users/session/', {
    200: Type.Object({ is_authenticated: Type.Boolean(), user: Type.Optional(CurrentUser) }),
  }),
  emailCode: endpoint(signedIn, `POST ${me}email/generate-code/`, {
    body: Type.Object({ email: Type.Optional(Type.String()) }),
    200: Message,
  }),
  changeEmail: endpoint(signedIn, `PATCH ${me}email/`, { body: EmailChange, 200: CurrentUser }),
  profile: endpoint(signedIn, `GET ${me}profile/`, { 200: Profile }),
  changeProfile: endpoint(signedIn, `PATCH ${me}profile/`, { body: ProfilePatch, 200: Profile }),
  finishOnboarding: endpoint(signedIn, `PATCH ${me}onboard/`, {
    body: Type.Object({ is_onboarded: Type.Optional(Type.Boolean()) }),
    200: Message,
  }),
  finishTour: endpoint(signedIn, `PATCH ${me}tour-completed/`, {
    body: Type.Object({ is_tour_completed: Type.Optional(Type.Boolean()) }),
    200: Message,
  }),
  settings: endpoint(signedIn, `GET ${me}settings/`, { 200: AccountSettings }),
  preferences: endpoint(signedIn, `GET ${me}notification-preferences/`, {
    200: NotificationPreferences,
  }),
  changePreferences: endpoint(signedIn, `PATCH ${me}notification-preferences/`, {
    body: NotificationPreferencesPatch,
    200: NotificationPreferences,
  }),
  amInstanceAdmin: endpoint(signedIn, `GET ${me}instance-admin/`, {
    200: Type.Object({ is_instance_admin: Type.Boolean() }),
  }),
  accounts: endpoint(signedIn, `GET ${me}accounts/`, { 200: Type.Array(ConnectedAccount) }),
  account: endpoint(signedIn, `GET ${account}`, { 200: ConnectedAccount }),
  disconnect: endpoint(signedIn, `DELETE ${account}`, { 204: Type.Null() }),
  projectRoles: endpoint(anyMember, `GET ${me}workspaces/:slug/project-roles/`, {
    200: Type.Record(Type.String(), Type.Integer()),
  }),
}

/** For the user's other browsers. */
export type AccountEvent =
  | { type: 'account.saved'; user: CurrentUser }
  | { type: 'profile.saved'; profile: Profile }

/** The user and the profile after an event. Used for live and optimistic updates. */
export const applyUserEvent = (user: CurrentUser, event: AccountEvent): CurrentUser =>
  event.type === 'account.saved' ? event.user : user

/** Its event may arrive after the response to a later change. */
const newer = (known: Profile, read: Profile): Profile =>
  Date.parse(read.updated_at) < Date.parse(known.updated_at) ? known : read

export const applyProfileEvent = (profile: Profile, event: AccountEvent): Profile =>
  event.type === 'profile.saved' ? newer(profile, event.profile) : profile
