import { isTimezone } from '@cairn/calendar'
import {
  type AccountSettings,
  builtInCovers,
  containsUrl,
  type NotificationPreferencesPatch,
  type ProfilePatch,
  type Provider,
  type UserPatch,
} from '@cairn/contract'
import type { Member, Person } from '#kernel/auth/member.ts'
import { hashPassword } from '#kernel/auth/passwords.ts'
import { randomToken } from '#kernel/auth/tokens.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { isSafeLink } from '#kernel/html/safe-link.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import { emitUser } from './events.ts'
import { changePictures } from './pictures.ts'
import {
  countInvitations,
  findAccount,
  findProfile,
  findUser,
  findVisitedWorkspace,
  insertProfile,
  insertUser,
  listProjectRoles,
  type ProfileChange,
  removeAccount,
  updatePreferences,
  updateProfile,
  updateUser,
} from './queries.ts'

export { languageOf } from './mail-language.ts'
export { escapeHtml, letter, letterIn } from './mails.ts'
export { endOlderAccess, markEmailProved, prepareProof } from './older-access.ts'
export {
  type Credentials,
  countInvitations,
  findConnectedCredentials,
  findCredentials,
  findOwnCredentials,
  findUser,
  findVisitedWorkspace,
  lockCredentials,
  removeDeadEmailCodes,
  storeAccount as connectAccount,
  updateProfile,
} from './queries.ts'

export interface NewAccount {
  email: string
  /** Without a password the account is opened with codes until its owner sets one. */
  password?: string
  first_name?: string
  last_name?: string
  company_name?: string
  avatar?: string
  user_timezone?: string
}

/** Never derived from the address: users do not choose its local part for display. */
const displayName = ({ first_name = '', last_name = '' }) =>
  `${first_name} ${last_name}`.trim() || `user-${randomToken(6)}`

/** Computes the slow hash before the transaction, so that no lock is held meanwhile. */
export async function prepareAccount(account: NewAccount) {
  const { password } = account
  const password_hash = await hashPassword(password ?? randomToken(40))
  return async (tx: Tx): Promise<string> => {
    const {
      email,
      first_name = '',
      last_name = '',
      avatar = '',
      company_name,
      user_timezone,
    } = account
    const display_name = displayName(account)
    const username = randomToken(32, '0123456789abcdef')
    const { id } = await insertUser(tx, {
      username,
      email,
      password_hash,
      first_name,
      last_name,
      display_name,
      avatar,
      is_password_autoset: password === undefined,
      ...(user_timezone && { user_timezone }),
    })
    await insertProfile(tx, id, company_name)
    return id
  }
}

/**
 * The user a program acts as. Nobody can sign in with it: it is not active, no password has this
 * hash, and no mail reaches the address.
 */
export async function createBot(tx: Tx, name: string): Promise<string> {
  const username = randomToken(32, '0123456789abcdef')
  const { id } = await insertUser(tx, {
    username,
    email: `${username}@bots.invalid`,
    password_hash: 'none',
    first_name: name,
    display_name: name,
    is_bot: true,
    is_active: false,
  })
  return id
}

export const renameBot = (tx: Tx, user_id: string, name: string) =>
  updateUser(tx, user_id, { first_name: name, display_name: name })

export const noteSignIn = (
  db: Db,
  user_id: string,
  ip: string,
  medium: 'email' | 'magic-code' | Provider,
) =>
  updateUser(db, user_id, {
    last_login_medium: medium,
    last_login_time: now,
    last_login_ip: ip,
  })

export const noteSignOut = (db: Db, user_id: string, ip: string) =>
  updateUser(db, user_id, { last_logout_time: now, last_logout_ip: ip })

export const replacePassword = (tx: Tx, user_id: string, password_hash: string) =>
  updateUser(tx, user_id, { password_hash, is_password_autoset: false })

/** Resets the account to its initial state and deactivates it. */
export async function closeAccount(tx: Tx, user_id: string, password_hash: string, ip: string) {
  await updateUser(tx, user_id, {
    password_hash,
    is_password_autoset: true,
    is_active: false,
    last_logout_time: now,
    last_logout_ip: ip,
  })
  const steps = { profile_complete: false, workspace_create: false, workspace_join: false }
  await updateProfile(tx, user_id, {
    last_workspace_id: null,
    is_onboarded: false,
    is_tour_completed: false,
    is_mobile_onboarded: false,
    onboarding_step: JSON.stringify({ ...steps, workspace_invite: false }),
    mobile_onboarding_step: JSON.stringify(steps),
  })
}

