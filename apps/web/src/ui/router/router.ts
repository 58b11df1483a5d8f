import { type ComponentType, createElement } from 'react'
import { hrefOf, isSameSearch, type Location, readLocation, type Search } from './location.ts'
import type { To } from './paths.ts'
import { Pending } from './pending.tsx'
import { findRoute, type Level, type Match, type Routes } from './routes.ts'

/** What is on the screen. */
export interface Shown {
  /** The address, at once: the page it is of may still be loading. */
  location: Location
  /** Of the page that is shown. */
  path: string | undefined
  params: Record<string, string>
  search: Search
  /** The components of the page, outermost first. */
  levels: readonly ComponentType[]
  failures: readonly (ComponentType<{ error: unknown }> | undefined)[]
  /** Counts pages: an error belongs to the page it occurred on. */
  page: number
}

interface Options {
  /** Known at once. */
  routes: Routes
  /** The pages the first screen does not need, and those of unknown addresses. */
  loadRoutes: () => Promise<{ routes: Routes; missing: (pathname: string) => readonly Level[] }>
  /** Runs before every page. */
  before: (location: Location) => unknown
  failure: ComponentType<{ error: unknown }>
}

const PENDING_MS = 200

class Redirect {
  readonly to: string
  constructor(to: string) {
    this.to = to
  }
}

/** Thrown before a page is shown. */
export const redirect = (address: string) => new Redirect(address)

let options: Options
let shown: Shown = {
  location: readLocation(location.href),
  path: undefined,
  params: {},
  search: {},
  levels: [],
  failures: [],
  page: 0,
}
const listeners = new Set<() => void>()

export const getShown = () => shown
export function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function show(part: Partial<Shown>) {
  shown = { ...shown, ...part }
  for (const listener of listeners) listener()
}

/** The address now, even if its page is still being loaded. */
export const latestLocation = () => readLocation(location.href)

let all: Awaited<ReturnType<Options['loadRoutes']>> | undefined

async function findLevels(pathname: string): Promise<Match> {
  const known = findRoute(options.routes, pathname)
  if (known) return known
  all ??= await options.loadRoutes()
  const levels = all.missing(pathname)
  const [, slug = ''] = pathname.split('/')
  return findRoute(all.routes, pathname) ?? { path: '', params: { slug }, levels }
}

/** Loads the code of a page, and starts to before it is opened. */
export async function preload(address: string): Promise<void> {
  const { levels } = await findLevels(readLocation(address).pathname)
  await Promise.all(levels.map(({ component }) => component?.load?.()))
}

const withComponent = (levels: readonly Level[]) =>
  levels.filter((level) => level.component !== undefined)

/** How many frames of the page that is shown are around the next one, too. They stay. */
function sharedLevels({ levels, params }: Match): number {
  const before = new Map(Object.entries(shown.params))
  const differs = ([name, value]: [string, string]) => (before.get(name) ?? value) !== value
  if (Object.entries(params).some(differs)) return 0
  const components = withComponent(levels).map(({ component }) => component)
  const different = components.findIndex((component, at) => component !== shown.levels[at])
  return different < 0 ? Math.max(0, components.length - 1) : different
}

let turn = 0
let isWhole = false

