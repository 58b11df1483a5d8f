import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  // The recipient and subject of a mail: the recipient's rights are checked before it is sent.
  await sql`
    alter table mails add column recipient_id uuid, add column workspace_id uuid,
      add column project_id uuid, add column work_item_id uuid`.execute(db)
  // A user who becomes a restricted guest later may not download earlier exports.
  await sql`
    alter table exports add column own_only_ids uuid[] not null default '{}'`.execute(db)
  await storage(db)
}

/**
 * The bytes a workspace's files take, maintained by triggers: every row that has or may get a file
 * counts until the row is removed with its file. `limit_bytes` is the operator's limit for one
 * workspace; null: the instance's limit applies, 0: no limit.
 */
async function storage(db: Kysely<unknown>) {
  await sql`
    create table workspace_storage (
      workspace_id uuid primary key references workspaces (id) on delete cascade,
      used_bytes bigint not null default 0 check (used_bytes >= 0),
      limit_bytes bigint check (limit_bytes >= 0)
    )`.execute(db)
  await sql`
    insert into workspace_storage (workspace_id, used_bytes)
    select w.id, coalesce(sum(a.size), 0)::bigint from workspaces w
    left join assets a on a.workspace_id = w.id group by w.id`.execute(db)
  await sql`
    create function add_workspace_storage(workspace uuid, bytes bigint) returns void
    language sql as $$
      insert into workspace_storage (workspace_id, used_bytes)
      select workspace, greatest(bytes, 0) from workspaces w where w.id = workspace
      on conflict (workspace_id)
        do update set used_bytes = greatest(workspace_storage.used_bytes + bytes, 0)
    $$`.execute(db)
  await sql`
    create function count_asset_storage() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' and old.workspace_id is not null then
        perform add_workspace_storage(old.workspace_id, (-old.size)::bigint);
      end if;
      if tg_op <> 'DELETE' and new.workspace_id is not null then
        perform add_workspace_storage(new.workspace_id, new.size::bigint);
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger assets_storage_added after insert or delete on assets
    for each row execute function count_asset_storage()`.execute(db)
  // Most updates of an asset do not change its size and lock nothing.
  await sql`
    create trigger assets_storage_changed after update of size, workspace_id on assets
    for each row when (old.size is distinct from new.size
      or old.workspace_id is distinct from new.workspace_id)
    execute function count_asset_storage()`.execute(db)
}