/** Pictures are loaded by other users' browsers: only a web URL or empty. */
function readPicture(field: string, typed: string): string {
  if (field === 'cover_image' && builtInCovers.includes(typed)) return typed
  const link = isSafeLink(typed)
  if (link && /^https?:/i.test(link)) return link
  throw badRequest({ [field]: ['Enter a valid URL.'] })
}

function refuseBadUser({ first_name = '', last_name = '', user_timezone }: UserPatch) {
  if (containsUrl(first_name)) {
    throw badRequest({ first_name: ['First name cannot contain a URL.'] })
  }
  if (containsUrl(last_name)) throw badRequest({ last_name: ['Last name cannot contain a URL.'] })
  if (user_timezone !== undefined && !isTimezone(user_timezone)) {
    throw badRequest({ user_timezone: [`"${user_timezone}" is not a valid choice.`] })
  }
}

export async function changeUser(db: Db, user_id: string, patch: UserPatch) {
  refuseBadUser(patch)
  const { avatar_asset, cover_image_asset, ...fields } = patch
  const { avatar, cover_image, display_name } = fields
  const change = {
    ...fields,
    ...(avatar && { avatar: readPicture('avatar', avatar) }),
    ...(cover_image && { cover_image: readPicture('cover_image', cover_image) }),
  }
  return db.transaction().execute(async (tx) => {
    await changePictures(tx, user_id, patch)
    const isNamed = display_name === undefined || display_name.trim() !== ''
    const named = { ...(await findUser(tx, user_id)), ...fields }
    const user = await updateUser(tx, user_id, {
      ...change,
      ...(!isNamed && { display_name: displayName(named).slice(0, 255) }),
    })
    await emitUser(tx, user_id)
    return user
  })
}

const MAX_JSON = 20_000
const jsonFields = [
  'theme',
  'onboarding_step',
  'mobile_onboarding_step',
  'billing_address',
] as const

function toColumns(patch: ProfilePatch): ProfileChange {
  const texts: Partial<Record<(typeof jsonFields)[number], string>> = {}
  for (const field of jsonFields) {
    if (patch[field]) texts[field] = JSON.stringify(patch[field])
    if ((texts[field]?.length ?? 0) > MAX_JSON) {
      const sentence = `Ensure this field has no more than ${MAX_JSON} characters.`
      throw badRequest({ [field]: [sentence] })
    }
  }
  return { ...patch, ...texts } as ProfileChange
}

/** Completed steps stay completed until the account is deactivated. */
function onlyForward({ is_onboarded, is_tour_completed, ...patch }: ProfilePatch): ProfilePatch {
  return {
    ...patch,
    ...(is_onboarded && { is_onboarded }),
    ...(is_tour_completed && { is_tour_completed }),
  }
}

export const changeProfile = (db: Db, user_id: string, patch: ProfilePatch) =>
  db.transaction().execute(async (tx) => {
    const profile = await updateProfile(tx, user_id, toColumns(onlyForward(patch)))
    await emit(tx, { type: 'profile.saved', profile }, { to: [user_id], within: null })
    return profile
  })

type Steps = Pick<ProfilePatch, 'is_onboarded' | 'is_tour_completed'>

/** Completes a step of the onboarding or of the tour. */
export async function finish(db: Db, user_id: string, step: Steps) {
  const forward = onlyForward(step)
  if (Object.keys(forward).length > 0) await changeProfile(db, user_id, forward)
  else await findProfile(db, user_id)
  return { message: 'Updated successfully' }
}

export async function describeSettings(
  db: Db,
  { user_id: id, email }: Person,
): Promise<AccountSettings> {
  const [visited, invites] = await Promise.all([
    findVisitedWorkspace(db, id),
    countInvitations(db, id),
  ])
  const last = visited?.is_last ? visited : undefined
  return {
    id,
    email,
    workspace: {
      last_workspace_id: last?.id ?? null,
      last_workspace_slug: last?.slug ?? null,
      last_workspace_name: last?.name ?? null,
      last_workspace_logo: last?.logo ?? null,
      fallback_workspace_id: visited?.id ?? null,
      fallback_workspace_slug: visited?.slug ?? null,
      invites,
    },
  }
}

export const changePreferences = (db: Db, user_id: string, patch: NotificationPreferencesPatch) =>
  updatePreferences(db, user_id, patch)

export async function readAccount(db: Db, user_id: string, id: string) {
  const account = await findAccount(db, user_id, id)
  if (!account) throw notFound()
  return account
}

export async function disconnectAccount(db: Db, user_id: string, id: string): Promise<void> {
  if (!(await removeAccount(db, user_id, id))) throw notFound()
}

export async function readProjectRoles(db: Db, member: Member) {
  const rows = await listProjectRoles(db, member)
  return Object.fromEntries(rows.map(({ project_id, role }) => [project_id, role]))
}
