import { describe, expect, it } from 'vitest'
import { allDone, countSteps, hasJoined, openStep } from './steps.ts'

const none = {
  profile_complete: false,
  workspace_create: false,
  workspace_invite: false,
  workspace_join: false,
}
const known = { ...none, profile_complete: true }
const made = { ...known, workspace_create: true, workspace_join: true }

describe('openStep', () => {
  it.each([
    ['nothing', none, 0, false, 'profile'],
    ['nothing, but brought in', none, 1, true, 'profile'],
    ['the profile', known, 0, false, 'workspace'],
    ['a workspace that is not noted yet', known, 1, false, 'workspace'],
    ['the profile, and brought in', known, 1, true, 'done'],
    ['a workspace of their own', made, 1, false, 'invite'],
    ['a workspace that is gone again', made, 0, false, 'workspace'],
    ['everything', allDone, 1, false, 'done'],
  ] as const)('after %s', (_, flags, workspaces, joined, step) => {
    expect(openStep(flags, workspaces, joined)).toBe(step)
  })
})

describe('countSteps', () => {
  it('asks who was brought in about themselves only', () => {
    expect(countSteps(true)).toBe(1)
    expect(countSteps(false)).toBe(3)
  })

  it('does not shrink when the workspace was made on the way', () => {
    expect(hasJoined(none, 1)).toBe(true)
    expect(hasJoined(made, 1)).toBe(false)
    expect(hasJoined(none, 0)).toBe(false)
  })
})
