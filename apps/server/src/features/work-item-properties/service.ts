import {
  isListKind,
  labelSortOrder,
  type NewWorkItemProperty,
  type PropertyOption,
  type PropertyValue,
  readPropertyValue,
  type SavedOption,
  type WithId,
  type WorkItemProperty,
  type WorkItemPropertyPatch,
} from '@cairn/contract'
import type { Member } from '#kernel/auth/member.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, duplicate, notFound } from '#kernel/http/errors.ts'
import { lockTypes } from '#product/project-type-queries.ts'
import { lockType } from '#product/work-item-property-queries.ts'
import {
  findLastOrder,
  findProperty,
  insertProperty,
  isType,
  listDeleted,
  listReferenced,
  markOptionsDeleted,
  type OptionRow,
  purgeSome,
  updateProperty,
  upsertOptions,
} from './queries.ts'

export { listProperties } from './queries.ts'

const nameTaken = duplicate(
  'work_item_properties_name_key',
  badRequest({ name: ['A property with this name already exists.'] }),
)
const optionTaken = duplicate(
  'work_item_property_options_name_key',
  badRequest({ options: ['An option with this name already exists.'] }),
)

const blank = 'This field may not be blank.'

function readName(typed: string): string {
  const name = typed.trim()
  if (!name) throw badRequest({ name: [blank] })
  return name
}

/** Its id in another system. */
interface ExternalRef {
  external_source?: string | null | undefined
  external_id?: string | null | undefined
}

interface PropertyRef {
  type_id: string
  id: string
}

async function readProperty(db: Db, member: Member, ref: PropertyRef) {
  const property = await findProperty(db, member, ref)
  if (!property) throw notFound()
  return property
}

async function emitAndRead(tx: Tx, member: Member, ref: PropertyRef) {
  const work_item_property = await readProperty(tx, member, ref)
  const { workspace_id } = member
  await emit(tx, { type: 'work_item_property.saved', work_item_property }, { workspace_id })
  return work_item_property
}

type Shape = Pick<WorkItemProperty, 'kind' | 'is_multi' | 'decimals' | 'options'>

function readDefault(shape: Shape, value: PropertyValue | null): string | null {
  const outcome = readPropertyValue(shape, value)
  if ('fault' in outcome) throw badRequest({ default_value: ['Not a valid value.'] })
  return outcome.value === null ? null : JSON.stringify(outcome.value)
}

/** The options as they will be: those sent over those there are. */
function mergedOptions(before: readonly PropertyOption[], sent: readonly SavedOption[]) {
  let last = before.at(-1)?.sort_order
  return sent.map((option): OptionRow => {
    const id = option.id.toLowerCase()
    const known = before.find((one) => one.id === id)
    const { color = known?.color ?? '', is_active = known?.is_active ?? true } = option
    const name = (option.name ?? known?.name ?? '').trim()
    if (!name) throw badRequest({ options: [blank] })
    const { sort_order = known?.sort_order ?? labelSortOrder(last, undefined) } = option
    last = Math.max(last ?? sort_order, sort_order)
    return { id, name, color, sort_order, is_active }
  })
}

async function saveOptions(
  tx: Tx,
  member: Member,
  property: Pick<WorkItemProperty, 'id' | 'kind' | 'options'>,
  sent: readonly SavedOption[] | undefined,
) {
  if (!sent || sent.length === 0) return
  if (property.kind !== 'option') {
    throw badRequest({ options: ['Only a property of the kind option has options.'] })
  }
  const rows = mergedOptions(property.options, sent)
  const saved = await upsertOptions(tx, member, property.id, rows).catch(optionTaken)
  if (saved < rows.length) throw badRequest({ options: ['One of them is an option elsewhere.'] })
}

/** The value as stored, once the options it names are. */
async function saveDefault(
  tx: Tx,
  member: Member,
  ref: PropertyRef,
  value: PropertyValue | null | undefined,
) {
  if (value === undefined) return
  const property = await readProperty(tx, member, ref)
  await updateProperty(tx, member, ref.id, { default_value: readDefault(property, value) })
}

