import { type CurrentUser, type Profile, readNextPath, type Workspace } from '@cairn/contract'

/** The kind of page decides who may see it. */
export type PageType = 'public' | 'guest' | 'onboarding' | 'set-password' | 'member'

export interface Visitor {
  user: (Pick<CurrentUser, 'is_password_autoset'> & Partial<Pick<CurrentUser, 'id'>>) | null
  profile?: Pick<Profile, 'is_onboarded' | 'onboarding_step' | 'last_workspace_id'>
  workspaces?: readonly Pick<Workspace, 'id' | 'slug'>[]
  /** A user in no workspace may have an invitation. */
  isInvited?: boolean
}

export const isOnboarded = ({ profile }: Visitor) =>
  profile !== undefined &&
  (profile.is_onboarded || Object.values(profile.onboarding_step).every(Boolean))

/** The start page of a signed-in user: the requested page, else the last one. */
export function homeOf(visitor: Visitor, next_path?: string): string {
  const { profile, workspaces = [], isInvited } = visitor
  const asked = readNextPath(next_path)
  if (asked) return asked
  const last = workspaces.find(({ id }) => id === profile?.last_workspace_id) ?? workspaces.at(-1)
  if (last) return `/${last.slug}/`
  return isInvited ? '/invitations/' : '/create-workspace/'
}

/** Where a visitor of this page is redirected, or undefined if they may stay. */
export function gate(
  page: PageType,
  visitor: Visitor,
  here: { path: string; next_path?: string },
): string | undefined {
  const { user } = visitor
  if (page === 'public') return undefined
  if (!user) {
    return page === 'guest' ? undefined : `/?${new URLSearchParams({ next_path: here.path })}`
  }
  if (page === 'set-password' && user.is_password_autoset) return undefined
  if (!isOnboarded(visitor)) return page === 'onboarding' ? undefined : '/onboarding/'
  return page === 'member' ? undefined : homeOf(visitor, here.next_path)
}
