import { sql } from 'kysely'

/** The role somebody was given in a project; the one that holds may be lower. Of `project_members`. */
export const givenRole = (of = 'project_members') =>
  sql<number>`coalesce(${sql.ref(`${of}.given_role`)}, ${sql.ref(`${of}.role`)})`
