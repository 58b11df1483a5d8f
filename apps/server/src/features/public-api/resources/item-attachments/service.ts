import type { Attachment } from '@cairn/contract'
import type { ItemAttachmentV1, NewAttachmentV1, OpenedAttachmentV1 } from '@cairn/contract/v1'
import type { House } from '#features/assets/service.ts'
import {
  completeAttachment,
  findDownload,
  listAttachmentsOf,
  openAttachment,
  removeAttachment,
} from '#features/attachments/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, forbidden } from '#kernel/http/errors.ts'
import { externalTaken, whereTaken } from '../../kit/conflicts.ts'
import { refusedAs } from '../../kit/refusals.ts'
import { reachItem } from '../work-items/reach.ts'
import { findAttachmentByExternalId } from './queries.ts'

const notAllowed = (action: 'upload' | 'delete' | 'download') =>
  refusedAs(() => forbidden({ error: `You are not allowed to ${action} this attachment` }))

const toOurs = ({ asset_url, issue_id, ...attachment }: Attachment): ItemAttachmentV1 => attachment

export async function readAttachments(db: Db, member: ProjectMember, id: string) {
  const item = await reachItem(db, member, id)
  return (await listAttachmentsOf(db, member, item, 'issues')).map(toOurs)
}

/** Makes a path of ours an absolute URL. */
type Absolute = (path: string) => string

/** Creates a pending asset row and its upload form, which needs no token. */
export async function askToAttach(
  house: House,
  member: ProjectMember,
  id: string,
  { name, size, type, ...pair }: NewAttachmentV1,
  absolute: Absolute,
): Promise<OpenedAttachmentV1> {
  if (!name || !size) throw badRequest({ error: 'Invalid request.', status: false })
  const { db } = house
  const item = await reachItem(db, member, id)
  const wanted = { name, size, ...(type !== undefined && { type }) }
  const opened = await openAttachment(house, member, item, wanted, 'issues', pair)
    .catch(
      whereTaken({
        attachments_external_key: async () =>
          externalTaken('Issue', (await findAttachmentByExternalId(db, member, item, pair))?.id),
      }),
    )
    .catch(notAllowed('upload'))
  const attachment = toOurs(opened.attachment)
  const { url, fields } = opened.upload_data
  const asset_id = attachment.id
  const here = `/api/v1/workspaces/${member.slug}/projects/${member.project_id}/work-items/${item}/`
  return {
    ...attachment,
    ...{ upload_data: { url: absolute(url), fields }, asset_id, attachment },
    asset_url: `${here}attachments/${asset_id}/`,
  }
}

interface Address {
  issue_id: string
  asset_id: string
}

export async function markAttached(
  house: House,
  member: ProjectMember,
  { issue_id, asset_id }: Address,
) {
  const item = await reachItem(house.db, member, issue_id)
  await completeAttachment(house, member, item, asset_id, 'issues').catch(notAllowed('upload'))
}

/** A temporary URL of the file, valid for anyone who has it. */
export async function addressOfAttachment(
  house: House,
  member: ProjectMember,
  { issue_id, asset_id }: Address,
  absolute: Absolute,
) {
  const item = await reachItem(house.db, member, issue_id)
  const file = findDownload(house, member, item, asset_id, 'issues')
  return absolute(await file.catch(notAllowed('download')))
}

export async function deleteAttachment(
  db: Db,
  member: ProjectMember,
  { issue_id, asset_id }: Address,
) {
  const item = await reachItem(db, member, issue_id)
  await removeAttachment(db, member, item, asset_id, 'issues').catch(notAllowed('delete'))
}
