import type { CurrentUser } from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { gate, homeOf, type PageType, type Visitor } from './gates.ts'

const user = { id: 'ada' } as CurrentUser
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
const workspaces = [
  { id: '1', slug: 'first' },
  { id: '2', slug: 'second' },
]

const stranger: Visitor = { user: null }
const newcomer: Visitor = { user, profile: profile(false), workspaces: [] }
const member: Visitor = { user, profile: profile(true, '2'), workspaces }

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

  it('is the first workspace when the last one is gone, and a new one when there is none', () => {
    expect(homeOf({ ...member, profile: profile(true, '9') })).toBe('/first/')
    expect(homeOf({ ...member, workspaces: [] })).toBe('/create-workspace/')
  })
})
