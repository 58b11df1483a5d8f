import { type RawBuilder, sql } from 'kysely'

/** The URL a browser loads: our own file, else the URL a user entered, else null. */
export const pictureUrl = (asset: string, typed: string): RawBuilder<string | null> =>
  sql`coalesce('/api/assets/v2/static/' || ${sql.ref(asset)} || '/', nullif(${sql.ref(typed)}, ''))`

/** The avatars of deactivated users are not shown. */
export const avatarUrl = (users: string): RawBuilder<string | null> =>
  sql`case when ${sql.ref(`${users}.is_active`)} then ${pictureUrl(`${users}.avatar_asset_id`, `${users}.avatar`)}
    else nullif(${sql.ref(`${users}.avatar`)}, '') end`
