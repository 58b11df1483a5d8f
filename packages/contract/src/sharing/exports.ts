import { DAY_MS } from '@cairn/calendar'
import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import { workspaceMembers } from '../core/policy.ts'
import { Choice, Id, Nullable, rowAudit } from '../core/shapes.ts'
import { UserLite } from '../identity/account.ts'
import { MAX_QUERY_TEXT } from '../work-item/work-item-lists.ts'

export const exportProviders = ['csv', 'xlsx', 'json'] as const
export type ExportProvider = (typeof exportProviders)[number]

export const exportStatuses = ['queued', 'processing', 'completed', 'failed'] as const

export const WorkItemExport = Type.Object({
  id: Id,
  workspace: Id,
  project: Type.Array(Id),
  provider: Choice(exportProviders),
  status: Choice(exportStatuses),
  /** Why it failed, in a sentence. */
  reason: Nullable(Type.String()),
  /** Only for the requester, until it expires. */
  url: Nullable(Type.String()),
  token: Type.String(),
  initiated_by: Nullable(Id),
  initiated_by_detail: Nullable(UserLite),
  ...rowAudit,
})
export type WorkItemExport = Static<typeof WorkItemExport>

/**
 * `provider` is any text here: the contract answers an unknown one with a specific error message.
 */
export const NewExport = Type.Object({
  provider: Type.Optional(Type.String({ maxLength: 100 })),
  /** Empty: all projects the caller is in. */
  project: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
  /** One file per project. */
  multiple: Type.Optional(Type.Boolean()),
  /** A text of the query language: only items that meet it. */
  pql: Type.Optional(Type.String({ maxLength: MAX_QUERY_TEXT })),
})
export type NewExport = Static<typeof NewExport>

const ExportsQuery = Type.Partial(
  Type.Object({ per_page: Type.String(), cursor: Type.String(), order_by: Type.String() }),
)
export type ExportsQuery = Static<typeof ExportsQuery>

/** Days an export can be downloaded. */
export const EXPORT_DAYS = 7

export const isExportOver = (created_at: string, at = Date.now()) =>
  at - Date.parse(created_at) > EXPORT_DAYS * DAY_MS

const workspace = '/api/workspaces/:slug/'
const all = `${workspace}export-issues/` as const

export const exportsApi = {
  create: endpoint(workspaceMembers, `POST ${all}`, {
    body: NewExport,
    200: Type.Object({ message: Type.String() }),
  }),
  list: endpoint(workspaceMembers, `GET ${all}`, {
    query: ExportsQuery,
    200: Page(Type.Array(WorkItemExport)),
  }),
  file: endpoint(workspaceMembers, `GET ${all}:id/file/`, { 200: Type.Unknown() }),
}

export type ExportEvent = { type: 'export.saved'; export: WorkItemExport }

/** A page of exports after an event; exports not on it are not added. */
export const applyExportEvent = <P extends { results: WorkItemExport[] }>(
  page: P,
  { export: saved }: ExportEvent,
): P => ({ ...page, results: page.results.map((one) => (one.id === saved.id ? saved : one)) })
