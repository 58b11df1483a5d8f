import {
  cyclesApi,
  type Estimate,
  estimatesApi,
  labelsApi,
  workItemListsApi as lists,
  modulesApi,
  type SyncPage,
  statesApi,
  type WorkspaceMember,
  workspacesApi,
} from '@cairn/contract'

/** The tables lists are named and sorted by, besides the items themselves. */
export const references = [
  'states',
  'labels',
  'modules',
  'cycles',
  'estimate_points',
  'members',
] as const
export type Reference = (typeof references)[number]

/** A row of a reference table, with any other fields from the server. */
export type ReferenceRow = Readonly<Record<string, unknown>>

/** The source of the copy. Every call fails with `FeedRefused` if the server refuses it. */
export interface Feed {
  page: (project_id: string, cursor: string, since: string | undefined) => Promise<SyncPage>
  gone: (project_id: string, since: string) => Promise<readonly string[]>
  reference: (table: Reference) => Promise<readonly ReferenceRow[]>
  /** They are groups of lists too; guests do not get them. */
  archivedCycles: (project_id: string) => Promise<readonly ReferenceRow[]>
}

export class FeedRefused extends Error {
  /** 0: no response. */
  readonly status: number
  constructor(status: number) {
    super(`The feed answered ${status}.`)
    this.status = status
  }
}

/** The user has no access, or no longer. */
export const isForbidden = (error: unknown) =>
  error instanceof FeedRefused && (error.status === 403 || error.status === 404)

/** Fetches a URL of the server; provided by the caller. */
export type Get = (url: string) => Promise<unknown>

const sources: Record<Reference, { url: string; rows?: (answer: unknown) => ReferenceRow[] }> = {
  states: statesApi.listOfWorkspace,
  labels: labelsApi.listOfWorkspace,
  modules: modulesApi.listOfWorkspace,
  cycles: cyclesApi.listOfWorkspace,
  estimate_points: {
    url: estimatesApi.listOfWorkspace.url,
    rows: (answer) => (answer as Estimate[]).flatMap(({ points }) => points),
  },
  members: {
    url: workspacesApi.members.url,
    rows: (answer) => (answer as WorkspaceMember[]).map(({ member }) => member),
  },
}

export function feedOf(get: Get, slug: string): Feed {
  const addressOf = (url: string, project_id = '') =>
    url.replace(':slug', encodeURIComponent(slug)).replace(':project_id', project_id)
  return {
    page: async (project_id, cursor, since) => {
      const query = new URLSearchParams({ cursor, ...(since && { updated_at__gt: since }) })
      return (await get(`${addressOf(lists.sync.url, project_id)}?${query}`)) as SyncPage
    },
    gone: async (project_id, since) => {
      const query = new URLSearchParams({ updated_at__gt: since })
      return (await get(`${addressOf(lists.gone.url, project_id)}?${query}`)) as string[]
    },
    reference: async (table) => {
      const { url, rows } = sources[table]
      const answer = await get(addressOf(url))
      return rows ? rows(answer) : (answer as ReferenceRow[])
    },
    archivedCycles: async (project_id) =>
      (await get(addressOf(cyclesApi.listArchived.url, project_id))) as ReferenceRow[],
  }
}

/** The server is unreachable, which does not affect the copy. */
export const isUnreachable = (error: unknown) =>
  error instanceof FeedRefused && (error.status === 0 || error.status >= 502)
