import { type Kysely, sql } from 'kysely'

const thisTransaction = sql`(pg_current_xact_id()::text::bigint)`

/** Webhooks, their queued calls, and the results of the calls. */
export async function up(db: Kysely<unknown>) {
  await tables(db)
  await historyInOrder(db)
  await recordsTellOfThemselves(db)
}

async function tables(db: Kysely<unknown>) {
  await sql`
    create table webhooks (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      url varchar(1024) not null,
      sealed_secret text not null,
      is_active boolean not null default true,
      is_internal boolean not null default false,
      project boolean not null default false,
      issue boolean not null default false,
      module boolean not null default false,
      cycle boolean not null default false,
      issue_comment boolean not null default false,
      -- What transactions before this one did is none of its business.
      since_xid bigint not null default ${thisTransaction},
      -- While a node calls, others leave it alone.
      leased_until timestamptz,
      failing_since timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      created_by uuid references users (id) on delete set null,
      updated_by uuid references users (id) on delete set null,
      deleted_at timestamptz
    )`.execute(db)
  await sql`
    create unique index webhooks_url_key on webhooks (workspace_id, url)
      where deleted_at is null`.execute(db)

  // One row: activities before this transaction are processed.
  await sql`
    create table webhook_progress (
      is_only boolean primary key default true check (is_only),
      told_until bigint not null default ${thisTransaction}
    )`.execute(db)
  await sql`insert into webhook_progress default values`.execute(db)

  await sql`
    create table webhook_calls (
      id bigint generated always as identity primary key,
      webhook_id uuid not null references webhooks (id) on delete cascade,
      project_id uuid not null,
      event varchar(30) not null,
      action varchar(10) not null check (action in ('created', 'updated', 'deleted')),
      entity_id uuid not null,
      -- The cycle or module an item went into or out of.
      part_id uuid,
      field varchar(255),
      old_value jsonb,
      new_value jsonb,
      old_identifier uuid,
      new_identifier uuid,
      actor_id uuid,
      xid bigint not null default ${thisTransaction},
      -- Written at the first try: every later one says the same.
      body text,
      tries smallint not null default 0,
      -- Null: nothing more is to be done.
      due_at timestamptz default now(),
      created_at timestamptz not null default now(),
      -- What a transaction did to a thing is told once, whoever notices it again.
      constraint webhook_calls_once unique nulls not distinct
        (webhook_id, xid, event, action, entity_id, part_id, field)
    )`.execute(db)
  await sql`
    create index webhook_calls_due_idx on webhook_calls (webhook_id, due_at)
      where due_at is not null`.execute(db)

  await sql`
    create table webhook_attempts (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      webhook_id uuid not null references webhooks (id) on delete cascade,
      call_id bigint not null references webhook_calls (id) on delete cascade,
      request_headers text not null,
      response_status varchar(3) not null,
      response_headers text not null,
      response_body text not null,
      retry_count smallint not null,
      is_replay boolean not null default false,
      is_delivered boolean not null,
      created_at timestamptz not null default now(),
      created_by uuid references users (id) on delete set null
    )`.execute(db)
  await sql`
    create index webhook_attempts_newest_idx
      on webhook_attempts (webhook_id, created_at desc)`.execute(db)
  await sql`create index webhook_attempts_call_idx on webhook_attempts (call_id)`.execute(db)

  await sql`
    create function hears_of(w webhooks, event text) returns boolean language sql immutable
    return case event
      when 'project' then w.project
      when 'issue' then w.issue
      when 'intake_issue' then w.issue
      when 'issue_comment' then w.issue_comment
      when 'cycle' then w.cycle
      when 'cycle_issue' then w.cycle
      when 'module' then w.module
      when 'module_issue' then w.module
    end`.execute(db)
}

/**
 * Changes of items and comments are read from the activities in transaction order, so that late
 * commits are not skipped. A BRIN index holds page ranges, not rows: writing activities costs no
 * more than before.
 */
async function historyInOrder(db: Kysely<unknown>) {
  await sql`
    alter table activities add column xid bigint not null default ${thisTransaction}`.execute(db)
  await sql`
    create index activities_xid_idx on activities using brin (xid)
      with (pages_per_range = 32, autosummarize = on)`.execute(db)
}

const projectColumns = `name,identifier,description,network,default_assignee_id,project_lead_id,
  emoji,icon_prop,logo_props,cover_image,cover_image_asset_id,module_view,cycle_view,
  issue_views_view,page_view,intake_view,is_time_tracking_enabled,is_issue_type_enabled,
  is_epic_enabled,guest_view_all_features,archive_in,close_in,default_state_id,estimate_id,
  archived_at,timezone,external_source,external_id`
