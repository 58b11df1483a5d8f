import { dayInZone, daysAfter, nextMomentOf, parseRule, ruleText } from '@cairn/calendar'
import {
  canManageTemplate,
  changedPropertyValues,
  type ItemTemplate,
  type ItemTemplatePatch,
  MAX_TEMPLATE_ITEMS,
  type NewItemTemplate,
  type NewRecurrence,
  type NewTemplateItem,
  parseId,
  type TemplateItem,
  type WithId,
} from '@cairn/contract'
import { notifyOfPause } from '#features/notifications/service.ts'
import { addFromTemplate, itemsOfTree, listTree, readHtml } from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import { lockProject } from '#product/lock-queries.ts'
import {
  claimDueTemplate,
  type DueTemplate,
  findTimezone,
  insertTemplate,
  listAdmins,
  listTemplates,
  lockTemplate,
  MAX_TEMPLATES,
  pauseRecurrence,
  type TemplateRow,
  updateTemplate,
} from './queries.ts'

const SHOWN_DAYS = 5

const shapeOf = (
  { rule, starts_on, time, is_paused, next_at, created_count, recurs_as, ...row }: TemplateRow,
  timezone: string,
): ItemTemplate => {
  if (!rule || !starts_on || !time) return { ...row, recurrence: null }
  const repeats = { rule, starts_on, time }
  const next_days = is_paused ? [] : daysAfter(repeats, Date.now(), { timezone, limit: SHOWN_DAYS })
  return { ...row, recurrence: { ...repeats, is_paused, next_at, next_days, created_count } }
}

export async function listShown(db: Db, member: ProjectMember): Promise<ItemTemplate[]> {
  const [rows, timezone] = await Promise.all([listTemplates(db, member), findTimezone(db, member)])
  return rows.map((row) => shapeOf(row, timezone))
}

const audienceOf = ({ workspace_id, project_id, user_id }: ProjectMember) => ({
  ...{ workspace_id, project_id, author_id: user_id },
})

async function emitTemplate(tx: Tx, member: ProjectMember, row: TemplateRow) {
  const template = shapeOf(row, await findTimezone(tx, member))
  await emit(tx, { type: 'item_template.saved', template }, audienceOf(member))
  return template
}

function readName(typed: string) {
  const name = typed.trim()
  if (!name) throw badRequest({ name: ['This field may not be blank.'] })
  return name
}

/** Only the first has no parent, and each parent comes before what is below it. */
function readItems(items: readonly NewTemplateItem[]): TemplateItem[] {
  return items.map((item, index) => {
    const isPlaced = index === 0 ? item.parent === null : (item.parent ?? index) < index
    if (!isPlaced) throw badRequest({ items: ['The parent of an item comes before it.'] })
    const property_values = changedPropertyValues({}, item.property_values ?? {})
    const unknown = Object.keys(property_values).find((id) => !parseId(id))
    if (unknown) throw badRequest({ property_values: { [unknown]: ['Not a valid id.'] } })
    const { description_html } = readHtml(item.description_html)
    return { ...item, name: readName(item.name), description_html, property_values }
  })
}

export const createTemplate = (
  db: Db,
  member: ProjectMember,
  { id, ...wanted }: NewItemTemplate & WithId,
) =>
  db.transaction().execute(async (tx) => {
    const name = readName(wanted.name)
    const items = readItems(wanted.items)
    await lockProject(tx, member)
    if ((await listTemplates(tx, member)).length >= MAX_TEMPLATES) {
      throw badRequest({ error: `A project has at most ${MAX_TEMPLATES} work item templates.` })
    }
    return emitTemplate(tx, member, await insertTemplate(tx, member, { id, name, items }))
  })

export async function createFromItem(
  db: Db,
  member: ProjectMember,
  item_id: string,
  { id, name }: { name: string } & WithId,
) {
  const tree = await listTree(db, member, item_id, MAX_TEMPLATE_ITEMS)
  if (tree.length === 0) throw notFound()
  return createTemplate(db, member, { id, name, items: itemsOfTree(tree) })
}

async function lockToManage(tx: Tx, member: ProjectMember, id: string) {
  const template = await lockTemplate(tx, member, id)
  if (!template) throw notFound()
  const { user_id, project_role: role } = member
  if (!canManageTemplate({ user_id, role }, template)) throw forbidden()
  return template
}

