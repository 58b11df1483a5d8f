import {
  ADMIN,
  type DeployBoard,
  MEMBER,
  type PublicActivity,
  type PublicActor,
  type PublicItem,
  type PublicItemDetail,
  type PublicMeta,
  type PublicPage,
  type PublicProperty,
  type PublicRequest,
  type PublicState,
  type PublicVote,
  type PublishedKind,
  type ViewFilters,
} from '@cairn/contract'
import { sql as piece, type Sql } from '@cairn/work-item-query'
import { type RawBuilder, sql } from 'kysely'
import { visibleProjects } from '#features/projects/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { projectLite } from '#product/lite-shape-queries.ts'
import { avatarUrl, pictureUrl } from '#product/picture-url-queries.ts'
import { inProject, inProjects } from '#product/scope-queries.ts'
import { valuesWhere } from '#product/work-item-property-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    project_public_members: Row & { workspace_id: string; project_id: string; user_id: string }
    work_item_votes: Row & {
      workspace_id: string
      project_id: string
      work_item_id: string
      actor_id: string
      vote: number
    }
  }
}

export { findSettings } from './queries.ts'

/** The visitor of a board: a guest of its projects. */
export interface Reader extends ProjectMember {
  project_ids: readonly string[]
}

/** The published entity of an anchor, and its permissions. */
export interface Board
  extends Pick<
    DeployBoard,
    | 'id'
    | 'anchor'
    | 'is_activity_enabled'
    | 'is_comments_enabled'
    | 'is_reactions_enabled'
    | 'is_votes_enabled'
    | 'intake'
  > {
  entity_name: PublishedKind
  entity_identifier: string
  workspace_id: string
  slug: string
  project_id: string
  /** The projects whose items it shows: its own, or those its publisher could publish. */
  project_ids: string[]
  isAcross: boolean
  identifier: string
  timezone: string
  /** For a view. */
  filters: ViewFilters | null
  layout: string | null
  /** The properties of types that it displays, as saved: some may be gone. */
  own: readonly string[]
}

/** Id used where there is no signed-in user or no project. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Whether the publisher of a cross-project view may still publish it, checked on every request. */
const isStillPublisher = sql`exists (
  select from workspace_members wm
  where wm.workspace_id = b.workspace_id and wm.user_id = b.published_by and wm.is_active
    and wm.deleted_at is null and (wm.role >= ${ADMIN} or wm.role >= ${MEMBER} and exists (
      select from teamspaces t
      where t.id = v.teamspace_id and t.lead_id = wm.user_id and t.deleted_at is null)))`

/** The projects the publisher could publish; for a teamspace's view only those of the teamspace. */
const publishable = sql`
  select o.id from projects o join project_members pm on pm.project_id = o.id
  where o.workspace_id = b.workspace_id and o.deleted_at is null and o.archived_at is null
    and pm.user_id = b.published_by and pm.is_active and pm.deleted_at is null
    and (pm.role >= ${ADMIN} or pm.role >= ${MEMBER} and o.members_can_publish)
    and (v.teamspace_id is null or exists (
      select from teamspace_projects tp
      where tp.teamspace_id = v.teamspace_id and tp.project_id = o.id))
  order by o.id`

