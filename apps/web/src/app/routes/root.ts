import { createRootRoute, createRoute, type ParsedLocation, redirect } from '@tanstack/react-router'
import { clearCachedAnswers } from '#data/cached-answers.ts'
import { queryClient } from '#data/query-client.ts'
import { readAuthSearch } from '#entities/account/auth-search.ts'
import { profile, session, settingsOfMe } from '#entities/account/hooks.ts'
import { instance } from '#entities/instance/hooks.ts'
import { workspaces } from '#entities/workspace/hooks.ts'
import { gate, homeOf, type PageType, type Visitor } from '#features/account/gates.ts'
import { accountPartOf } from '#features/account/old-addresses.ts'
import { afterFirstScreen } from '#ui/platform/first-screen.ts'
import { waitForNetwork } from '#ui/platform/wait-for-network.ts'

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

/** The router needs the path, query and fragment separately. */
export function sendTo(address: string) {
  const { pathname, searchParams, hash } = new URL(address, location.origin)
  const to: string = pathname
  const search = Object.fromEntries(searchParams)
  return redirect({ to, search, hash: hash.slice(1), replace: true })
}

/** Retries until loaded: without it no updates are shown. */
const startLive = (): Promise<void> =>
  import('#data/live.ts').then(
    (live) => live.startLive(),
    () => waitForNetwork().then(startLive),
  )

/** Redirects each user to the page they may see; see the gates of the routes' specification. */
export const onlyFor =
  (page: PageType) =>
  async ({ location }: { location: ParsedLocation }) => {
    const visitor = await findVisitor()
    // After the first screen, so that events find their listeners.
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
    // The administration area shows its own message while waiting.
    if (/^\/god-mode(\/|$)/.test(location.pathname)) return
    const { instance: own } = await queryClient.ensureQueryData(instance)
    if (!own.is_setup_done) throw sendTo('/god-mode/')
  },
})

/** A former URL. */
export const moved = (from: string, to: string) =>
  createRoute({
    getParentRoute: () => root,
    path: from,
    beforeLoad: ({ location }) => {
      throw sendTo(to + location.searchStr)
    },
  })

/** A URL without a workspace: it opens in the last one the user opened. */
const inLastWorkspace = (
  path: '/profile' | '/profile/$' | '/desktop/$',
  screenOf: (rest: string, { user }: Visitor) => string,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: async ({ params, location }) => {
      await onlyFor('member')({ location })
      const visitor = await findVisitor()
      const home = homeOf(visitor)
      if (!visitor.workspaces?.length) throw sendTo(home)
      const { _splat: rest = '' } = params as { _splat?: string }
      throw sendTo(`${home}${screenOf(rest, visitor)}${location.searchStr}#${location.hash}`)
    },
  })

/** The account's settings were outside the workspaces before. */
export const movedAccount = (from: '/profile' | '/profile/$') =>
  inLastWorkspace(from, (former) => `settings/account/${accountPartOf(former)}`)

/** The shortcuts of the installed application, as its manifest names them. */
export const appShortcuts = inLastWorkspace('/desktop/$', (screen, { user }) =>
  screen.replace('your-work', `profile/${user?.id}`),
)
