import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { anyone, signedIn } from './policy.ts'
import { DateTime, Id, Json, Nullable } from './shapes.ts'

export const CurrentUser = Type.Object({
  id: Id,
  username: Type.String(),
  email: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  display_name: Type.String(),
  avatar: Type.String(),
  avatar_url: Nullable(Type.String()),
  cover_image: Nullable(Type.String()),
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

const OnboardingStep = Type.Object({
  profile_complete: Type.Boolean(),
  workspace_create: Type.Boolean(),
  workspace_invite: Type.Boolean(),
  workspace_join: Type.Boolean(),
})

export const Profile = Type.Object({
  id: Id,
  user: Id,
  theme: Json,
  is_tour_completed: Type.Boolean(),
  onboarding_step: OnboardingStep,
  is_onboarded: Type.Boolean(),
  last_workspace_id: Nullable(Id),
  language: Type.String(),
  start_of_the_week: Type.Integer(),
  created_at: DateTime,
  updated_at: DateTime,
})
export type Profile = Static<typeof Profile>

export const ProfilePatch = Type.Partial(
  Type.Object({
    theme: Json,
    last_workspace_id: Nullable(Id),
  }),
)
export type ProfilePatch = Static<typeof ProfilePatch>

export const accountApi = {
  me: endpoint(signedIn, 'GET /api/users/me/', { 200: CurrentUser }),
  session: endpoint(anyone, 'GET /api/users/session/', {
    200: Type.Object({ is_authenticated: Type.Boolean(), user: Type.Optional(CurrentUser) }),
  }),
  profile: endpoint(signedIn, 'GET /api/users/me/profile/', { 200: Profile }),
  changeProfile: endpoint(signedIn, 'PATCH /api/users/me/profile/', {
    body: ProfilePatch,
    200: Profile,
  }),
  finishOnboarding: endpoint(signedIn, 'PATCH /api/users/me/onboard/', {
    body: Type.Object({ is_onboarded: Type.Optional(Type.Boolean()) }),
    200: Type.Object({ message: Type.String() }),
  }),
  amInstanceAdmin: endpoint(signedIn, 'GET /api/users/me/instance-admin/', {
    200: Type.Object({ is_instance_admin: Type.Boolean() }),
  }),
}
