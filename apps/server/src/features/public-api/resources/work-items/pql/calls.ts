import { lookup, parseId } from '@cairn/contract'
import { raw, type Sql, sql } from '@cairn/work-item-query'
import type { Member } from '#kernel/auth/member.ts'
import { hasChildren } from '#product/child-count-queries.ts'
import { listedAcross } from '#product/scope-queries.ts'
import { type Condition, meets, sqlCondition } from '../condition.ts'
import type { Clock } from '../moments.ts'
import type { IdField } from './fields.ts'
import type { Call } from './grammar.ts'
import { PqlNotValid } from './tokens.ts'

/** The caller of a query. */
export interface Asker {
  member: Member
  clock: Clock
}

const itemKey = /^(.+)-(\d{1,9})$/

const open = ['backlog', 'unstarted', 'started'] as const
const nobody = { ids: [], none: true }

type Predicate = (asker: Asker) => Condition

/** Functions without arguments that are conditions by themselves. */
const predicates: Record<string, Predicate> = {
  isOverdue: ({ clock }) => ({
    and: [sqlCondition(sql`i.target_date < ${clock.today}::date`), meets({ state_group: open })],
  }),
  hasNoAssignee: () => meets({ assignees: nobody }),
  hasNoLabel: () => meets({ labels: nobody }),
  isTopLevel: () => meets({ without_parent: true }),
  isSubWorkItem: () => sqlCondition(raw('i.parent_id is not null')),
  isEpic: () => sqlCondition(raw('i.is_epic')),
  hasChildren: ({ member }) => sqlCondition(hasChildren(member)),
  hasStartAndDueDates: () => meets({ both_dates: true }),
  isDraft: () => sqlCondition(raw('i.is_draft')),
  isArchived: () => sqlCondition(raw('i.archived_at is not null')),
  isIntake: () => sqlCondition(raw('i.in_triage')),
}

/** The item with this key or id, if the caller may see it. */
export function named({ member }: Asker, text: string): Sql | undefined {
  const id = parseId(text)
  if (id) {
    return sql`select r.id from work_items r
      where r.id = ${id}::uuid and ${listedAcross(member, 'r')} and r.deleted_at is null`
  }
  const [, identifier, number] = itemKey.exec(text.trim()) ?? []
  if (!identifier || !number) return undefined
  return sql`select r.id from work_items r join projects rp on rp.id = r.project_id
    where rp.workspace_id = ${member.workspace_id} and upper(rp.identifier) = upper(${identifier})
      and r.sequence_id = ${Number(number)} and ${listedAcross(member, 'r')}
      and r.deleted_at is null`
}

const related = (type: string, [own, other]: [string, string], item: Sql) => sql`exists (
  select from work_item_relations k where k.deleted_at is null and k.type = ${type}
    and k.${raw(own)} = i.id and k.${raw(other)} in (${item}))`

const forth = ['work_item_id', 'related_id'] as [string, string]
const back = ['related_id', 'work_item_id'] as [string, string]
const eitherWay = (type: string, item: Sql): Condition => ({
  or: [sqlCondition(related(type, forth, item)), sqlCondition(related(type, back, item))],
})

/** Relations to the named item. */
const relations: Record<string, (item: Sql) => Condition> = {
  childOf: (item) => sqlCondition(sql`i.parent_id in (${item})`),
  parentOf: (item) =>
    sqlCondition(sql`i.id in (select c.parent_id from work_items c where c.id in (${item}))`),
  linkedTo: (item) => eitherWay('relates_to', item),
  blockedBy: (item) => sqlCondition(related('blocked_by', forth, item)),
  blocks: (item) => sqlCondition(related('blocked_by', back, item)),
  duplicateOf: (item) => eitherWay('duplicate', item),
}

/** The condition of a standalone call. */
export function conditionBy(call: Call, asker: Asker): Condition {
  const { name, values, position } = call
  const predicate = lookup(predicates, name)
  if (predicate) {
    if (values.length > 0) throw new PqlNotValid(`${name}() takes nothing`, position)
    return predicate(asker)
  }
  const relation = lookup(relations, name)
  if (!relation) throw new PqlNotValid(`There is no condition ${name.slice(0, 50)}()`, position)
  const [text = '', ...others] = values
  const item = others.length === 0 ? named(asker, text) : undefined
  if (!item) throw new PqlNotValid(`${name}() takes one key or id of a work item`, position)
  return relation(item)
}

const cyclesOf = ({ workspace_id }: Member, when: string) => sql`
  select c.id from cycles c where c.workspace_id = ${workspace_id} and c.deleted_at is null
    and c.archived_at is null and ${raw(when)}`

const cycles: Record<string, string> = {
  activeCycle: 'c.start_date <= now() and c.end_date >= now()',
  completedCycles: 'c.end_date < now()',
  upcomingCycles: 'c.start_date > now()',
}

const stateSets: Record<string, readonly string[]> = {
  openStates: open,
  closedStates: ['completed', 'cancelled'],
  activeStates: ['unstarted', 'started'],
}

/** The state groups a call represents. */
export const groupsBy = ({ name, values }: Call): readonly string[] | undefined =>
  values.length === 0 ? lookup(stateSets, name) : undefined

/** Members of a project the caller is a member of too. */
const membersOf = ({ workspace_id, user_id }: Member, project_id: string) => sql`
  select m.user_id from project_members m
  where m.project_id = ${project_id}::uuid and m.workspace_id = ${workspace_id} and m.is_active
    and m.deleted_at is null and exists (
      select from project_members mine where mine.project_id = m.project_id
        and mine.user_id = ${user_id} and mine.is_active and mine.deleted_at is null)`

/** The ids a call represents, if the field supports it. */
export function idsBy({ name, values }: Call, field: IdField, { member }: Asker): Sql | undefined {
  const isPlain = values.length === 0
  if (field.of === 'cycle' && isPlain) {
    const when = lookup(cycles, name)
    return when === undefined ? undefined : cyclesOf(member, when)
  }
  if (field.of === 'state') {
    const groups = groupsBy({ kind: 'call', name, values, position: 0 })
    return (
      groups &&
      sql`select st.id from states st
      where st.workspace_id = ${member.workspace_id} and st."group" = any(${groups}::text[])`
    )
  }
  if (field.of !== 'person') return undefined
  if (name === 'workspaceMembers' && isPlain) {
    return sql`select m.user_id from workspace_members m
      where m.workspace_id = ${member.workspace_id} and m.is_active and m.deleted_at is null`
  }
  const project_id = parseId(/^project:(.+)$/.exec(values[0] ?? '')?.[1])
  const isOfProject = name === 'membersOf' && values.length === 1
  return isOfProject && project_id ? membersOf(member, project_id) : undefined
}
