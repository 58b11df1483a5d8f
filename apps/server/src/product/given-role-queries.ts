import { sql } from 'kysely'

/** The role given to a user in a project; the effective one may be lower. Of `project_members`. */
export const givenRole = (of = 'project_members') =>
  sql<number>`coalesce(${sql.ref(`${of}.given_role`)}, ${sql.ref(`${of}.role`)})`
