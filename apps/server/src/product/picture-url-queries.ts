import { type RawBuilder, sql } from 'kysely'

/** What a browser loads: our own file, else the address somebody typed, else nothing. */
export const pictureUrl = (asset: string, typed: string): RawBuilder<string | null> =>
  sql`coalesce('/api/assets/v2/static/' || ${sql.ref(asset)} || '/', nullif(${sql.ref(typed)}, ''))`

/** A deactivated person's own pictures are not shown to anybody. */
export const avatarUrl = (users: string): RawBuilder<string | null> =>
  sql`case when ${sql.ref(`${users}.is_active`)} then ${pictureUrl(`${users}.avatar_asset_id`, `${users}.avatar`)}
    else nullif(${sql.ref(`${users}.avatar`)}, '') end`
