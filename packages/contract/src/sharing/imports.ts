import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import { projectMembers, workspaceMembers } from '../core/policy.ts'
import { Choice, Id, Nullable, rowAudit } from '../core/shapes.ts'
import { UserLite } from '../identity/account.ts'

/** Target fields of a file's columns. */
export const importFields = [
  ...(['name', 'description', 'state', 'priority', 'assignees', 'labels'] as const),
  ...(['start_date', 'target_date', 'estimate', 'parent', 'cycle', 'modules'] as const),
  'type',
] as const
/** The property of this name, of the type of each row. */
export type PropertyColumn = `property:${string}`
export type ImportField = (typeof importFields)[number] | PropertyColumn

const PROPERTY = 'property:'
export const propertyColumn = (name: string): PropertyColumn => `${PROPERTY}${name}`
/** Its name; undefined for fields of every work item. */
export const propertyInColumn = (field: string) =>
  field.startsWith(PROPERTY) ? field.slice(PROPERTY.length) : undefined

const Field = Type.Unsafe<ImportField>({
  type: 'string',
  maxLength: 300,
  pattern: `^(${importFields.join('|')}|${PROPERTY}.+)$`,
})

export const importStatuses = ['uploaded', 'queued', 'completed', 'failed', 'undone'] as const

/** How 03/02/2025 is read; other formats do not need it. */
export const dayOrders = ['day_first', 'month_first'] as const
export type DayOrder = (typeof dayOrders)[number]

export const MAX_IMPORT_BYTES = 10 * 1024 * 1024
export const MAX_IMPORT_ROWS = 10_000

/** How to read a file: one entry per column, null to skip it. */
export const ImportSettings = Type.Object({
  columns: Type.Array(Nullable(Field), { maxItems: 500 }),
  create_labels: Type.Optional(Type.Boolean()),
  day_order: Type.Optional(Nullable(Choice(dayOrders))),
})
export type ImportSettings = Static<typeof ImportSettings>

export const Import = Type.Object({
  id: Id,
  workspace: Id,
  project: Id,
  project_name: Type.String(),
  file_name: Type.String(),
  status: Choice(importStatuses),
  /** Why it failed, in a sentence. */
  reason: Nullable(Type.String()),
  /** Rows that became items, that were there from an earlier import, and that have problems. */
  created_count: Type.Integer(),
  repeated_count: Type.Integer(),
  problem_count: Type.Integer(),
  /** The file of the rows with problems, while it is stored. */
  error_file: Nullable(Type.String()),
  can_undo: Type.Boolean(),
  initiated_by: Nullable(Id),
  initiated_by_detail: Nullable(UserLite),
  ...rowAudit,
})
export type Import = Static<typeof Import>

const ImportColumn = Type.Object({
  name: Type.String(),
  /** The first few non-empty values. */
  samples: Type.Array(Type.String()),
  /** Suggested by its name. */
  suggested: Nullable(Field),
})
export type ImportColumn = Static<typeof ImportColumn>

export const UploadedImport = Type.Object({
  ...Import.properties,
  row_count: Type.Integer(),
  columns: Type.Array(ImportColumn),
})
export type UploadedImport = Static<typeof UploadedImport>

const ImportProblem = Type.Object({
  /** As a spreadsheet counts: the header is row 1. */
  row: Type.Integer(),
  field: Field,
  message: Type.String(),
})
export type ImportProblem = Static<typeof ImportProblem>

/** What an import would do. Nothing was written for it. */
export const ImportReport = Type.Object({
  row_count: Type.Integer(),
  good_count: Type.Integer(),
  repeated_count: Type.Integer(),
  problem_count: Type.Integer(),
  new_labels: Type.Array(Type.String()),
  problems: Type.Array(ImportProblem),
})
export type ImportReport = Static<typeof ImportReport>

const ImportsQuery = Type.Partial(Type.Object({ per_page: Type.String(), cursor: Type.String() }))
export type ImportsQuery = Static<typeof ImportsQuery>

const imports = '/api/workspaces/:slug/projects/:project_id/imports/'
const one = `${imports}:id/` as const

export const importsApi = {
  /** Of the projects the caller may import into. */
  list: endpoint(workspaceMembers, 'GET /api/workspaces/:slug/imports/', {
    query: ImportsQuery,
    200: Page(Type.Array(Import)),
  }),
  /** The file itself is the body, `text/csv`. */
  upload: endpoint(projectMembers, `POST ${imports}`, {
    query: Type.Partial(Type.Object({ name: Type.String({ maxLength: 255 }) })),
    201: UploadedImport,
  }),
  get: endpoint(projectMembers, `GET ${one}`, { 200: Import }),
  check: endpoint(projectMembers, `POST ${one}check/`, {
    body: ImportSettings,
    200: ImportReport,
  }),
  run: endpoint(projectMembers, `POST ${one}run/`, { body: ImportSettings, 200: Import }),
  undo: endpoint(projectMembers, `POST ${one}undo/`, { 200: Import }),
  errors: endpoint(projectMembers, `GET ${one}errors/`, { 200: Type.Unknown() }),
}

export type ImportEvent = { type: 'import.saved'; import: Import }

/** A page of imports after an event; imports not on it are not added. */
export const applyImportEvent = <P extends { results: Import[] }>(
  page: P,
  { import: saved }: ImportEvent,
): P => ({ ...page, results: page.results.map((one) => (one.id === saved.id ? saved : one)) })
