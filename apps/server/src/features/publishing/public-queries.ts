import type {
  DeployBoard,
  PublicActor,
  PublicItem,
  PublicItemDetail,
  PublicMeta,
  PublicPage,
  PublicRequest,
  PublicState,
  PublicVote,
  PublishedKind,
  ViewFilters,
} from '@cairn/contract'
import { type RawBuilder, sql } from 'kysely'
import { visibleProjects } from '#features/projects/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { projectLite } from '#product/lite-shape-queries.ts'
import { avatarUrl, pictureUrl } from '#product/picture-url-queries.ts'
import { inProject } from '#product/scope-queries.ts'

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

/** What an anchor opens, and how far. */
export interface Board
  extends Pick<
    DeployBoard,
    'id' | 'anchor' | 'is_comments_enabled' | 'is_reactions_enabled' | 'is_votes_enabled' | 'intake'
  > {
  entity_name: PublishedKind
  entity_identifier: string
  workspace_id: string
  slug: string
  project_id: string
  identifier: string
  timezone: string
  /** Of a view. */
  filters: ViewFilters | null
  layout: string | null
}

/** Nothing of a project that is archived or deleted, nor of a view or page that is gone. */
const boards = sql`
  select b.id, b.anchor, b.entity_name, b.entity_identifier, b.is_comments_enabled,
    b.is_reactions_enabled, b.is_votes_enabled, b.workspace_id, b.project_id, w.slug,
    p.identifier, p.timezone, v.filters, v.display_filters ->> 'layout' as layout,
    (
      select k.id from intakes k
      where k.id = b.intake_id and k.deleted_at is null and p.intake_view
    ) as intake
  from deploy_boards b
  join projects p on p.id = b.project_id and p.deleted_at is null and p.archived_at is null
  join workspaces w on w.id = b.workspace_id and w.deleted_at is null
  left join views v on b.entity_name = 'view' and v.id = b.entity_identifier
    and v.deleted_at is null
  left join pages g on b.entity_name = 'page' and g.id = b.entity_identifier
    and g.deleted_at is null and g.archived_at is null
    and exists (
      select from project_pages pp where pp.page_id = g.id and pp.project_id = b.project_id
    )
  where b.deleted_at is null and not b.is_disabled
    and (b.entity_name = 'project' or v.id is not null or g.id is not null)`

export const findBoard = async (db: Db, anchor: string) => {
  const { rows } = await sql<Board>`${boards} and b.anchor = ${anchor}`.execute(db)
  return rows[0]
}

/** Only of a project that the member sees: who does not know the anchor is not told it. */
export const findBoardOfProject = async (db: Db, member: Member, project_id: string) => {
  const { rows } = await sql<Board>`
    ${boards} and b.entity_name = 'project' and b.entity_identifier = ${project_id}
      and b.project_id in (${visibleProjects(db, member).select('p.id')})`.execute(db)
  return rows[0]
}

/** The published projects that a member sees, by name. */
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

/** Of the project; of a view its own name, words and logo, of a page its name and logo. */
export const findMeta = async (db: Db, reader: ProjectMember, board: Board) => {
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

export const findPage = async (db: Db, board: Board) => {
  const { rows } = await sql<PublicPage>`
    select g.id, g.name, g.logo_props, g.description_html, g.updated_at from pages g
    where g.id = ${board.entity_identifier} and g.workspace_id = ${board.workspace_id}
      and ${board.entity_name} = 'page' and g.deleted_at is null`.execute(db)
  return rows[0]
}

export const listStates = async (db: Db, reader: ProjectMember) => {
  const { rows } = await sql<PublicState>`
    select s.id, s.name, s."group", s.color, s.sequence from states s
    where ${inProject(reader, 's')} and s."group" <> 'triage' order by s.sequence, s.id`.execute(db)
  return rows
}

export const listLabels = (db: Db, reader: ProjectMember) =>
  db
    .selectFrom('labels')
    .select(['id', 'name', 'color', 'parent_id as parent'])
    .where(inProject(reader))
    .orderBy('sort_order')
    .orderBy('name')
    .execute()

export const listCycles = (db: Db, reader: ProjectMember) =>
  db
    .selectFrom('cycles')
    .select(['id', 'name'])
    .where(inProject(reader))
    .where('archived_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()

export const listModules = (db: Db, reader: ProjectMember) =>
  db
    .selectFrom('modules')
    .select(['id', 'name'])
    .where(inProject(reader))
    .where('archived_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()

/** By name and picture; never by e-mail address. */
export const listMembers = (db: Db, reader: ProjectMember) =>
  db
    .selectFrom('project_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.id', 'm.user_id as member', 'm.project_id as project'])
    .select(['m.workspace_id as workspace', 'u.first_name as member__first_name'])
    .select(['u.last_name as member__last_name', 'u.display_name as member__display_name'])
    .select(sql<string>`coalesce(${avatarUrl('u')}, '')`.as('member__avatar'))
    .where(inProject(reader, 'm'))
    .where('m.is_active', '=', true)
    .where('u.is_active', '=', true)
    .where('u.is_bot', '=', false)
    .orderBy('u.display_name')
    .orderBy('m.id')
    .execute()

export const findDescription = async (db: Db, reader: ProjectMember, id: string) => {
  const { rows } = await sql<
    Pick<PublicItemDetail, 'description' | 'description_html' | 'description_stripped'>
  >`
    select i.description, i.description_html, i.description_stripped from work_items i
    where i.id = ${id} and ${inProject(reader, 'i')}`.execute(db)
  return rows[0]
}

const actorOf = (of: string): RawBuilder<PublicActor> => {
  const at = (name: string) => sql.ref(`${of}.${name}`)
  return sql`json_build_object(
    'id', ${at('id')}, 'first_name', ${at('first_name')}, 'last_name', ${at('last_name')},
    'avatar', ${at('avatar')}, 'avatar_url', ${avatarUrl(of)},
    'display_name', ${at('display_name')})`
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

/** The newest first; with an actor theirs alone. */
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

/** One of each person's: who votes again has changed their mind. */
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

/** What is about an intake's item beside the item itself. */
export type RequestRow = Pick<
  PublicRequest,
  'description_html' | 'state_detail' | 'project_detail' | 'label_details' | 'assignee_details'
> &
  PublicRequest['issue_intake'][number] & { work_item_id: string }

/** What somebody asked for through this intake; with an id that one alone. */
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

/** Whosever it is. */
export const findRequest = async (db: Db, reader: ProjectMember, intake_id: string, id: string) => {
  const { rows } = await sql<{ work_item_id: string; author: string | null }>`
    select n.work_item_id, i.created_by as author from intake_items n
    join work_items i on i.id = n.work_item_id and i.deleted_at is null
    where n.id = ${id} and n.intake_id = ${intake_id} and ${inProject(reader, 'n')}`.execute(db)
  return rows[0]
}

/** A picture in a text of the project, with the text it stands in. */
export const findPicture = (db: Db, reader: ProjectMember, id: string) =>
  db
    .selectFrom('assets')
    .select(['id', 'asset', 'attributes', 'entity_type', 'is_uploaded', 'created_by'])
    .select(['work_item_id', 'comment_id', 'page_id', 'workspace_id'])
    .where('id', '=', id)
    .where(inProject(reader))
    .executeTakeFirst()

/** Pictures somebody uploaded for comments here. */
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
