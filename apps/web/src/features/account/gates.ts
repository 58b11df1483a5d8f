import { type CurrentUser, type Profile, readNextPath, type Workspace } from '@cairn/contract'

/** What kind of page it is decides who may see it. */
export type PageType = 'guest' | 'onboarding' | 'member'

export interface Visitor {
  user: CurrentUser | null
  profile?: Pick<Profile, 'is_onboarded' | 'onboarding_step' | 'last_workspace_id'>
  workspaces?: readonly Pick<Workspace, 'id' | 'slug'>[]
}

export const isOnboarded = ({ profile }: Visitor) =>
  profile !== undefined &&
  (profile.is_onboarded || Object.values(profile.onboarding_step).every(Boolean))

/** Where somebody who is in belongs: where they wanted to go, else where they last were. */
export function homeOf({ profile, workspaces = [] }: Visitor, next_path?: string): string {
  const asked = readNextPath(next_path)
  if (asked) return asked
  const last = workspaces.find(({ id }) => id === profile?.last_workspace_id) ?? workspaces[0]
  return last ? `/${last.slug}/` : '/create-workspace/'
}

/** Where a visitor of this page is sent instead, or undefined when they may stay. */
export function gate(
  page: PageType,
  visitor: Visitor,
  here: { path: string; next_path?: string },
): string | undefined {
  if (!visitor.user) {
    return page === 'guest' ? undefined : `/?${new URLSearchParams({ next_path: here.path })}`
  }
  if (!isOnboarded(visitor)) return page === 'onboarding' ? undefined : '/onboarding/'
  return page === 'member' ? undefined : homeOf(visitor, here.next_path)
}
