import type { ComponentType } from 'react'
import type { Location } from './location.ts'

/** A component that is loaded when its address is opened, or before. */
export interface Screen<Props = object> {
  (props: Props): React.ReactNode
  load?: () => Promise<unknown>
}

export interface Visit {
  params: Record<string, string>
  location: Location
}

/** One level of a page: a screen, or the frame around it, which renders it in its `Outlet`. */
export interface Level {
  /** Only checks who may see the page, if it has no component. */
  component?: Screen
  /** Runs before the page is shown; throws `redirect(…)` for visitors who belong elsewhere. */
  before?: (visit: Visit) => unknown
  /** Shown while the level is loaded. */
  pending?: ComponentType
  failure?: ComponentType<{ error: unknown }>
}

/** The levels of each page by its path, outermost first. */
export type Routes<P extends string = string> = Record<P, readonly Level[]>

/** Pages within a frame. */
export const within = <P extends string>(frame: Level, pages: Routes<P>) =>
  Object.fromEntries(
    Object.entries<readonly Level[]>(pages).map(([path, levels]) => [path, [frame, ...levels]]),
  ) as unknown as Routes<P>

const partsOf = (path: string) => path.split('/').filter(Boolean)

const decoded = (part: string) => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The parameters if the path is of this pattern, and how exact it is: earlier words count more. */
function match(pattern: string, parts: readonly string[]) {
  const params: [string, string][] = []
  const wanted = partsOf(pattern)
  if (wanted.at(-1) !== '$' && wanted.length !== parts.length) return undefined
  let rank = ''
  for (const [at, word] of wanted.entries()) {
    const part = parts[at]
    if (word === '$') {
      params.push(['_splat', parts.slice(at).map(decoded).join('/')])
      rank += '0'
    } else if (part === undefined) {
      return undefined
    } else if (word.startsWith('$')) {
      params.push([word.slice(1), decoded(part)])
      rank += '1'
    } else if (word === part.toLowerCase()) {
      rank += '2'
    } else {
      return undefined
    }
  }
  // The end counts more than a rest that is empty.
  return { params: Object.fromEntries(params), rank: `${rank}~` }
}

export interface Match {
  path: string
  params: Record<string, string>
  levels: readonly Level[]
}

/** The page of an address. Of several, the one whose path has words where others have parameters. */
export function findRoute(routes: Routes, pathname: string): Match | undefined {
  const parts = partsOf(pathname)
  let best: (Match & { rank: string }) | undefined
  for (const [path, levels] of Object.entries(routes)) {
    const found = match(path, parts)
    if (found && found.rank >= (best?.rank ?? '')) best = { path, levels, ...found }
  }
  return best
}