/** Excludes archived or deleted projects, and deleted views or pages. */
const boards = sql`
  select b.id, b.anchor, b.entity_name, b.entity_identifier, b.is_comments_enabled,
    b.is_reactions_enabled, b.is_votes_enabled, b.is_activity_enabled, b.workspace_id, w.slug,
    coalesce(b.project_id, ${NOBODY}::uuid) as project_id, b.project_id is null as "isAcross",
    case when b.project_id is null then array(${publishable}) else array[b.project_id] end
      as project_ids,
    coalesce(p.identifier, '') as identifier, coalesce(p.timezone, u.user_timezone) as timezone,
    v.filters, v.display_filters ->> 'layout' as layout,
    case when jsonb_typeof(shown.display -> 'own') = 'array'
      then array(select jsonb_array_elements_text(shown.display -> 'own')) else '{}' end as own,
    (
      select k.id from intakes k
      where k.id = b.intake_id and k.deleted_at is null and p.intake_view
    ) as intake
  from deploy_boards b
  left join projects p on p.id = b.project_id and p.deleted_at is null and p.archived_at is null
  left join users u on u.id = b.published_by and u.is_active
  join workspaces w on w.id = b.workspace_id and w.deleted_at is null
  left join views v on b.entity_name = 'view' and v.id = b.entity_identifier
    and v.deleted_at is null and v.project_id is not distinct from b.project_id
  left join pages g on b.entity_name = 'page' and g.id = b.entity_identifier
    and g.deleted_at is null and g.archived_at is null
    and exists (
      select from project_pages pp where pp.page_id = g.id and pp.project_id = b.project_id
    )
  left join project_displays d on b.entity_name = 'project' and d.project_id = b.project_id
  cross join lateral (
    select case when b.entity_name = 'view' then v.display_properties else d.display_properties end
  ) shown (display)
  where b.deleted_at is null and not b.is_disabled
    and (p.id is not null or b.project_id is null and u.id is not null and ${isStillPublisher})
    and (b.entity_name = 'project' or v.id is not null or g.id is not null)`

export const findBoard = async (db: Db, anchor: string) => {
  const { rows } = await sql<Board>`${boards} and b.anchor = ${anchor}`.execute(db)
  return rows[0]
}

/** Only for a project visible to the member: the anchor is not revealed to others. */
export const findBoardOfProject = async (db: Db, member: Member, project_id: string) => {
  const { rows } = await sql<Board>`
    ${boards} and b.entity_name = 'project' and b.entity_identifier = ${project_id}
      and b.project_id in (${visibleProjects(db, member).select('p.id')})`.execute(db)
  return rows[0]
}

/** The published projects visible to a member, by name. */
export const listFaces = (db: Db, member: Member) =>
  visibleProjects(db, member)
    .select(['p.id', 'p.identifier', 'p.name', 'p.description', 'p.emoji', 'p.icon_prop'])
    .select('p.cover_image')
    .where('p.archived_at', 'is', null)
    .where((is) =>
      is.exists(
        is
          .selectFrom('deploy_boards as b')
          .select('b.id')
          .whereRef('b.entity_identifier', '=', 'p.id')
          .where('b.entity_name', '=', 'project')
          .where('b.is_disabled', '=', false)
          .where('b.deleted_at', 'is', null),
      ),
    )
    .orderBy(sql`lower(p.name)`)
    .orderBy('p.id')
    .execute()

/** Of the project; for a view its own name, description and logo, for a page its name and logo. */
export const findMeta = async (db: Db, reader: ProjectMember, board: Board) => {
  if (board.isAcross) return findMetaAcross(db, board)
  const { rows } = await sql<PublicMeta>`
    select p.id, p.identifier, coalesce(v.name, g.name, p.name) as name,
      case when g.id is not null then '' else coalesce(v.description, p.description) end
        as description,
      p.emoji, p.icon_prop, coalesce(v.logo_props, g.logo_props, p.logo_props) as logo_props,
      p.cover_image,
      ${pictureUrl('p.cover_image_asset_id', 'p.cover_image')} as cover_image_url
    from projects p
    left join views v on ${board.entity_name} = 'view' and v.id = ${board.entity_identifier}
      and v.project_id = p.id and v.deleted_at is null
    left join pages g on ${board.entity_name} = 'page' and g.id = ${board.entity_identifier}
      and g.workspace_id = ${reader.workspace_id} and g.deleted_at is null
    where p.id = ${reader.project_id}`.execute(db)
  return rows[0]
}

const findMetaAcross = async (db: Db, board: Board) => {
  const { rows } = await sql<PublicMeta>`
    select v.id, '' as identifier, v.name, v.description, null as emoji, null as icon_prop,
      v.logo_props, null as cover_image, null as cover_image_url
    from views v where v.id = ${board.entity_identifier}
      and v.workspace_id = ${board.workspace_id} and v.deleted_at is null`.execute(db)
  return rows[0]
}