export const changeTemplate = (
  db: Db,
  member: ProjectMember,
  id: string,
  { name, items }: ItemTemplatePatch,
) =>
  db.transaction().execute(async (tx) => {
    await lockToManage(tx, member, id)
    const change = {
      ...(name !== undefined && { name: readName(name) }),
      ...(items && { items: JSON.stringify(readItems(items)) }),
    }
    return emitTemplate(tx, member, await updateTemplate(tx, member, id, change))
  })

/** Items created from it stay unchanged, and no more are. */
export const removeTemplate = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    await lockToManage(tx, member, id)
    await updateTemplate(tx, member, id, { deleted_at: now, next_at: null })
    const { project_id } = member
    await emit(tx, { type: 'item_template.removed', id, project_id }, audienceOf(member))
  })

const invalidRule = () => badRequest({ rule: ['This is not a rule that is supported.'] })

export const setRecurrence = (
  db: Db,
  member: ProjectMember,
  id: string,
  { rule: typed, starts_on, time, is_paused }: NewRecurrence,
) =>
  db.transaction().execute(async (tx) => {
    const parsed = parseRule(typed)
    if (!parsed) throw invalidRule()
    await lockToManage(tx, member, id)
    const repeats = { rule: ruleText(parsed), starts_on, time }
    const timezone = await findTimezone(tx, member)
    const next_at = is_paused ? null : nextMomentOf(repeats, Date.now(), timezone)
    const change = { ...repeats, is_paused, next_at, recurs_as: member.user_id }
    return emitTemplate(tx, member, await updateTemplate(tx, member, id, change))
  })

export const endRecurrence = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    await lockToManage(tx, member, id)
    const nothing = { rule: null, starts_on: null, time: null, next_at: null, recurs_as: null }
    const change = { ...nothing, is_paused: false }
    return emitTemplate(tx, member, await updateTemplate(tx, member, id, change))
  })

const memberOf = ({ project_role, workspace_role, ...due }: DueTemplate): ProjectMember => ({
  ...{ workspace_id: due.workspace_id, project_id: due.project_id, slug: due.slug },
  ...{ user_id: due.recurs_as ?? '', email: due.email, user_timezone: due.user_timezone },
  ...{ identifier: due.identifier, is_instance_admin: false, sees_only_own: false },
  ...{ workspace_role: workspace_role ?? 0, project_role: project_role ?? 0 },
})

/**
 * Nothing recurs until someone resumes it: who set the rule is notified, or if they left, the admins
 * of the project.
 */
async function pause(tx: Tx, due: DueTemplate, reason: 'failed' | 'left') {
  const { id: template_id, workspace_id, project_id, recurs_as } = due
  const member = memberOf(due)
  const paused = await pauseRecurrence(tx, template_id)
  if (!paused) return
  await emitTemplate(tx, member, paused)
  const receivers = reason === 'left' || !recurs_as ? await listAdmins(tx, project_id) : [recurs_as]
  await notifyOfPause(tx, { workspace_id, project_id, template_id, reason }, receivers)
}

/**
 * Creates one item that is due, in the transaction that sets when the next one is. What was missed
 * while no server ran is created once. Without its user, who may have left, it is paused.
 */
async function createDue(tx: Tx, due: DueTemplate) {
  const { id, name, items, rule, starts_on, time, timezone } = due
  if (!due.project_role || !due.workspace_role) return pause(tx, due, 'left')
  if (!rule || !starts_on || !time) return pause(tx, due, 'failed')
  const member = memberOf(due)
  const today = dayInZone(Date.now(), timezone)
  await addFromTemplate(tx, member, { id, name, items }, { today, field: 'recurrence' })
  const next_at = nextMomentOf({ rule, starts_on, time }, Date.now(), timezone)
  const change = { next_at, created_count: due.created_count + 1 }
  await emitTemplate(tx, member, await updateTemplate(tx, member, id, change))
}

/** All that is due. One that fails is paused, so that the others are created. */
export async function createDueItems(db: Db) {
  const failures: unknown[] = []
  for (let more = true; more; ) {
    let claimed: DueTemplate | undefined
    try {
      more = await db.transaction().execute(async (tx) => {
        claimed = await claimDueTemplate(tx)
        if (claimed) await createDue(tx, claimed)
        return claimed !== undefined
      })
    } catch (error) {
      if (!claimed) throw error
      const failed = claimed
      failures.push(new Error(`template ${failed.id}`, { cause: error }))
      await db.transaction().execute((tx) => pause(tx, failed, 'failed'))
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some items were not created')
}
