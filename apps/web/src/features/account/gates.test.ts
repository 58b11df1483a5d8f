import { describe, expect, it } from 'vitest'
import { gate, homeOf, type PageType, type Visitor } from './gates.ts'

const user = { is_password_autoset: false }
const steps = (done: boolean) => ({
  profile_complete: done,
  workspace_create: done,
  workspace_invite: done,
  workspace_join: done,
})
const profile = (is_onboarded: boolean, last_workspace_id: string | null = null, done = false) => ({
  is_onboarded,
  onboarding_step: steps(done),
  last_workspace_id,
})
// In the server's order: newest first.
const workspaces = [
  { id: '3', slug: 'third' },
  { id: '2', slug: 'second' },
  { id: '1', slug: 'first' },
]

const stranger: Visitor = { user: null }
const newcomer: Visitor = { user, profile: profile(false), workspaces: [] }
const member: Visitor = { user, profile: profile(true, '2'), workspaces }
const codeUser: Visitor = { ...member, user: { is_password_autoset: true } }

describe('gate', () => {
  it.each<[PageType, string, Visitor, string | undefined]>([
    ['guest', 'signed out', stranger, undefined],
    ['guest', 'not onboarded', newcomer, '/onboarding/'],
    ['guest', 'onboarded', member, '/second/'],
    ['onboarding', 'signed out', stranger, '/?next_path=%2Facme%2F'],
    ['onboarding', 'not onboarded', newcomer, undefined],
    ['onboarding', 'onboarded', member, '/second/'],
    ['member', 'signed out', stranger, '/?next_path=%2Facme%2F'],
    ['member', 'not onboarded', newcomer, '/onboarding/'],
    ['member', 'onboarded', member, undefined],
    ['set-password', 'signed out', stranger, '/?next_path=%2Facme%2F'],
    ['set-password', 'without a password', codeUser, undefined],
    ['set-password', 'with a password', member, '/second/'],
    ['public', 'signed out', stranger, undefined],
    ['public', 'not onboarded', newcomer, undefined],
    ['public', 'onboarded', member, undefined],
  ])('a %s page for somebody %s', (page, _, visitor, target) => {
    expect(gate(page, visitor, { path: '/acme/' })).toBe(target)
  })

  it('counts all four steps as onboarded', () => {
    const done = { user, profile: profile(false, null, true), workspaces }
    expect(gate('member', done, { path: '/' })).toBeUndefined()
  })
})

describe('homeOf', () => {
  it.each([
    ['/acme/projects/', '/acme/projects/'],
    ['https://evil.example/x', '/x'],
    ['//evil.example', '/'],
    ['javascript:alert(1)', '/second/'],
    [undefined, '/second/'],
  ])('with next_path %s is %s', (next_path, target) => {
    expect(homeOf(member, next_path)).toBe(target)
  })

  it('is the oldest workspace when the last one is gone', () => {
    expect(homeOf({ ...member, profile: profile(true, '9') })).toBe('/first/')
  })

  it('is what waits for somebody in no workspace, and else a new one', () => {
    expect(homeOf({ ...member, workspaces: [], isInvited: true })).toBe('/invitations/')
    expect(homeOf({ ...member, workspaces: [] })).toBe('/create-workspace/')
  })
})
