import type { WorkItemProperty } from '@cairn/contract'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { inProject, visibleAcross } from '#product/scope-queries.ts'
import { listPropertiesOfTypes } from '#product/work-item-property-queries.ts'

export interface Person {
  id: string
  /** As shown in the history. */
  name: string
  full_name: string
  email: string
  is_guest: boolean
}

export interface State {
  id: string
  name: string
  is_completed: boolean
  is_default: boolean
}

interface Named {
  id: string
  name: string
}

interface Type extends Named {
  /** Items without a type get it. */
  is_default: boolean
}

export interface Cycle extends Named {
  is_over: boolean
}

/** Everything the rows of a file may refer to. */
export interface Catalog {
  states: State[]
  people: Person[]
  types: Type[]
  /** Of these types, in use. */
  properties: WorkItemProperty[]
  labels: Named[]
  points: { id: string; value: string }[]
  usesEstimates: boolean
  cycles: Cycle[]
  modules: Named[]
  /** Ids by key: `TRAIL-7`. */
  parents: ReadonlyMap<string, string>
  /** Rows that were imported before, and whose items still exist. */
  repeated: ReadonlySet<string>
}

const listStates = async (db: Db, member: ProjectMember) => {
  const { rows } = await sql<State>`
    select s.id, s.name, s."group" = 'completed' as is_completed, s."default" as is_default
    from states s where ${inProject(member, 's')} and s."group" <> 'triage'
    order by s."default" desc, s.sequence`.execute(db)
  return rows
}

const listPeople = async (db: Db, { project_id }: ProjectMember) => {
  const { rows } = await sql<Person>`
    select u.id, u.display_name as name, trim(u.first_name || ' ' || u.last_name) as full_name,
      u.email, m.role < 15 as is_guest
    from project_members m join users u on u.id = m.user_id and not u.is_bot
    where m.project_id = ${project_id} and m.is_active and m.deleted_at is null`.execute(db)
  return rows
}

const listNamed = async (db: Db, member: ProjectMember, table: 'labels' | 'modules') => {
  const alive = table === 'modules' ? sql`and n.archived_at is null` : sql``
  const { rows } = await sql<Named>`
    select n.id, n.name from ${sql.table(table)} n
    where ${inProject(member, 'n')} ${alive} order by n.created_at`.execute(db)
  return rows
}

/** Types the project uses. */
const listTypes = async (db: Db, { workspace_id, project_id }: ProjectMember) => {
  const { rows } = await sql<Type>`
    select t.id, t.name, pt.is_default from project_work_item_types pt
    join projects p on p.id = pt.project_id and p.is_issue_type_enabled
    join work_item_types t on t.id = pt.type_id and t.is_active and t.deleted_at is null
    where pt.project_id = ${project_id} and t.workspace_id = ${workspace_id}`.execute(db)
  return rows
}

/** Of the types the project uses. */
export async function listProperties(db: Db, member: ProjectMember) {
  const ids = (await listTypes(db, member)).map(({ id }) => id)
  const all = ids.length > 0 ? await listPropertiesOfTypes(db, member, ids) : []
  return all.filter(({ is_active }) => is_active)
}

const listCycles = async (db: Db, member: ProjectMember) => {
  const { rows } = await sql<Cycle>`
    select c.id, c.name, coalesce(c.end_date < now(), false) as is_over from cycles c
    where ${inProject(member, 'c')} and c.archived_at is null order by c.created_at`.execute(db)
  return rows
}

/** Points of the estimate system the project uses now. */
const listPoints = async (db: Db, { project_id }: ProjectMember) => {
  const { rows } = await sql<{ estimate_id: string | null; id: string | null; value: string }>`
    select e.id as estimate_id, p.id, p.value from projects
    left join estimates e on e.id = projects.estimate_id and e.deleted_at is null
    left join estimate_points p on p.estimate_id = e.id and p.deleted_at is null
    where projects.id = ${project_id} order by p.key`.execute(db)
  const usesEstimates = rows.some(({ estimate_id }) => estimate_id !== null)
  const points = rows.flatMap(({ id, value }) => (id ? [{ id, value }] : []))
  return { usesEstimates, points }
}

const keyShape = /^([A-Z0-9]+)-(\d{1,9})$/

/** Items by key that the importing user may see. */
const findParents = async (db: Db, member: ProjectMember, keys: readonly string[]) => {
  const parts = keys.flatMap((key) => {
    const [, identifier, number] = keyShape.exec(key) ?? []
    return identifier ? [{ identifier, number: Number(number) }] : []
  })
  if (parts.length === 0) return new Map<string, string>()
  const { rows } = await sql<{ key: string; id: string }>`
    select w.identifier || '-' || w.number as key, i.id
    from unnest(${parts.map(({ identifier }) => identifier)}::text[],
      ${parts.map(({ number }) => number)}::int[]) as w (identifier, number)
    join projects p on upper(p.identifier) = w.identifier and p.workspace_id = ${member.workspace_id}
      and p.deleted_at is null
    join work_items i on i.project_id = p.id and i.sequence_id = w.number
    where ${visibleAcross(member, 'i')} and i.deleted_at is null and i.archived_at is null
      and not i.in_triage and not i.is_draft`.execute(db)
  return new Map(rows.map(({ key, id }) => [key, id]))
}

const findRepeated = async (
  db: Db,
  { project_id }: ProjectMember,
  fingerprints: readonly string[],
) => {
  const { rows } = await sql<{ fingerprint: string }>`
    select distinct x.fingerprint from import_items x
    join work_items i on i.id = x.work_item_id and i.deleted_at is null
    where x.project_id = ${project_id} and x.fingerprint = any(${[...fingerprints]}::text[])`.execute(
    db,
  )
  return new Set(rows.map(({ fingerprint }) => fingerprint))
}

export async function readCatalog(
  db: Db,
  member: ProjectMember,
  { parents, fingerprints }: { parents: readonly string[]; fingerprints: readonly string[] },
): Promise<Catalog> {
  return {
    states: await listStates(db, member),
    people: await listPeople(db, member),
    types: await listTypes(db, member),
    properties: await listProperties(db, member),
    labels: await listNamed(db, member, 'labels'),
    ...(await listPoints(db, member)),
    cycles: await listCycles(db, member),
    modules: await listNamed(db, member, 'modules'),
    parents: await findParents(db, member, parents),
    repeated: await findRepeated(db, member, fingerprints),
  }
}
