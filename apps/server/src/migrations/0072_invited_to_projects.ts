import { type Kysely, sql } from 'kysely'

/** An invitation has projects with a role in each, and an optional message from the inviter. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table workspace_invitations add column note varchar(500) not null default ''`.execute(db)
  await sql`
    create table workspace_invitation_projects (
      invitation_id uuid not null references workspace_invitations (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade,
      role smallint not null default 15 check (role in (5, 15, 20)),
      -- Who vouches: at acceptance they must still be allowed to add people to the project.
      created_by uuid not null references users (id) on delete cascade,
      created_at timestamptz not null default now(),
      primary key (invitation_id, project_id)
    )`.execute(db)
  await sql`
    create index workspace_invitation_projects_project_idx
      on workspace_invitation_projects (project_id)`.execute(db)
  await sql`
    create index workspace_invitation_projects_created_by_idx
      on workspace_invitation_projects (created_by)`.execute(db)
}
