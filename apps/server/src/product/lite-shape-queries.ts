import type { OwnActivity, UserLite, WorkItemLite } from '@cairn/contract'
import { type RawBuilder, sql } from 'kysely'
import { avatarUrl, pictureUrl } from './picture-url-queries.ts'

/** A timestamp in JSON built by the database, in the driver's format. */
export const isoMoment = (moment: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`replace((${moment} at time zone 'UTC')::text, ' ', 'T') || 'Z'`

/** The short forms of related rows in responses; `of` is the table's alias. */
const column = (of: string) => (name: string) => sql.ref(`${of}.${name}`)

export const userLite = (of: string): RawBuilder<UserLite> => {
  const at = column(of)
  return sql`json_build_object(
    'id', ${at('id')}, 'first_name', ${at('first_name')}, 'last_name', ${at('last_name')},
    'avatar', ${at('avatar')}, 'avatar_url', ${avatarUrl(of)}, 'is_bot', ${at('is_bot')},
    'display_name', ${at('display_name')})`
}

/** Null if the user was permanently removed. */
export const maybeUserLite = (of: string): RawBuilder<UserLite | null> =>
  sql`case when ${sql.ref(`${of}.id`)} is not null then ${userLite(of)} end`

export const workItemLite = (of: string): RawBuilder<WorkItemLite> => {
  const at = column(of)
  return sql`json_build_object(
    'id', ${at('id')}, 'name', ${at('name')}, 'description', ${at('description')},
    'description_html', ${at('description_html')}, 'priority', ${at('priority')},
    'start_date', ${at('start_date')}, 'target_date', ${at('target_date')},
    'sequence_id', ${at('sequence_id')}, 'sort_order', ${at('sort_order')},
    'is_draft', ${at('is_draft')})`
}

export const projectLite = (of: string): RawBuilder<OwnActivity['project_detail']> => {
  const at = column(of)
  const cover = pictureUrl(`${of}.cover_image_asset_id`, `${of}.cover_image`)
  return sql`json_build_object(
    'id', ${at('id')}, 'identifier', ${at('identifier')}, 'name', ${at('name')},
    'cover_image', ${at('cover_image')}, 'cover_image_url', ${cover},
    'logo_props', ${at('logo_props')}, 'description', ${at('description')})`
}

export const workspaceLite = (of: string): RawBuilder<OwnActivity['workspace_detail']> => {
  const at = column(of)
  return sql`json_build_object(
    'id', ${at('id')}, 'name', ${at('name')}, 'slug', ${at('slug')},
    'logo_url', ${pictureUrl(`${of}.logo_asset_id`, `${of}.logo`)})`
}