/** Adding one writes one row and its options, and does not block changes of items. */
export const createProperty = (
  db: Db,
  member: Member,
  type_id: string,
  { options, default_value, ...wanted }: NewWorkItemProperty & WithId & ExternalRef,
) =>
  db.transaction().execute(async (tx) => {
    const { kind, is_multi = false, unit = '', decimals = null } = wanted
    const name = readName(wanted.name)
    if (is_multi && !isListKind(kind)) {
      throw badRequest({ is_multi: ['A property of this kind has one value.'] })
    }
    await lockTypes(tx, member)
    if (!(await isType(tx, member, type_id))) throw notFound()
    const sort_order =
      wanted.sort_order ?? labelSortOrder(await findLastOrder(tx, member, type_id), undefined)
    const own = kind === 'number' ? { unit, decimals } : { unit: '', decimals: null }
    const row = { ...wanted, ...own, name, type_id, is_multi, sort_order }
    const { id } = await insertProperty(tx, member, row).catch(nameTaken)
    await saveOptions(tx, member, { id, kind, options: [] }, options)
    await saveDefault(tx, member, { type_id, id }, default_value)
    return emitAndRead(tx, member, { type_id, id })
  })

/** Without the options that are removed. */
const remainingDefault = (value: PropertyValue | null, gone: readonly string[]) =>
  Array.isArray(value) ? value.filter((id) => !gone.includes(id)) : value

export const changeProperty = (
  db: Db,
  member: Member,
  ref: PropertyRef,
  patch: WorkItemPropertyPatch & ExternalRef,
) =>
  db.transaction().execute(async (tx) => {
    await lockTypes(tx, member)
    const before = await readProperty(tx, member, ref)
    const { options, removed_option_ids = [], default_value, name, ...plain } = patch
    if (before.is_multi && patch.is_multi === false) {
      throw badRequest({ is_multi: ['Items may have several values already.'] })
    }
    if (patch.is_multi && !isListKind(before.kind)) {
      throw badRequest({ is_multi: ['A property of this kind has one value.'] })
    }
    const own = before.kind === 'number' ? {} : { unit: '', decimals: null }
    const change = { ...plain, ...own, ...(name !== undefined && { name: readName(name) }) }
    await updateProperty(tx, member, before.id, change).catch(nameTaken)
    const gone = removed_option_ids.map((id) => id.toLowerCase())
    if (gone.length > 0) {
      await lockType(tx, member, before.type_id)
      await markOptionsDeleted(tx, member, before.id, gone)
    }
    await saveOptions(tx, member, before, options)
    const isNarrowed = gone.length > 0 && default_value === undefined
    await saveDefault(
      tx,
      member,
      ref,
      isNarrowed ? remainingDefault(before.default_value, gone) : default_value,
    )
    return emitAndRead(tx, member, ref)
  })

/** Its values are removed in the background; until then they are ignored. */
export const removeProperty = (db: Db, member: Member, ref: PropertyRef) =>
  db.transaction().execute(async (tx) => {
    await lockTypes(tx, member)
    const { id } = await readProperty(tx, member, ref)
    await lockType(tx, member, ref.type_id)
    await updateProperty(tx, member, id, { deleted_at: now })
    const { workspace_id } = member
    await emit(tx, { type: 'work_item_property.removed', id, workspace_id }, { workspace_id })
  })

const MAX_REFERENCED = 200
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function readReferenced(db: Db, member: Member, ids: string) {
  const wanted = ids.split(',').filter((id) => id !== '')
  if (wanted.length > MAX_REFERENCED || !wanted.every((id) => uuid.test(id))) {
    throw badRequest({ ids: [`Ensure these are ${MAX_REFERENCED} ids at most.`] })
  }
  return listReferenced(db, member, wanted)
}

/** Removes the values of deleted properties and options, a few at a time. */
export async function purgeValues(db: Db): Promise<void> {
  for (const deleted of await listDeleted(db)) {
    let isMore: boolean
    do {
      isMore = await db.transaction().execute(async (tx) => {
        const purged = await purgeSome(tx, deleted)
        for (const { workspace_id, project_id } of purged.projects) {
          const audience = { workspace_id, project_id, for_everyone: true } as const
          await emit(tx, { type: 'work_item.many_saved', project_id }, audience)
        }
        return purged.isMore
      })
    } while (isMore)
  }
}