/** Shows the page of an address, unless another one is opened meanwhile. */
async function load(next: Location): Promise<void> {
  turn += 1
  const own = turn
  const isLatest = () => own === turn
  const before = shown.location
  // Only what the page itself shows has changed.
  if (isWhole && next.pathname === before.pathname) {
    const search = isSameSearch(shown.search, next.search) ? shown.search : next.search
    show({ location: next, search, page: shown.page + 1 })
    return
  }
  isWhole = false
  show({ location: next })

  let levels: readonly Level[] = []
  let ready = 0
  let at: Level | undefined
  function present({ params: given }: Match, count: number, last?: ComponentType) {
    const shownLevels = withComponent(levels).slice(0, count)
    const params = isSameSearch(shown.params, given) ? shown.params : given
    show({
      path: next.pathname,
      params,
      search: next.search,
      levels: [
        ...shownLevels.flatMap(({ component }) => (component ? [component as ComponentType] : [])),
        ...(last ? [last] : []),
      ],
      failures: [...shownLevels, at].map((level) => level?.failure ?? options.failure),
      page: shown.page + 1,
    })
  }
  let match: Match | undefined
  const countReady = () => withComponent(levels.slice(0, ready)).length
  const showPending = () => {
    if (!isLatest()) return
    const pending = at?.pending ?? Pending
    if (match) present(match, Math.max(countReady(), sharedLevels(match)), pending)
    // It is not known yet what the page is.
    else show({ levels: [...shown.levels.slice(0, -1), pending], page: shown.page + 1 })
  }
  let timer = setTimeout(showPending, PENDING_MS)
  try {
    const finding = findLevels(next.pathname)
    // The code of the page is loaded while it is checked who asks.
    void finding.then(() => preload(next.href)).catch(() => undefined)
    await options.before(next)
    const found = await finding
    match = found
    levels = found.levels
    for (const level of levels) {
      if (!isLatest()) return
      at = level
      // A frame is not shown without its page if that follows at once.
      clearTimeout(timer)
      timer = setTimeout(showPending, PENDING_MS)
      await level.before?.({ params: match.params, location: next })
      await level.component?.load?.()
      ready += 1
    }
    if (!isLatest()) return
    at = undefined
    isWhole = true
    present(found, countReady())
  } catch (error) {
    if (!isLatest()) return
    if (error instanceof Redirect) {
      clearTimeout(timer)
      // Not asked again whether the page may be left.
      await open(readLocation(error.to), true)
      return
    }
    const Failure = at?.failure ?? options.failure
    present(match ?? { path: '', params: {}, levels }, countReady(), () =>
      createElement(Failure, { error }),
    )
  } finally {
    clearTimeout(timer)
  }
}

/** Asked before the page is left: whether it may be left. */
export type Guard = (next: Location) => Promise<boolean>
export const guards = new Set<Guard>()

async function mayLeave(next: Location): Promise<boolean> {
  for (const guard of guards) if (!(await guard(next))) return false
  return true
}

const indexOf = (state: unknown) =>
  typeof state === 'object' && state !== null && 'index' in state ? Number(state.index) : undefined
let index = indexOf(history.state) ?? 0

async function open(next: Location, replace: boolean): Promise<void> {
  const replaces = replace || next.href === latestLocation().href
  if (!replaces) index += 1
  history[replaces ? 'replaceState' : 'pushState']({ index }, '', next.href)
  await load(next)
}

async function go(address: string, replace: boolean): Promise<void> {
  const next = readLocation(address)
  if (guards.size === 0 || (await mayLeave(next))) await open(next, replace)
}

/** Opens a page of the application; resolves when it is shown. */
export const navigate = <const P extends string>(target: To<P>): Promise<void> =>
  go(hrefOf(target), target.replace ?? false)

let returns: (() => void) | undefined

/** Back and forward, and links to a part of the page. */
async function follow(event: PopStateEvent) {
  if (returns) return returns()
  const next = latestLocation()
  const target = indexOf(event.state) ?? index + 1
  const steps = target - index
  if (guards.size > 0) {
    const undone = new Promise<void>((resolve) => {
      returns = resolve
    })
    history.go(-steps)
    await undone
    returns = undefined
    if (!(await mayLeave(next))) return
    const redone = new Promise<void>((resolve) => {
      returns = resolve
    })
    history.go(steps)
    await redone
    returns = undefined
  }
  index = target
  if (indexOf(event.state) === undefined) history.replaceState({ index }, '')
  await load(next)
}

export function startRouter(given: Options) {
  options = given
  addEventListener('popstate', (event) => void follow(event))
  const first = latestLocation()
  history.replaceState({ ...history.state, index }, '', first.href)
  void load(first)
}
