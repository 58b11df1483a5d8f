import type { External } from '@cairn/contract/v1'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { inProject } from '#product/scope-queries.ts'

/** External ids are unique per item. */
export const findAttachmentByExternalId = (
  db: Db,
  member: ProjectMember,
  work_item_id: string,
  { external_source = null, external_id = null }: External,
) =>
  db
    .selectFrom('assets')
    .select('id')
    .where('work_item_id', '=', work_item_id)
    .where('external_source', '=', external_source)
    .where('external_id', '=', external_id)
    .where(inProject(member))
    .executeTakeFirst()