/** The projects, with the identifiers used in item keys. */
export const listProjects = async (db: Db, reader: Reader) => {
  const { rows } = await sql<{ id: string; name: string; identifier: string }>`
    select p.id, p.name, p.identifier from projects p
    where p.workspace_id = ${reader.workspace_id} and p.id = any(${reader.project_ids}::uuid[])
    order by lower(p.name), p.id`.execute(db)
  return rows
}

export const findPage = async (db: Db, board: Board) => {
  const { rows } = await sql<PublicPage>`
    select g.id, g.name, g.logo_props, g.description_html, g.updated_at from pages g
    where g.id = ${board.entity_identifier} and g.workspace_id = ${board.workspace_id}
      and ${board.entity_name} = 'page' and g.deleted_at is null`.execute(db)
  return rows[0]
}

export const listStates = async (db: Db, reader: Reader) => {
  const { rows } = await sql<PublicState>`
    select s.id, s.name, s."group", s.color, s.sequence, s.project_id from states s
    where ${inProjects(reader, 's')} and s."group" <> 'triage' order by s.sequence, s.id`.execute(
    db,
  )
  return rows
}

export const listLabels = (db: Db, reader: Reader) =>
  db
    .selectFrom('labels')
    .select(['id', 'name', 'color', 'parent_id as parent', 'project_id'])
    .where(inProjects(reader))
    .orderBy('sort_order')
    .orderBy('name')
    .execute()

