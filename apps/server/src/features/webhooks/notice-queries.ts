import { sql } from 'kysely'
import type { Db, Tx } from '#kernel/database/schema.ts'

/**
 * Where to continue in the history; null without active webhooks, and not before the first of them
 * was active.
 */
const readStart = async (db: Db) => {
  const { rows } = await sql<{ start: string }>`
    select greatest(p.handled_until, min(w.since_xid))::text as start
    from webhook_progress p cross join webhooks w
    where w.is_active and w.deleted_at is null group by p.handled_until`.execute(db)
  return rows[0]?.start ?? null
}

/** Only one node at a time. */
const takeTurn = async (tx: Tx) => {
  const { rows } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('webhook calls', 0)) as is_ours`.execute(tx)
  return rows[0]?.is_ours ?? false
}

/** The oldest running transaction: everything before it is committed and visible. */
const readEnd = async (tx: Tx) => {
  const { rows } = await sql<{ xid: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as xid`.execute(tx)
  return rows[0]?.xid ?? '0'
}

/** Activities that change neither an item nor a comment. */
const unheard = ['reaction', 'vote', 'draft']

/** The event of a history row, by the kind of history. */
const meaning = sql`
  select *, case
      when event = 'issue' and is_waiting then 'intake_issue'
      else event
    end as event_name
  from (
    select
      case
        when a.field = 'comment' then 'issue_comment'
        when a.field = 'cycles' then 'cycle_issue'
        when a.field = 'modules' then 'module_issue'
        when a.field = 'intake' then 'intake_issue'
        else 'issue'
      end as event,
      case
        when a.field is null or a.field in ('comment', 'cycles', 'modules') then a.verb
        when a.field = 'issue' and a.verb = 'deleted' then 'deleted'
        else 'updated'
      end as action,
      case when a.field = 'comment' then a.comment_id else a.work_item_id end as entity_id,
      case
        when a.field in ('cycles', 'modules') then coalesce(a.new_identifier, a.old_identifier)
      end as part_id,
      case
        when a.field = 'issue' and a.verb = 'deleted' then null
        when a.field = 'comment' then case when a.verb = 'updated' then 'comment_html' end
        when a.field = 'cycles' then 'cycle'
        when a.field = 'modules' then 'module'
        when a.field = 'intake' then 'status'
        else a.field
      end as field,
      -- Submitted, or still to be decided on.
      n.status is not null and (n.status <> 1 or a.field is null) as is_waiting
    from (select) once
    left join intake_items n on n.work_item_id = a.work_item_id
    limit 1
  ) meant`

const one = (aggregated: string) =>
  sql.raw(`case when count(*) = 1 then (array_agg(a.${aggregated}))[1] end`)
const all = (value: string) =>
  sql.raw(`to_jsonb(string_agg(nullif(a.${value}, ''), ', ' order by a.created_at, a.id))`)

/**
 * Queues what happened since, once for each webhook that wants it: one call for each entity and
 * field a transaction changed. A creation is one call, however many fields it sets.
 */
const queueCalls = (tx: Tx, start: string, end: string) =>
  sql`
    insert into webhook_calls (webhook_id, project_id, event, action, entity_id, part_id, field,
      old_value, new_value, old_identifier, new_identifier, actor_id, xid)
    select w.id, c.project_id, c.event, c.action, c.entity_id, c.part_id, c.field, c.old_value,
      c.new_value, c.old_identifier, c.new_identifier, c.actor_id, c.xid
    from (
      select a.xid, a.workspace_id, a.project_id, a.actor_id, m.event_name as event, m.action,
        m.entity_id, m.part_id, m.field, min(a.created_at) as at,
        ${all('old_value')} as old_value, ${all('new_value')} as new_value,
        ${one('old_identifier')} as old_identifier, ${one('new_identifier')} as new_identifier
      from activities a cross join lateral (${meaning}) m
      where a.xid >= ${start}::bigint and a.xid < ${end}::bigint
        and a.workspace_id in (
          select workspace_id from webhooks where is_active and deleted_at is null
        )
        and coalesce(a.field, '') <> all (${unheard}::text[])
        and m.entity_id is not null and m.action in ('created', 'updated', 'deleted')
        and not (m.event = 'issue' and m.action = 'updated' and exists (
          select from activities b
          where b.work_item_id = a.work_item_id and b.xid = a.xid and b.verb = 'created'
            and b.field is null
        ))
      group by a.xid, a.workspace_id, a.project_id, a.actor_id, m.event_name, m.action, m.entity_id,
        m.part_id, m.field
    ) c
    join webhooks w on w.workspace_id = c.workspace_id and w.is_active and w.deleted_at is null
      and w.since_xid <= c.xid and hears_of(w, c.event)
    order by c.xid, c.at
    on conflict on constraint webhook_calls_once do nothing`.execute(tx)

const moveOn = (tx: Tx, end: string) =>
  sql`update webhook_progress set handled_until = ${end}::bigint`.execute(tx)

/** Rows committed after a transaction that is still running: they are handled when it is done. */
const isMoreToCome = async (tx: Tx, end: string) => {
  const { rows } = await sql`
    -- Apart, or the planner hopes to come upon one of them sooner without the index.
    with late as materialized (select workspace_id from activities where xid >= ${end}::bigint)
    select from late where workspace_id in (
      select workspace_id from webhooks where is_active and deleted_at is null
    ) limit 1`.execute(tx)
  return rows.length > 0
}

export type Noticed = 'nobody listens' | 'all' | 'more to come'

/**
 * The job: queues a call for every change of items and comments, each exactly once. Queueing and
 * storing the progress is one transaction.
 */
export async function noticeChanges(db: Db): Promise<Noticed> {
  if ((await readStart(db)) === null) return 'nobody listens'
  return db.transaction().execute(async (tx) => {
    if (!(await takeTurn(tx))) return 'more to come'
    const start = await readStart(tx)
    if (start === null) return 'nobody listens'
    const end = await readEnd(tx)
    if (BigInt(start) < BigInt(end)) {
      await queueCalls(tx, start, end)
      await moveOn(tx, end)
    }
    return (await isMoreToCome(tx, end)) ? 'more to come' : 'all'
  })
}
