import type { UserLite } from '@cairn/contract'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { avatarUrl } from '#product/picture-url-queries.ts'
import { inWorkspace } from '#product/scope-queries.ts'
import type { Call } from './call-queries.ts'

export type Data = Record<string, unknown>

/** A user in webhook bodies. */
const person = (of: string) => sql`json_build_object(
  'id', ${sql.ref(`${of}.id`)}, 'first_name', ${sql.ref(`${of}.first_name`)},
  'last_name', ${sql.ref(`${of}.last_name`)}, 'email', ${sql.ref(`${of}.email`)},
  'avatar', ${sql.ref(`${of}.avatar`)}, 'avatar_url', ${avatarUrl(of)},
  'display_name', ${sql.ref(`${of}.display_name`)})`

type Actor = Omit<UserLite, 'is_bot'> & { email: string }

export const findActor = async (db: Db, { actor_id }: Call): Promise<Actor | null> => {
  const { rows } = await sql<{ actor: Actor }>`
    select ${person('u')} as actor from users u where u.id = ${actor_id}`.execute(db)
  return rows[0]?.actor ?? null
}

export const findProjectOf = async (db: Db, reader: ProjectMember, id: string) => {
  const { rows } = await sql<{ project_id: string }>`
    select project_id from work_items where id = ${id} and ${inWorkspace(reader)}`.execute(db)
  return rows[0]?.project_id
}

/** State, labels, users and project of an item in webhook bodies. */
export const findSurroundings = async (db: Db, reader: ProjectMember, id: string) => {
  const { rows } = await sql<Data>`
    select i.project_id as project, i.workspace_id as workspace,
      json_build_object('id', s.id, 'name', s.name, 'color', s.color, 'group', s."group") as state,
      coalesce((
        select json_agg(json_build_object('id', l.id, 'name', l.name, 'color', l.color)
          order by l.name)
        from work_item_labels il join labels l on l.id = il.label_id
        where il.work_item_id = i.id and l.deleted_at is null
      ), '[]') as labels,
      coalesce((
        select json_agg(${person('u')} order by u.display_name)
        from work_item_assignees ia join users u on u.id = ia.user_id
        where ia.work_item_id = i.id and ia.is_live
      ), '[]') as assignees,
      (
        select json_build_object('id', c.id, 'name', c.name) from cycles c
        where c.id = i.cycle_id and c.deleted_at is null
      ) as cycle,
      coalesce((
        select json_agg(json_build_object('id', m.id, 'name', m.name) order by m.name)
        from module_items mi join modules m on m.id = mi.module_id
        where mi.work_item_id = i.id and mi.is_live and m.deleted_at is null
      ), '[]') as module
    from work_items i join states s on s.id = i.state_id
    where i.id = ${id} and ${inWorkspace(reader, 'i')}`.execute(db)
  return rows[0]
}