export const listCycles = (db: Db, reader: Reader) =>
  db
    .selectFrom('cycles')
    .select(['id', 'name'])
    .where(inProjects(reader))
    .where('archived_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()

export const listModules = (db: Db, reader: Reader) =>
  db
    .selectFrom('modules')
    .select(['id', 'name'])
    .where(inProjects(reader))
    .where('archived_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()

/**
 * The properties the board displays, as long as its projects use their types. Work items that are
 * values may be anywhere in the workspace, and are never shown.
 */
export const listProperties = async (db: Db, reader: Reader, { own }: Board) => {
  const { rows } = await sql<PublicProperty>`
    select p.id, p.name, p.kind, p.unit, p.decimals, coalesce((
        select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'color', o.color)
          order by o.sort_order, o.name, o.id)
        from work_item_property_options o where o.property_id = p.id and o.deleted_at is null
      ), '[]') as options
    from work_item_properties p join work_item_types t on t.id = p.type_id and t.deleted_at is null
    where p.workspace_id = ${reader.workspace_id} and p.id::text = any(${[...own]}::text[])
      and p.is_active and p.deleted_at is null and p.kind <> 'item' and exists (
        select from project_work_item_types pt join projects o on o.id = pt.project_id
        where pt.type_id = p.type_id and pt.project_id = any(${[...reader.project_ids]}::uuid[])
          and o.is_issue_type_enabled)
    order by array_position(${[...own]}::text[], p.id::text)`.execute(db)
  return rows
}

/** Of the item `i`: values of these properties, and of people only those the board names. */
export const publicValues = (reader: Reader, properties: readonly PublicProperty[]): Sql => {
  const ids = properties.map(({ id }) => id)
  const options = properties.flatMap((one) => one.options.map(({ id }) => id))
  return valuesWhere(piece`pv.property_id = any(${ids}::uuid[]) and (
    pv.ref_id is null or pv.ref_id = any(${options}::uuid[]) or exists (
      select from project_members m join users u on u.id = m.user_id
      where m.user_id = pv.ref_id and m.workspace_id = ${reader.workspace_id}::uuid
        and m.project_id = any(${[...reader.project_ids]}::uuid[]) and m.is_active
        and m.deleted_at is null and u.is_active and not u.is_bot))`)
}

/** With name and avatar; never with the email address. */
export const listMembers = (db: Db, reader: Reader) =>
  db
    .selectFrom('project_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.id', 'm.user_id as member', 'm.project_id as project'])
    .select(['m.workspace_id as workspace', 'u.first_name as member__first_name'])
    .select(['u.last_name as member__last_name', 'u.display_name as member__display_name'])
    .select(sql<string>`coalesce(${avatarUrl('u')}, '')`.as('member__avatar'))
    .where(inProjects(reader, 'm'))
    .where('m.is_active', '=', true)
    .where('u.is_active', '=', true)
    .where('u.is_bot', '=', false)
    .orderBy('u.display_name')
    .orderBy('m.id')
    .execute()

export const findDescription = async (db: Db, reader: Reader, id: string) => {
  const { rows } = await sql<
    Pick<PublicItemDetail, 'description' | 'description_html' | 'description_stripped'>
  >`
    select i.description, i.description_html, i.description_stripped from work_items i
    where i.id = ${id} and ${inProjects(reader, 'i')}`.execute(db)
  return rows[0]
}

const actorOf = (of: string): RawBuilder<PublicActor> => {
  const at = (name: string) => sql.ref(`${of}.${name}`)
  return sql`json_build_object(
    'id', ${at('id')}, 'first_name', ${at('first_name')}, 'last_name', ${at('last_name')},
    'avatar', ${at('avatar')}, 'avatar_url', ${avatarUrl(of)},
    'display_name', ${at('display_name')})`
}

/** Changes of fields the board shows; neither comments nor other items. */
const shownFields = [
  ...['name', 'state', 'priority', 'start_date', 'target_date', 'labels', 'assignees'],
  ...['cycles', 'modules'],
]

export const listPublicActivities = async (db: Db, reader: Reader, id: string) => {
  const { rows } = await sql<PublicActivity>`
    select a.id, a.created_at, a.verb, a.field, a.old_value, a.new_value,
      case when u.id is not null then ${actorOf('u')} end as actor_detail
    from activities a left join users u on u.id = a.actor_id
    where a.work_item_id = ${id} and a.workspace_id = ${reader.workspace_id}
      and a.project_id = any(${reader.project_ids}::uuid[])
      and (a.field is null and a.verb = 'created' or a.field = any(${shownFields}::text[]))
    order by a.created_at, a.id limit 1000`.execute(db)
  return rows
}

type Marked<Key extends 'vote_items' | 'reaction_items'> = PublicItem[Key][number] & {
  work_item_id: string
}

export const listVotesOn = async (db: Db, reader: ProjectMember, ids: readonly string[]) => {
  const { rows } = await sql<Marked<'vote_items'>>`
    select r.work_item_id, r.vote, ${actorOf('u')} as actor_details
    from work_item_votes r join users u on u.id = r.actor_id
    where r.work_item_id = any(${[...ids]}::uuid[]) and ${inProject(reader, 'r')}
    order by r.created_at, r.id`.execute(db)
  return rows
}

export const listReactionsOn = async (db: Db, reader: ProjectMember, ids: readonly string[]) => {
  const { rows } = await sql<Marked<'reaction_items'>>`
    select r.work_item_id, r.reaction, ${actorOf('u')} as actor_details
    from work_item_reactions r join users u on u.id = r.actor_id
    where r.work_item_id = any(${[...ids]}::uuid[]) and ${inProject(reader, 'r')}
    order by r.created_at, r.id`.execute(db)
  return rows
}

/** Newest first; with an actor only theirs. */
export const listVotes = async (
  db: Db,
  reader: ProjectMember,
  work_item_id: string,
  actor_id: string | null = null,
) => {
  const { rows } = await sql<PublicVote>`
    select r.id, r.work_item_id as issue, r.vote, r.workspace_id as workspace,
      r.project_id as project, r.actor_id as actor, ${actorOf('u')} as actor_detail
    from work_item_votes r join users u on u.id = r.actor_id
    where r.work_item_id = ${work_item_id} and ${inProject(reader, 'r')}
      and (${actor_id}::uuid is null or r.actor_id = ${actor_id})
    order by r.created_at desc, r.id desc`.execute(db)
  return rows
}

/** One vote per user: voting again replaces it. */
export const saveVote = (
  tx: Tx,
  { workspace_id, project_id, user_id }: ProjectMember,
  work_item_id: string,
  vote: number,
) =>
  tx
    .insertInto('work_item_votes')
    .values({
      ...{ workspace_id, project_id, work_item_id, vote },
      ...{ actor_id: user_id, created_by: user_id },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['work_item_id', 'actor_id'])
        .where('deleted_at', 'is', null)
        .doUpdateSet({ vote, updated_at: now, updated_by: user_id }),
    )
    .execute()

export const deleteVote = (tx: Tx, reader: ProjectMember, work_item_id: string) =>
  tx
    .updateTable('work_item_votes')
    .set({ deleted_at: now, updated_at: now, updated_by: reader.user_id })
    .where('work_item_id', '=', work_item_id)
    .where('actor_id', '=', reader.user_id)
    .where(inProject(reader))
    .returning(['id', 'vote'])
    .executeTakeFirst()

export const isInProject = async (db: Db, reader: ProjectMember): Promise<boolean> => {
  const row = await db
    .selectFrom('project_members')
    .select('id')
    .where(inProject(reader))
    .where('user_id', '=', reader.user_id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

export const saveVisitor = (
  db: Db,
  {
    workspace_id,
    project_id,
    user_id,
  }: Pick<ProjectMember, 'workspace_id' | 'project_id' | 'user_id'>,
) =>
  db
    .insertInto('project_public_members')
    .values({ workspace_id, project_id, user_id, created_by: user_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Fields of an intake item besides the item itself. */
export type RequestRow = Pick<
  PublicRequest,
  'description_html' | 'state_detail' | 'project_detail' | 'label_details' | 'assignee_details'
> &
  PublicRequest['issue_intake'][number] & { work_item_id: string }

/** The user's requests through this intake; with an id only that one. */
export const listRequests = async (
  db: Db,
  reader: ProjectMember,
  intake_id: string,
  id: string | null = null,
) => {
  const { rows } = await sql<RequestRow>`
    select n.id, n.status, n.duplicate_to, n.snoozed_till, n.source, n.work_item_id,
      i.description_html, ${projectLite('p')} as project_detail,
      json_build_object('id', s.id, 'name', s.name, 'color', s.color, 'group', s."group")
        as state_detail,
      coalesce((
        select json_agg(json_build_object('id', l.id, 'name', l.name, 'color', l.color)
          order by l.name)
        from work_item_labels wl join labels l on l.id = wl.label_id
        where wl.work_item_id = i.id
      ), '[]') as label_details,
      coalesce((
        select json_agg(${actorOf('u')} order by u.display_name)
        from work_item_assignees a join users u on u.id = a.user_id
        where a.work_item_id = i.id and a.is_live
      ), '[]') as assignee_details
    from intake_items n
    join work_items i on i.id = n.work_item_id and i.deleted_at is null
    join states s on s.id = i.state_id join projects p on p.id = n.project_id
    where n.intake_id = ${intake_id} and i.created_by = ${reader.user_id}
      and ${inProject(reader, 'n')} and (${id}::uuid is null or n.id = ${id})
    order by n.snoozed_till nulls last, n.status, n.created_at desc limit 1000`.execute(db)
  return rows
}

/** Of any author. */
export const findRequest = async (db: Db, reader: ProjectMember, intake_id: string, id: string) => {
  const { rows } = await sql<{ work_item_id: string; author: string | null }>`
    select n.work_item_id, i.created_by as author from intake_items n
    join work_items i on i.id = n.work_item_id and i.deleted_at is null
    where n.id = ${id} and n.intake_id = ${intake_id} and ${inProject(reader, 'n')}`.execute(db)
  return rows[0]
}

/** A picture in a text of the project, with the owner of the text. */
export const findPicture = (db: Db, reader: Reader, id: string) =>
  db
    .selectFrom('assets')
    .select(['id', 'asset', 'attributes', 'entity_type', 'is_uploaded', 'created_by'])
    .select(['work_item_id', 'comment_id', 'page_id', 'workspace_id'])
    .where('id', '=', id)
    .where(inProjects(reader))
    .executeTakeFirst()

/** The user's own pictures for comments here. */
export const lockOwnPictures = (
  tx: Tx,
  { project_id, user_id }: ProjectMember,
  ids: readonly string[],
  { deleted = false } = {},
) =>
  tx
    .selectFrom('assets')
    .selectAll()
    .where('id', 'in', ids)
    .where('project_id', '=', project_id)
    .where('entity_type', '=', 'COMMENT_DESCRIPTION')
    .where('created_by', '=', user_id)
    .where('deleted_at', deleted ? 'is not' : 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