const cycleColumns = `name,description,start_date,end_date,owned_by_id,view_props,sort_order,
  logo_props,archived_at,external_source,external_id`
const moduleColumns = `name,description,description_text,description_html,start_date,target_date,
  status,lead_id,view_props,sort_order,logo_props,archived_at,external_source,external_id`

/**
 * Projects, cycles and modules have no activities: triggers queue webhook calls in the same
 * transaction, if the workspace has webhooks.
 */
async function recordsTellOfThemselves(db: Kysely<unknown>) {
  await sql`
    create function queue_webhook_calls() returns trigger language plpgsql as $$
    declare
      kind text := tg_argv[0];
      told text[];
      deed text;
      who uuid;
      place uuid;
    begin
      if not exists (
        select from webhooks w
        where w.workspace_id = new.workspace_id and w.is_active and w.deleted_at is null
      ) then
        return null;
      end if;
      place := coalesce((to_jsonb(new) ->> 'project_id')::uuid, new.id);
      if tg_op = 'INSERT' then
        deed := 'created';
        who := new.created_by;
      elsif new.deleted_at is not null then
        -- What goes with its project is not touched, and not told of: its project is.
        if old.deleted_at is not null or new.updated_at is not distinct from old.updated_at then
          return null;
        end if;
        deed := 'deleted';
        who := new.updated_by;
      end if;
      if deed is not null then
        insert into webhook_calls (webhook_id, project_id, event, action, entity_id, actor_id)
        select w.id, place, kind, deed, new.id, who from webhooks w
        where w.workspace_id = new.workspace_id and w.is_active and w.deleted_at is null
          and hears_of(w, kind);
        return null;
      end if;
      told := regexp_split_to_array(tg_argv[1], '[\\s,]+');
      insert into webhook_calls (webhook_id, project_id, event, action, entity_id, field, old_value,
        new_value, actor_id)
      select w.id, place, kind, 'updated', new.id,
        case when kind = 'project' and n.key <> 'external_id' then regexp_replace(n.key, '_id$', '')
          else n.key end,
        nullif(o.value, 'null'), nullif(n.value, 'null'), new.updated_by
      from webhooks w
      cross join jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o on o.key = n.key
      where w.workspace_id = new.workspace_id and w.is_active and w.deleted_at is null
        and hears_of(w, kind) and n.key = any (told) and n.value is distinct from o.value
        -- Whoever makes it may write it twice: it is one creation.
        and not exists (
          select from webhook_calls c where c.webhook_id = w.id and c.xid = ${thisTransaction}
            and c.event = kind and c.action = 'created'
            and c.entity_id = new.id
        )
      order by n.key
      on conflict on constraint webhook_calls_once do update set new_value = excluded.new_value;
      return null;
    end $$`.execute(db)

  for (const [table, event, columns] of [
    ['projects', 'project', projectColumns],
    ['cycles', 'cycle', cycleColumns],
    ['modules', 'module', moduleColumns],
  ] as const) {
    await sql`
      create trigger ${sql.ref(`${table}_call_webhooks`)} after insert or update
        on ${sql.table(table)} for each row
        execute function queue_webhook_calls(${sql.lit(event)}, ${sql.lit(columns)})`.execute(db)
  }
  // Activities record changes of a comment's text, but not of who may read it.
  await sql`
    create trigger comments_call_webhooks after update of access on comments for each row
      when (old.access is distinct from new.access)
      execute function queue_webhook_calls('issue_comment', 'access')`.execute(db)

  await sql`
    create function queue_module_people() returns trigger language plpgsql as $$
    begin
      insert into webhook_calls (webhook_id, project_id, event, action, entity_id, field, actor_id)
      select w.id, m.project_id, 'module', 'updated', m.id, 'member_ids', m.updated_by
      from modules m
      join webhooks w on w.workspace_id = m.workspace_id and w.is_active and w.deleted_at is null
        and w.module
      where m.id in (select module_id from changed) and m.deleted_at is null
        and not exists (
          select from webhook_calls c where c.webhook_id = w.id and c.xid = ${thisTransaction}
            and c.event = 'module' and c.action = 'created' and c.entity_id = m.id
        )
      on conflict on constraint webhook_calls_once do nothing;
      return null;
    end $$`.execute(db)
  for (const [deed, rows] of [
    ['insert', 'new'],
    ['delete', 'old'],
  ] as const) {
    await sql`
      create trigger ${sql.ref(`module_members_${deed}_call_webhooks`)} after ${sql.raw(deed)}
        on module_members referencing ${sql.raw(rows)} table as changed for each statement
        execute function queue_module_people()`.execute(db)
  }
}
