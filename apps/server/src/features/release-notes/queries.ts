import type { Generated } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '#kernel/database/schema.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    release_notes: {
      id: Generated<string>
      title: string
      description: Generated<string>
      version: string
      tags: Generated<string[]>
      release_date: string
      is_release_candidate: Generated<boolean>
    }
  }
}

export const listReleaseNotes = (db: Db) =>
  db
    .selectFrom('release_notes')
    .select([
      'id',
      'version as tag_name',
      'title as name',
      'description as body',
      'release_date as published_at',
      sql<string>`''`.as('html_url'),
    ])
    .where('is_release_candidate', '=', false)
    .orderBy('release_date', 'desc')
    .orderBy('id')
    .limit(5)
    .execute()
