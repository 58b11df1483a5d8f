import { type Kysely, sql } from 'kysely'

/** Settings: values larger or deeper than the current limits are reset. */
const small = [
  ...['logo_props', 'view_props', 'default_props', 'issue_props', 'preferences', 'icon_prop'],
  ...['filters', 'display_filters', 'display_properties', 'query', 'query_dict', 'theme'],
  ...['billing_address', 'description_text', 'description_html', 'metadata', 'attributes'],
  ...['config', 'extra'],
]
/** Documents: long ones are real content, so only the depth is limited. */
const documents = ['comment_json', 'description', 'description_json']
/** Made by the server from the page itself. */
const derived = ['pages', 'page_versions']

const SMALL_DEPTH = 20
const SMALL_BYTES = 65_536
const DOCUMENT_DEPTH = 450
/** A value that nests deeper than 20 levels takes at least two characters for each. */
const SHORTEST = 40

/**
 * JSON was stored unchecked: objects nested thousands deep, which cannot be serialized again, and
 * megabytes in every row of a list. File names could contain characters that change text direction.
 */
export async function up(db: Kysely<unknown>) {
  // Level by level and no deeper than needed: recursion would overflow the stack here as well.
  await sql`
    create function nests_deeper_than(value jsonb, most int) returns boolean language sql as $$
      with recursive parts (level, part) as (
        select 1, value where jsonb_typeof(value) in ('object', 'array')
        union all
        select p.level + 1, child.part
        from parts p cross join lateral (
          select e.value as part
          from jsonb_each(case jsonb_typeof(p.part) when 'object' then p.part else '{}' end) e
          union all
          select e.value
          from jsonb_array_elements(case jsonb_typeof(p.part) when 'array' then p.part else '[]' end) e
        ) child
        where p.level <= most and jsonb_typeof(child.part) in ('object', 'array')
      )
      select exists (select from parts where level > most)
    $$`.execute(db)
  for (const column of await listColumns(db)) await mend(db, column)
  await sql`drop function nests_deeper_than(jsonb, int)`.execute(db)
  await sql`
    update assets set attributes = jsonb_set(attributes, '{name}',
      to_jsonb(regexp_replace(attributes ->> 'name', ${hidden}, '', 'g')))
    where attributes ->> 'name' ~ ${hidden}`.execute(db)
  // Counts and pages a user's activity by the index alone.
  await sql`
    create index activities_actor_page_idx
      on activities (actor_id, created_at, id) include (project_id)`.execute(db)
  await sql`drop index activities_actor_idx`.execute(db)
}

const hidden = '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'

interface Column {
  table: string
  name: string
  /** Not null, and without a default. */
  is_bare: boolean
}

async function listColumns(db: Kysely<unknown>): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.table_name as table, c.column_name as name,
      c.is_nullable = 'NO' and c.column_default is null as is_bare
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.data_type = 'jsonb' and t.table_type = 'BASE TABLE'
      and c.column_name = any(${[...small, ...documents]}::text[])
      and not (c.table_name = any(${derived}::text[]) and c.column_name = any(${documents}::text[]))
    order by 1, 2`.execute(db)
  return rows
}

/** Resets values above the limits to the default of a new row. */
async function mend(db: Kysely<unknown>, { table, name, is_bare }: Column) {
  const column = sql.ref(name)
  const isTooMuch = documents.includes(name)
    ? sql`nests_deeper_than(${column}, ${DOCUMENT_DEPTH})`
    : sql`octet_length(${column}::text) > ${SMALL_BYTES} or nests_deeper_than(${column}, ${SMALL_DEPTH})`
  await sql`
    update ${sql.table(table)} set ${column} = ${is_bare ? sql`'{}'` : sql`default`}
    where case when octet_length(${column}::text) > ${SHORTEST} then ${isTooMuch} end`.execute(db)
}
