import type { OwnProjectMember } from '@cairn/contract'
import { sql } from 'kysely'
import { auditColumns, type Db } from '#kernel/database/schema.ts'
import { givenRole } from '#product/given-role-queries.ts'
import { avatarUrl, pictureUrl } from '#product/picture-url-queries.ts'

/** A user's own memberships in the projects of one workspace. */
export const listOwnProjects = (db: Db, user_id: string, workspace_id: string) =>
  db
    .selectFrom('project_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .select(['m.id', 'm.role', givenRole('m').as('original_role'), 'm.comment', 'm.view_props'])
    .select(['m.default_props', 'm.preferences', 'm.sort_order', 'm.is_active'])
    .select(auditColumns.map((column) => `m.${column}` as const))
    .select([
      sql<OwnProjectMember['member']>`jsonb_build_object(
        'id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar', u.avatar,
        'avatar_url', ${avatarUrl('u')}, 'is_bot', u.is_bot,
        'display_name', u.display_name)`.as('member'),
      sql<OwnProjectMember['workspace']>`jsonb_build_object(
        'id', w.id, 'name', w.name, 'slug', w.slug,
        'logo_url', ${pictureUrl('w.logo_asset_id', 'w.logo')})`.as('workspace'),
      sql<OwnProjectMember['project']>`jsonb_build_object(
        'id', p.id, 'identifier', p.identifier, 'name', p.name, 'cover_image', p.cover_image,
        'cover_image_url', ${pictureUrl('p.cover_image_asset_id', 'p.cover_image')},
        'logo_props', p.logo_props, 'description', p.description)`.as('project'),
    ])
    .where(sql<boolean>`m.workspace_id = ${workspace_id} and m.deleted_at is null`)
    .where('m.user_id', '=', user_id)
    .where('m.is_active', '=', true)
    .where('p.deleted_at', 'is', null)
    .orderBy('m.sort_order')
    .orderBy('m.id')
    .execute()
