import type { Profile } from '@cairn/contract'

type Flags = Profile['onboarding_step']

export const allDone: Flags = {
  profile_complete: true,
  workspace_create: true,
  workspace_invite: true,
  workspace_join: true,
}

/** `done`: nothing is left to ask. */
export type OnboardingStep = 'profile' | 'workspace' | 'invite' | 'done'

/** Who was brought in by somebody else is asked about themselves only. */
export const hasJoined = (flags: Flags, workspaces: number) =>
  workspaces > 0 && !flags.workspace_create

/** The first step that is still open; a workspace made in its step must be noted before it is over. */
export function openStep(flags: Flags, workspaces: number, joined: boolean): OnboardingStep {
  if (!flags.profile_complete) return 'profile'
  if (workspaces === 0 || (!flags.workspace_create && !joined)) return 'workspace'
  return flags.workspace_create && !flags.workspace_invite ? 'invite' : 'done'
}

/** Without a password of one's own the profile takes two pages. */
export const countSteps = (joined: boolean, lacksPassword: boolean) =>
  (joined ? 1 : 3) + (lacksPassword ? 1 : 0)
