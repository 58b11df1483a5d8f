import type { aiAssistantApi, Output } from '@cairn/contract'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { pictureUrl } from '#product/picture-url-queries.ts'

type ListedNames = Pick<
  Output<typeof aiAssistantApi.askInProject>,
  'project_detail' | 'workspace_detail'
>

export const describeNames = (db: Db, { project_id, workspace_id }: ProjectMember) =>
  db
    .selectFrom('projects as p')
    .innerJoin('workspaces as w', 'w.id', 'p.workspace_id')
    .select([
      sql<ListedNames['project_detail']>`jsonb_build_object(
        'id', p.id, 'identifier', p.identifier, 'name', p.name, 'cover_image', p.cover_image,
        'cover_image_url', ${pictureUrl('p.cover_image_asset_id', 'p.cover_image')},
        'logo_props', p.logo_props, 'description', p.description)`.as('project_detail'),
      sql<ListedNames['workspace_detail']>`jsonb_build_object(
        'id', w.id, 'name', w.name, 'slug', w.slug,
        'logo_url', ${pictureUrl('w.logo_asset_id', 'w.logo')})`.as('workspace_detail'),
    ])
    .where(sql<boolean>`p.workspace_id = ${workspace_id} and p.deleted_at is null`)
    .where('p.id', '=', project_id)
    .executeTakeFirstOrThrow()
