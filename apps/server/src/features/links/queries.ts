import type { WithId, WorkItemLink } from '@cairn/contract'
import { type ColumnType, sql, type UpdateObject } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { type Database, type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { avatarUrl } from '#product/picture-url-queries.ts'
import { inProject } from '#product/scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    work_item_links: Row & {
      workspace_id: string
      project_id: string
      work_item_id: string
      title: string | null
      url: string
      metadata: ColumnType<Record<string, unknown>, string | undefined, string>
    }
    link_crawls: { link_id: string; due_at: ColumnType<string, undefined, string> }
  }
}

const shape = sql`
  l.id, l.title, l.url, l.metadata, l.work_item_id as issue, l.project_id as project,
  l.workspace_id as workspace, l.created_at, l.updated_at, l.created_by, l.updated_by, l.deleted_at,
  case when u.id is not null then jsonb_build_object(
    'id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar', u.avatar,
    'avatar_url', ${avatarUrl('u')}, 'is_bot', u.is_bot, 'display_name', u.display_name
  ) end as created_by_detail`

export const listLinks = async (db: Db, member: ProjectMember, ids: readonly string[]) => {
  const { rows } = await sql<WorkItemLink>`
    select ${shape} from work_item_links l left join users u on u.id = l.created_by
    where l.work_item_id = any(${[...ids]}::uuid[]) and ${inProject(member, 'l')}
    order by l.created_at desc, l.id desc`.execute(db)
  return rows
}

export const findLink = async (db: Db, member: ProjectMember, work_item_id: string, id: string) => {
  const { rows } = await sql<WorkItemLink>`
    select ${shape} from work_item_links l left join users u on u.id = l.created_by
    where l.id = ${id} and l.work_item_id = ${work_item_id} and ${inProject(member, 'l')}`.execute(
    db,
  )
  return rows[0]
}

export const insertLink = (
  db: Db,
  { workspace_id, project_id, user_id }: ProjectMember,
  link: WithId & { work_item_id: string; url: string; title: string | null },
  author_id = user_id,
) =>
  db
    .insertInto('work_item_links')
    .values({ ...link, workspace_id, project_id, created_by: author_id })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateLink = (
  db: Db,
  member: ProjectMember,
  id: string,
  change: UpdateObject<Database, 'work_item_links'>,
) =>
  db
    .updateTable('work_item_links')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(inProject(member))
    .execute()

export const queueCrawl = (tx: Tx, link_id: string) =>
  sql`
    insert into link_crawls (link_id) values (${link_id})
    on conflict (link_id) do update set due_at = now()`.execute(tx)

export interface Crawl {
  link_id: string
  /** When this node's lease ends. */
  due_at: string
  url: string
}

const LEASE = '1 minute'

/**
 * The next page to read, of all tenants; undefined if there is none, or other nodes hold the
 * leases.
 */
export const claimCrawl = async (db: Db) => {
  const { rows } = await sql<Crawl>`
    update link_crawls c set due_at = clock_timestamp() + ${LEASE}::interval
    from work_item_links l
    where l.id = c.link_id and c.link_id = (
      select link_id from link_crawls where due_at <= clock_timestamp()
      order by due_at limit 1 for update skip locked
    )
    returning c.link_id, c.due_at, l.url`.execute(db)
  return rows[0]
}

/** Locked before its crawl, like in every change of a link: the other order could deadlock. */
export const lockLink = (tx: Tx, link_id: string) =>
  sql`select from work_item_links where id = ${link_id} for no key update`.execute(tx)

/** Not if the link was changed since: then it is crawled again. */
export const finishCrawl = (tx: Tx, { link_id, due_at }: Crawl) =>
  sql<{ link_id: string }>`
    delete from link_crawls where link_id = ${link_id} and due_at = ${due_at}
    returning link_id`.execute(tx)

interface Crawled extends WorkItemLink {
  author_id: string | null
}

/** Stores the page's metadata. Does not count as a change of the link: no user made one. */
export const saveMetadata = async (tx: Tx, link_id: string, metadata: object) => {
  const { rows } = await sql<Crawled>`
    with l as (
      update work_item_links set metadata = ${JSON.stringify(metadata)}
      where id = ${link_id} and deleted_at is null returning *
    )
    select ${shape}, i.created_by as author_id from l
    join work_items i on i.id = l.work_item_id and i.deleted_at is null
    left join users u on u.id = l.created_by`.execute(tx)
  return rows[0]
}
