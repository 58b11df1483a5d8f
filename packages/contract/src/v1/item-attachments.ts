import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyProjectMember, byToken } from '../core/policy.ts'
import { UploadTarget } from '../work-item/assets.ts'
import { Attachment } from '../work-item/attachments.ts'
import { external } from './lists.ts'
import { project } from './paths.ts'
import type { Tree } from './work-items.ts'

const { asset_url, issue_id, ...retained } = Attachment.properties
export const ItemAttachmentV1 = Type.Object(retained)
export type ItemAttachmentV1 = Static<typeof ItemAttachmentV1>

const words = Type.String({ maxLength: 255 })

/** Nothing is required here: the contract answers missing fields with its own error message. */
const NewAttachment = Type.Partial(
  Type.Object({ name: words, type: words, size: Type.Integer({ minimum: 1 }), ...external }),
)
export type NewAttachmentV1 = Static<typeof NewAttachment>

/** The upload target, and the attachment twice: one client reads its keys at the top level. */
const Opened = Type.Object({
  ...retained,
  ...UploadTarget.properties,
  attachment: ItemAttachmentV1,
})
export type OpenedAttachmentV1 = Static<typeof Opened>

const segments = { 'work-items': 'attachments', issues: 'issue-attachments' } as const

/** Create, upload as a form without a key, mark as uploaded; then read through a separate URL. */
function attachmentsV1<T extends Tree>(tree: T) {
  const segment: (typeof segments)[T] = segments[tree]
  const all = `${project}${tree}/:issue_id/${segment}/` as const
  const one = `${all}:asset_id/` as const
  return {
    list: endpoint(byToken(anyProjectMember), `GET ${all}`, { 200: Type.Array(ItemAttachmentV1) }),
    create: endpoint(byToken(anyProjectMember), `POST ${all}`, {
      body: NewAttachment,
      200: Opened,
    }),
    complete: endpoint(byToken(anyProjectMember), `PATCH ${one}`, {
      body: Type.Object({}),
      204: Type.Null(),
    }),
    download: endpoint(byToken(anyProjectMember), `GET ${one}`, { 302: Type.Null() }),
    remove: endpoint(byToken(anyProjectMember), `DELETE ${one}`, { 204: Type.Null() }),
  }
}

export const workItemAttachmentsV1 = attachmentsV1('work-items')
export const issueAttachmentsV1 = attachmentsV1('issues')
