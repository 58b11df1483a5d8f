import { createRootRoute, createRoute, type ParsedLocation, redirect } from '@tanstack/react-router'
import { clearCachedAnswers } from '#data/cached-answers.ts'
import { startLive } from '#data/live.ts'
import { queryClient } from '#data/query-client.ts'
import { readAuthSearch } from '#entities/account/auth-search.ts'
import { profile, session, settingsOfMe } from '#entities/account/hooks.ts'
import { instance } from '#entities/instance/hooks.ts'
import { workspaces } from '#entities/workspace/hooks.ts'
import { gate, homeOf, type PageType, type Visitor } from '#features/account/gates.ts'
import { accountPartOf } from '#features/account/old-addresses.ts'
import { afterFirstScreen } from '#ui/platform/first-screen.ts'

async function findVisitor(): Promise<Visitor> {
  const user = await queryClient.ensureQueryData(session)
  if (!user) return { user }
  const [itsProfile, itsWorkspaces] = await Promise.all([
    queryClient.ensureQueryData(profile),
    queryClient.ensureQueryData(workspaces),
  ])
  const isInvited =
    itsWorkspaces.length === 0 && (await queryClient.ensureQueryData(settingsOfMe)).invites > 0
  return { user, profile: itsProfile, workspaces: itsWorkspaces, isInvited }
}

/** The router wants an address in pieces. */
export function sendTo(address: string) {
  const { pathname, searchParams } = new URL(address, location.origin)
  const to: string = pathname
  return redirect({ to, search: Object.fromEntries(searchParams), replace: true })
}

/** Sends everybody to the page they may see; see the gates of the routes' specification. */
export const onlyFor =
  (page: PageType) =>
  async ({ location }: { location: ParsedLocation }) => {
    const visitor = await findVisitor()
    // What is told must find who listens: the first screen stands by then.
    if (visitor.user) void afterFirstScreen().then(startLive)
    else void clearCachedAnswers().catch(() => undefined)
    const { next_path } = readAuthSearch(location.search as Record<string, unknown>)
    const path = location.pathname + location.searchStr
    const target = gate(page, visitor, { path, next_path })
    if (target) throw sendTo(target)
  }

export const root = createRootRoute({
  beforeLoad: async ({ location }) => {
    // The gallery needs no instance, only a developer.
    if (import.meta.env.DEV && location.pathname.startsWith('/dev/')) return
    // The administration area says in its own words what it is waiting for.
    if (/^\/god-mode(\/|$)/.test(location.pathname)) return
    const { instance: own } = await queryClient.ensureQueryData(instance)
    if (!own.is_setup_done) throw sendTo('/god-mode/')
  },
})

/** An address that was another once. */
export const moved = (from: string, to: string) =>
  createRoute({
    getParentRoute: () => root,
    path: from,
    beforeLoad: ({ location }) => {
      throw sendTo(to + location.searchStr)
    },
  })

/** The account's settings were outside the workspaces once: now they are in the one somebody was in last. */
export const movedAccount = (from: '/profile' | '/profile/$') =>
  createRoute({
    getParentRoute: () => root,
    path: from,
    beforeLoad: async ({ params, location }) => {
      await onlyFor('member')({ location })
      const visitor = await findVisitor()
      const home = homeOf(visitor)
      if (!visitor.workspaces?.length) throw sendTo(home)
      const { _splat: former = '' } = params as { _splat?: string }
      throw sendTo(`${home}settings/account/${accountPartOf(former)}${location.searchStr}`)
    },
  })
