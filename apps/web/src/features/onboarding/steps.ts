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

/** Users who joined an existing workspace are only asked for their profile. */
export const hasJoined = (flags: Flags, workspaces: number) =>
  workspaces > 0 && !flags.workspace_create

/**
 * The first open step; a workspace created in its step must be recorded before the step is done.
 */
export function openStep(flags: Flags, workspaces: number, joined: boolean): OnboardingStep {
  if (!flags.profile_complete) return 'profile'
  if (workspaces === 0 || (!flags.workspace_create && !joined)) return 'workspace'
  return flags.workspace_create && !flags.workspace_invite ? 'invite' : 'done'
}

export const countSteps = (joined: boolean) => (joined ? 1 : 3)
