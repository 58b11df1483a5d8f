import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { projectOrWorkspaceAdmins } from '../core/policy.ts'
import { Choice, DateTime, Id, Nullable } from '../core/shapes.ts'
import { stateGroups } from './states.ts'

export const trashKinds = [
  ...(['work_item', 'page', 'comment', 'cycle', 'module'] as const),
  ...(['view', 'label', 'attachment'] as const),
]
export type TrashKind = (typeof trashKinds)[number]

/** Days after which an entry is deleted permanently. */
export const TRASH_DAYS = 30

export const TrashEntry = Type.Object({
  kind: Choice(trashKinds),
  id: Id,
  /** Of a comment its text, without markup. */
  name: Type.String(),
  /** The key of a work item, or of the item of a comment or file. */
  key: Nullable(Type.String()),
  state__group: Nullable(Choice([...stateGroups, 'triage'] as const)),
  color: Nullable(Type.String()),
  /** Work items deleted with it or removed from it. */
  item_count: Type.Integer(),
  deleted_at: DateTime,
  deleted_by: Nullable(Id),
})
export type TrashEntry = Static<typeof TrashEntry>

const TrashQuery = Type.Partial(
  Type.Object({
    search: Type.String({ maxLength: 255 }),
    kind: Choice(trashKinds),
    deleted_by: Id,
    /** Entries deleted before this time: the next page. */
    before: DateTime,
  }),
)
export type TrashQuery = Static<typeof TrashQuery>

const TrashPage = Type.Object({
  /** The last deleted first. */
  results: Type.Array(TrashEntry),
  /** Of all matches, including other pages. */
  total: Type.Integer(),
})
export type TrashPage = Static<typeof TrashPage>

/** One entry of the trash. */
const TrashRef = Type.Object({ kind: Choice(trashKinds), id: Id })
export type TrashRef = Static<typeof TrashRef>

const trash = '/api/workspaces/:slug/projects/:project_id/trash/'

export const trashApi = {
  list: endpoint(projectOrWorkspaceAdmins, `GET ${trash}`, { query: TrashQuery, 200: TrashPage }),
  restore: endpoint(projectOrWorkspaceAdmins, `POST ${trash}restore/`, {
    body: TrashRef,
    204: Type.Null(),
  }),
  remove: endpoint(projectOrWorkspaceAdmins, `POST ${trash}remove/`, {
    body: TrashRef,
    204: Type.Null(),
  }),
  empty: endpoint(projectOrWorkspaceAdmins, `DELETE ${trash}`, { 204: Type.Null() }),
}
