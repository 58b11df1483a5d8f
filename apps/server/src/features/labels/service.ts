import { randomBytes } from 'node:crypto'
import {
  type Label,
  type LabelPatch,
  labelSortOrder,
  type NewLabel,
  type NewLabels,
  type WithId,
} from '@cairn/contract'
import { dropFromFilters } from '#features/project-members/service.ts'
import { dropFromViews } from '#features/views/service.ts'
import { emitSavedItems } from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { emit, emitAll } from '#kernel/events/outbox.ts'
import { badRequest, conflict, duplicate, notFound } from '#kernel/http/errors.ts'
import { lockProject } from '#product/lock-queries.ts'
import { takeUndoSnapshot } from '#product/undo-queries.ts'
import { mendFilters, mendViews } from '#product/undo-reference-queries.ts'
import {
  findLabel,
  insertLabels,
  lastSortOrder,
  listLabels,
  listTree,
  listUnused,
  lockLabelled,
  removeLabels,
  updateLabel,
} from './queries.ts'
import { returnLabels, saveDeleted, type UndoSnapshot, undeleteLabels } from './undelete-queries.ts'

export { listLabels } from './queries.ts'

type NameAndColor = readonly [name: string, color: string]

/** Labels in the order given; the ids come back in the same order. */
export async function seedLabels(db: Db, member: ProjectMember, labels: readonly NameAndColor[]) {
  const rows = labels.map(([name, color], index) => ({
    name,
    color,
    sort_order: 65_535 + index * 10_000,
  }))
  return (await insertLabels(db, member, rows)).map(({ id }) => id)
}

export async function readLabel(db: Db, member: ProjectMember, id: string) {
  const label = await findLabel(db, member, id)
  if (!label) throw notFound()
  return label
}

const nameTaken = duplicate(
  'labels_name_key',
  badRequest({ error: 'Label with the same name already exists in the project' }),
)

const pairTaken = duplicate(
  'labels_external_key',
  conflict({ error: 'Label with the same external id and external source already exists' }),
)

/** What API clients can set on a label in addition. */
interface ExternalRef {
  description?: string
  external_source?: string | null
  external_id?: string | null
}

function readName(typed: string): string {
  const name = typed.trim()
  if (!name) throw badRequest({ name: ['This field may not be blank.'] })
  return name
}

/** A label of the same project that is neither the label itself nor its descendant. */
async function readParent(tx: Tx, member: ProjectMember, parent: string | null, id?: string) {
  if (!parent) return null
  const known = await findLabel(tx, member, parent)
  const below = id && known ? await listTree(tx, member, id) : []
  if (known && !below.includes(known.id)) return parent
  throw badRequest({ parent: [`Invalid pk "${parent}" - object does not exist.`] })
}

const everyone = ({ workspace_id, project_id }: ProjectMember) =>
  ({ workspace_id, project_id, for_everyone: true }) as const

const emitLabels = (tx: Tx, member: ProjectMember, labels: Label[]) =>
  emitAll(
    tx,
    labels.map((label) => [{ type: 'label.saved', label }, everyone(member)]),
  )

export const createLabel = (
  db: Db,
  member: ProjectMember,
  wanted: NewLabel & WithId & ExternalRef,
) =>
  db.transaction().execute(async (tx) => {
    const { name: typed, parent, color = '', sort_order: _behindTheOthers, ...external } = wanted
    const name = readName(typed)
    await lockProject(tx, member)
    const parent_id = await readParent(tx, member, parent ?? null)
    const sort_order = labelSortOrder(await lastSortOrder(tx, member), undefined)
    const values = { ...external, name, color, parent_id, sort_order }
    const [label] = await insertLabels(tx, member, [values]).catch(pairTaken).catch(nameTaken)
    if (!label) throw notFound()
    await emitLabels(tx, member, [label])
    return label
  })

const randomColor = () => `#${randomBytes(3).toString('hex')}`

export const createLabels = (db: Db, member: ProjectMember, { label_data }: NewLabels) =>
  db.transaction().execute(async (tx) => ({ labels: await addLabels(tx, member, label_data) }))

type Wanted = NewLabels['label_data'][number] & { color?: string }

/** Skips names the project has already, and duplicates. */
export async function addLabels(tx: Tx, member: ProjectMember, wanted: readonly Wanted[]) {
  await lockProject(tx, member)
  const known = new Set((await listLabels(tx, member)).map(({ name }) => name))
  let last = await lastSortOrder(tx, member)
  const values: Parameters<typeof insertLabels>[2] = []
  for (const { name: typed = 'Migrated', description = 'Migrated Issue', color } of wanted) {
    const name = readName(typed)
    if (known.has(name)) continue
    known.add(name)
    last = labelSortOrder(last, undefined)
    values.push({ name, description, color: color ?? randomColor(), sort_order: last })
  }
  const labels = values.length > 0 ? await insertLabels(tx, member, values) : []
  await emitLabels(tx, member, labels)
  return labels
}

export const changeLabel = (
  db: Db,
  member: ProjectMember,
  id: string,
  patch: LabelPatch & ExternalRef,
) =>
  db.transaction().execute(async (tx) => {
    const { name, parent, ...plain } = patch
    // Locks before reading the tree: two requests could otherwise create a cycle.
    await lockProject(tx, member)
    await readLabel(tx, member, id)
    const change = {
      ...plain,
      ...(name !== undefined && { name: readName(name) }),
      ...(parent !== undefined && { parent_id: await readParent(tx, member, parent, id) }),
    }
    const label = await updateLabel(tx, member, id, change).catch(pairTaken).catch(nameTaken)
    if (!label) throw notFound()
    await emitLabels(tx, member, [label])
    return label
  })

/** Including its descendants. */
export const removeLabel = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    await lockProject(tx, member)
    const ids = await listTree(tx, member, id)
    if (ids.length === 0) throw notFound()
    await saveDeleted(tx, member, id, ids)
    await takeAway(tx, member, ids)
  })

/** Restores it with its descendants, and on the items that had them. */
export const restoreDeletedLabel = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    await lockProject(tx, member)
    const snapshot = await takeUndoSnapshot<UndoSnapshot>(tx, member, id)
    const { labels = [], items = [], filters = {}, views = {} } = snapshot ?? {}
    const back = await undeleteLabels(tx, member, id, labels).catch(nameTaken)
    if (!back.includes(id)) throw notFound()
    const touched = await returnLabels(tx, member, items)
    for (const label of back) {
      await mendFilters(tx, member, 'labels', label, filters[label] ?? [])
      await mendViews(tx, member, 'labels', label, views[label] ?? [])
    }
    const all = await listLabels(tx, member)
    await emitLabels(
      tx,
      member,
      all.filter((label) => back.includes(label.id)),
    )
    await emitSavedItems(tx, member, touched)
  })

async function takeAway(tx: Tx, member: ProjectMember, ids: string[]) {
  await lockLabelled(tx, member, ids)
  await removeLabels(tx, member, ids)
  await dropFromFilters(tx, member, 'labels', ids)
  await dropFromViews(tx, member, 'labels', ids)
  const { project_id } = member
  await emit(tx, { type: 'label.removed', ids, project_id }, everyone(member))
}

/** Those of these labels that no item uses and that have no children. */
export async function removeUnusedLabels(tx: Tx, member: ProjectMember, among: readonly string[]) {
  if (among.length === 0) return
  await lockProject(tx, member)
  const ids = await listUnused(tx, member, among)
  if (ids.length > 0) await takeAway(tx, member, ids)
}
