import { queryClient } from '#data/query-client.ts'
import { profile, session, settingsOfMe } from '#entities/account/hooks.ts'
import { nextPathIn } from '#entities/account/next-path.ts'
import { instance } from '#entities/instance/hooks.ts'
import { workspaces } from '#entities/workspace/hooks.ts'
import { gate, type PageType, type Visitor } from '#features/account/gates.ts'
import { afterFirstScreen } from '#ui/platform/first-screen.ts'
import { waitForNetwork } from '#ui/platform/wait-for-network.ts'
import { lazyScreen } from '#ui/router/lazy-screen.ts'
import type { Location } from '#ui/router/location.ts'
import { redirect } from '#ui/router/router.ts'
import { type Level, within } from '#ui/router/routes.ts'

const loadFirst = () => import('./first-screens.ts')

export async function findVisitor(): Promise<Visitor> {
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

/** Retries until loaded: without it no updates are shown. */
const startLive = (): Promise<void> =>
  import('#data/live.ts').then(
    (live) => live.startLive(),
    () => waitForNetwork().then(startLive),
  )

const clearAnswers = async () =>
  (await import('#data/clear-cached-answers.ts')).clearCachedAnswers()

/** Redirects each user to the page they may see; see the gates of the routes' specification. */
export const onlyFor =
  (page: PageType) =>
  async ({ location }: { location: Location }) => {
    const visitor = await findVisitor()
    // After the first screen, so that events find their listeners.
    if (visitor.user) void afterFirstScreen().then(startLive)
    else void clearAnswers().catch(() => undefined)
    const next_path = nextPathIn(location.search)
    const path = location.pathname + location.searchStr
    const target = gate(page, visitor, { path, next_path })
    if (target) throw redirect(target)
  }

/** Before any page: a new instance is set up first. */
export async function whenSetUp({ pathname }: Location) {
  // The gallery needs no instance, only a developer.
  if (import.meta.env.DEV && pathname.startsWith('/dev/')) return
  // The administration area shows its own message while waiting.
  if (/^\/god-mode(\/|$)/.test(pathname)) return
  const { instance: own } = await queryClient.ensureQueryData(instance)
  if (!own.is_setup_done) throw redirect('/god-mode/')
}

export const workspace: Level = {
  component: lazyScreen(loadFirst, 'Shell'),
  before: onlyFor('member'),
}

/** Known at once; the rest is in `all-routes.ts`. */
export const firstRoutes = within(workspace, {
  '/$slug/projects/$projectId/issues/': [{ component: lazyScreen(loadFirst, 'WorkItemsScreen') }],
})
