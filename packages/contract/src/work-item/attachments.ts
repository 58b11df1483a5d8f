import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyProjectMember } from '../core/policy.ts'
import { audit, Choice, Id, Json, Nullable, withId } from '../core/shapes.ts'
import { assetKinds, NewAsset, UploadTarget } from './assets.ts'

export const Attachment = Type.Object({
  id: Id,
  attributes: Type.Object({ name: Type.String(), type: Type.String(), size: Type.Number() }),
  asset: Type.String(),
  asset_url: Type.String(),
  entity_type: Choice(assetKinds),
  entity_identifier: Nullable(Type.String()),
  size: Type.Number(),
  is_uploaded: Type.Boolean(),
  is_deleted: Type.Boolean(),
  is_archived: Type.Boolean(),
  storage_metadata: Nullable(Json),
  issue: Id,
  issue_id: Id,
  project: Id,
  workspace: Id,
  user: Nullable(Id),
  draft_issue: Nullable(Id),
  comment: Nullable(Id),
  page: Nullable(Id),
  external_id: Nullable(Type.String()),
  external_source: Nullable(Type.String()),
  ...audit,
})
export type Attachment = Static<typeof Attachment>

const { name, type, size } = NewAsset.properties
const NewAttachment = Type.Object({ name, type, size })
export type NewAttachment = Static<typeof NewAttachment>

const project = '/api/assets/v2/workspaces/:slug/projects/:project_id/'

/** Create, upload as a form, mark as uploaded: unmarked ones are not listed yet. */
function attachmentsOf<Kind extends 'issues' | 'epics'>(kind: Kind) {
  const all = `${project}${kind}/:id/attachments/` as const
  const one = `${all}:asset_id/` as const
  return {
    list: endpoint(anyProjectMember, `GET ${all}`, { 200: Type.Array(Attachment) }),
    create: endpoint(anyProjectMember, `POST ${all}`, {
      body: withId(NewAttachment),
      200: Type.Object({ ...UploadTarget.properties, attachment: Attachment }),
    }),
    complete: endpoint(anyProjectMember, `PATCH ${one}`, {
      body: Nullable(Type.Object({})),
      204: Type.Null(),
    }),
    download: endpoint(anyProjectMember, `GET ${one}`, { 302: Type.Null() }),
    remove: endpoint(anyProjectMember, `DELETE ${one}`, { 204: Type.Null() }),
  }
}

export const attachmentsApi = attachmentsOf('issues')
export const epicAttachmentsApi = attachmentsOf('epics')

export type AttachmentEvent =
  | { type: 'attachment.saved'; attachment: Attachment }
  | { type: 'attachment.removed'; id: string; work_item_id: string }

/** An item's attachments after an event. Used for live and optimistic updates. */
export function applyAttachmentEvent(
  attachments: Attachment[],
  event: AttachmentEvent,
): Attachment[] {
  if (event.type === 'attachment.removed') return attachments.filter(({ id }) => id !== event.id)
  const saved = event.attachment
  return [saved, ...attachments.filter(({ id }) => id !== saved.id)]
}
