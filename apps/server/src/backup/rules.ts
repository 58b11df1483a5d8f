import type pg from 'pg'
import { quoted } from './tables.ts'

/** What a database checks or maintains for every row: set aside while rows are loaded. */
export interface Rules {
  /** Statements that build the indexes of each table. */
  indexes: ReadonlyMap<string, string[]>
  /** Brings back constraints and triggers, without a look at the rows. */
  restore: string[]
  /** Check the rows against the foreign keys, one statement per table. */
  validate: string[]
}

interface Found {
  table: string
  name: string
  definition: string
  /** Of a constraint that needs one. */
  index?: string
}

const ours = (column: string) => `${column} = 'public'::regnamespace`

/**
 * While rows are loaded table by table, references are not valid yet and triggers would count rows
 * twice. Indexes and foreign keys are recreated at the end, which checks every row; only disabling the
 * keys needs a superuser, which a hosted database does not offer. Building an index of all rows is
 * several times faster than adding row by row.
 */
export async function setRulesAside(client: pg.Client): Promise<Rules> {
  const list = async (statement: string) => (await client.query<Found>(statement)).rows
  const foreign = await list(`
    select t.relname as table, conname as name, pg_get_constraintdef(o.oid) as definition
    from pg_constraint o join pg_class t on t.oid = conrelid
    where contype = 'f' and ${ours('connamespace')} order by 1, 2`)
  const triggered = await list(`
    select distinct t.relname as table, '' as name, '' as definition
    from pg_trigger join pg_class t on t.oid = tgrelid
    where not tgisinternal and ${ours('t.relnamespace')} order by 1`)
  // One that a view needs stays: a grouped view may select any column beside its primary key.
  const keys = await list(`
    select t.relname as table, conname as name, concat_ws(' ',
      case contype when 'p' then 'primary key' else 'unique' end, 'using index', quote_ident(conname),
      case when condeferrable then 'deferrable' end, case when condeferred then 'initially deferred' end
    ) as definition, pg_get_indexdef(conindid) as index
    from pg_constraint o join pg_class t on t.oid = conrelid
    where contype in ('p', 'u') and ${ours('connamespace')}
      and not exists (
        select from pg_depend where refclassid = 'pg_constraint'::regclass and refobjid = o.oid
          and classid <> 'pg_class'::regclass
      )
    order by 1, 2`)
  const indexes = await list(`
    select t.relname as table, i.relname as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class t on t.oid = indrelid join pg_class i on i.oid = indexrelid
    where ${ours('t.relnamespace')} and t.relkind = 'r'
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by indexrelid`)

  const alter = ({ table }: Found, how: string) => `alter table ${quoted(table)} ${how}`
  const drop = (one: Found) => alter(one, `drop constraint ${quoted(one.name)}`)
  const add = (one: Found) => alter(one, `add constraint ${quoted(one.name)} ${one.definition}`)
  const validate = (all: readonly Found[]) =>
    all.map(({ name }) => `validate constraint ${quoted(name)}`).join(', ')
  await run(client, [
    ...[...foreign, ...keys].map(drop),
    ...indexes.map(({ name }) => `drop index ${quoted(name)}`),
    ...triggered.map((one) => alter(one, 'disable trigger user')),
  ])
  const building = Map.groupBy([...keys, ...indexes], ({ table }) => table)
  return {
    indexes: new Map([...building].map(([table, all]) => [table, all.map(statementOf)])),
    restore: [
      ...keys.map(add),
      ...triggered.map((one) => alter(one, 'enable trigger user')),
      ...foreign.map((one) => `${add(one)} not valid`),
    ],
    validate: [...Map.groupBy(foreign, ({ table }) => table).values()].map((all) =>
      alter(all[0]!, validate(all)),
    ),
  }
}

/** An index alone, and not its constraint, can be built beside others of its table. */
const statementOf = ({ index, definition }: Found) => index ?? definition

/** In one message: over a network, each would wait for the answer to the one before. */
export const run = (client: pg.Client, statements: readonly string[]) =>
  client.query(statements.join(';'))
