import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { CopyPage } from '../core/envelopes.ts'
import { anyProjectMember } from '../core/policy.ts'
import { audit, DateTime, Id, Json, Nullable, rowAudit } from '../core/shapes.ts'

/** An earlier version of a description: its author and time. */
export const DescriptionVersion = Type.Object({
  id: Id,
  workspace: Id,
  project: Id,
  issue: Id,
  last_saved_at: DateTime,
  owned_by: Nullable(Id),
  ...rowAudit,
})
export type DescriptionVersion = Static<typeof DescriptionVersion>

export const DescriptionVersionDetail = Type.Object({
  ...DescriptionVersion.properties,
  deleted_at: audit.deleted_at,
  description_html: Type.String(),
  description_stripped: Nullable(Type.String()),
  description_json: Json,
  /** Base64. */
  description_binary: Nullable(Type.String()),
})
export type DescriptionVersionDetail = Static<typeof DescriptionVersionDetail>

/** Under all three names of items. */
function versionsOf<Kind extends 'issues' | 'epics' | 'work-items'>(kind: Kind) {
  const project = '/api/workspaces/:slug/projects/:project_id/'
  const all = `${project}${kind}/:id/description-versions/` as const
  return {
    list: endpoint(anyProjectMember, `GET ${all}`, {
      query: Type.Partial(Type.Object({ cursor: Type.String() })),
      200: CopyPage(DescriptionVersion),
    }),
    get: endpoint(anyProjectMember, `GET ${all}:version_id/`, { 200: DescriptionVersionDetail }),
  }
}

export const descriptionVersionsApi = versionsOf('issues')
export const epicDescriptionVersionsApi = versionsOf('epics')
export const workItemDescriptionVersionsApi = versionsOf('work-items')
