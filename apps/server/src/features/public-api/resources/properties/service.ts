import { ADMIN, type PropertyValue, type SavedOption } from '@cairn/contract'
import type {
  NewOptionV1,
  NewPropertyV1,
  NewValueV1,
  OptionPatchV1,
  PropertyPatchV1,
  ValueV1,
} from '@cairn/contract/v1'
import {
  changeProperty,
  createProperty,
  removeProperty,
} from '#features/work-item-properties/service.ts'
import { changeWorkItem, openVisible } from '#features/work-items/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, gateClosed, HttpError, notFound } from '#kernel/http/errors.ts'
import { alreadyThere, whereTaken } from '../../kit/conflicts.ts'
import { refusedAs } from '../../kit/refusals.ts'
import { reachItem } from '../work-items/reach.ts'
import {
  findByName,
  findProperty,
  listOfProject,
  listOfWorkspace,
  type StoredProperty,
  saveExternal,
} from './queries.ts'
import {
  kindOf,
  readSettings,
  readValue,
  toOption,
  toProperty,
  toValues,
  toWorkspaceProperty,
} from './shapes.ts'

interface TypeRef {
  type_id: string
}
interface PropertyRef extends TypeRef {
  property_id: string
}
interface OptionRef {
  property_id: string
  option_id: string
}

/** Types and their properties are the workspace's, so its admins define them. */
function refuseOthers({ workspace_role }: Member) {
  if (workspace_role < ADMIN) throw gateClosed()
}

async function propertyOf(db: Db, member: ProjectMember, id: string, type_id?: string) {
  const found = await findProperty(db, member, id)
  if (!found || (type_id && found.type_id !== type_id.toLowerCase())) throw notFound()
  return found
}

export async function readProperties(db: Db, member: ProjectMember, type_id?: string) {
  const all = await listOfProject(db, member)
  return all
    .filter((one) => type_id === undefined || one.type_id === type_id.toLowerCase())
    .map((one) => toProperty(member, one))
}

export const readPropertiesOfWorkspace = async (db: Db, member: Member) =>
  (await listOfWorkspace(db, member)).map(toWorkspaceProperty)

export const readProperty = async (db: Db, member: ProjectMember, ref: PropertyRef) =>
  toProperty(member, await propertyOf(db, member, ref.property_id, ref.type_id))

const nameTaken = (db: Db, member: ProjectMember, type_id: string, name: string) =>
  whereTaken({
    work_item_properties_name_key: async () =>
      alreadyThere(
        'Property with the same name already exists',
        await findByName(db, member, type_id, name.trim()),
      ),
  })

function toOptions(options: readonly NewOptionV1[]) {
  const sent = options.map(({ is_default, external_source, external_id, ...option }) => ({
    option: { ...option, id: crypto.randomUUID() } satisfies SavedOption,
    is_default,
    external: { external_source, external_id },
  }))
  return {
    sent,
    options: sent.map(({ option }) => option),
    chosen: sent.filter(({ is_default }) => is_default).map(({ option }) => option.id),
  }
}

type Default = PropertyValue | null | undefined

/** Defaults are sent as texts; of options their ids, or `is_default` at the option. */
function readDefault(stored: StoredProperty, texts: readonly string[] | null | undefined): Default {
  if (!texts) return texts
  return readValue(stored, [...texts], 'default_value')
}

export async function addProperty(
  db: Db,
  member: ProjectMember,
  { type_id }: TypeRef,
  wanted: NewPropertyV1,
) {
  refuseOthers(member)
  const { display_name, description, default_value, settings, options = [], ...rest } = wanted
  const { property_type, relation_type, sort_order, external_source, external_id, ...flags } = rest
  const kind = kindOf(wanted)
  const given = toOptions(options)
  const shape = { kind, is_multi: flags.is_multi ?? false, decimals: null, options: [] }
  const own = readDefault(shape as unknown as StoredProperty, default_value)
  const chosen = given.chosen.length > 0 ? given.chosen : own
  const { id } = await createProperty(db, member, type_id, {
    ...{ ...flags, ...readSettings(settings), kind, name: display_name },
    ...{ external_source, external_id },
    ...(description != null && { help: description }),
    ...(sort_order !== undefined && { sort_order }),
    ...(given.options.length > 0 && { options: given.options }),
    ...(chosen !== undefined && { default_value: chosen }),
  }).catch(nameTaken(db, member, type_id, display_name))
  for (const { option, external } of given.sent) {
    if (external.external_id) await saveExternal(db, id, option.id, external)
  }
  return toProperty(member, await propertyOf(db, member, id))
}

export async function editProperty(
  db: Db,
  member: ProjectMember,
  { type_id, property_id }: PropertyRef,
  patch: PropertyPatchV1,
) {
  refuseOthers(member)
  const before = await propertyOf(db, member, property_id, type_id)
  const { display_name, description, default_value, settings, ...plain } = patch
  const chosen = readDefault(before, default_value)
  const ref = { type_id: before.type_id, id: before.id }
  await changeProperty(db, member, ref, {
    ...{ ...plain, ...readSettings(settings) },
    ...(display_name !== undefined && { name: display_name }),
    ...(description != null && { help: description }),
    ...(chosen !== undefined && { default_value: chosen }),
  }).catch(nameTaken(db, member, before.type_id, display_name ?? ''))
  return toProperty(member, await propertyOf(db, member, before.id))
}

export async function deleteProperty(db: Db, member: ProjectMember, ref: PropertyRef) {
  refuseOthers(member)
  const { id, type_id } = await propertyOf(db, member, ref.property_id, ref.type_id)
  await removeProperty(db, member, { id, type_id })
}

export async function readOptions(db: Db, member: ProjectMember, id: string) {
  const property = await propertyOf(db, member, id)
  return property.stored_options.map((one) => toOption(member, property, one))
}

async function optionOf(db: Db, member: ProjectMember, { property_id, option_id }: OptionRef) {
  const property = await propertyOf(db, member, property_id)
  const stored = property.stored_options.find(({ id }) => id === option_id.toLowerCase())
  if (!stored) throw notFound()
  return { property, stored }
}

export async function readOption(db: Db, member: ProjectMember, ref: OptionRef) {
  const { property, stored } = await optionOf(db, member, ref)
  return toOption(member, property, stored)
}

const idsIn = (value: PropertyValue | null) => (Array.isArray(value) ? value : [])

/** With or without this option, as asked; a property with one value has one default. */
function defaultWith(
  { default_value, is_multi }: StoredProperty,
  id: string,
  is_default: boolean | undefined,
) {
  if (is_default === undefined) return {}
  const others = idsIn(default_value).filter((one) => one !== id)
  if (!is_default) return { default_value: others }
  return { default_value: is_multi ? [...others, id] : [id] }
}

const optionTaken = (error: unknown): never => {
  const isTaken =
    error instanceof HttpError && error.index === 'work_item_property_options_name_key'
  throw isTaken ? alreadyThere('Option with the same name already exists', undefined) : error
}

async function saveOption(
  db: Db,
  member: ProjectMember,
  property: StoredProperty,
  { id, is_default, external_source, external_id, ...option }: OptionPatchV1 & { id: string },
) {
  const ref = { type_id: property.type_id, id: property.id }
  await changeProperty(db, member, ref, {
    options: [{ ...option, id }],
    ...defaultWith(property, id, is_default),
  }).catch(optionTaken)
  if (external_source !== undefined || external_id !== undefined) {
    await saveExternal(db, property.id, id, { external_source, external_id })
  }
  return readOption(db, member, { property_id: property.id, option_id: id })
}

export async function addOption(
  db: Db,
  member: ProjectMember,
  property_id: string,
  wanted: NewOptionV1,
) {
  refuseOthers(member)
  const property = await propertyOf(db, member, property_id)
  return saveOption(db, member, property, { ...wanted, id: crypto.randomUUID() })
}

export async function editOption(
  db: Db,
  member: ProjectMember,
  ref: OptionRef,
  patch: OptionPatchV1,
) {
  refuseOthers(member)
  const { property, stored } = await optionOf(db, member, ref)
  return saveOption(db, member, property, {
    external_source: stored.external_source,
    external_id: stored.external_id,
    ...{ ...patch, id: stored.id },
  })
}

export async function deleteOption(db: Db, member: ProjectMember, ref: OptionRef) {
  refuseOthers(member)
  const { property, stored } = await optionOf(db, member, ref)
  const at = { type_id: property.type_id, id: property.id }
  await changeProperty(db, member, at, { removed_option_ids: [stored.id] })
}

interface ValueRef {
  issue_id: string
  property_id: string
}

async function valuesOf(db: Db, member: ProjectMember, ref: ValueRef): Promise<ValueV1[]> {
  const property = await propertyOf(db, member, ref.property_id)
  const id = await reachItem(db, member, ref.issue_id)
  const item = await openVisible(db, member, id).catch(refusedAs(gateClosed))
  if (item.type_id !== property.type_id) throw notFound()
  return toValues(property, item.id, item.property_values[property.id], item)
}

/** Of a property with one value this value. */
async function shown(db: Db, member: ProjectMember, ref: ValueRef) {
  const { is_multi } = await propertyOf(db, member, ref.property_id)
  const values = await valuesOf(db, member, ref)
  if (is_multi) return values
  const [value] = values
  if (!value) throw notFound()
  return value
}

export const readValues = shown

/** The field is called `value` here. */
const asValue =
  (property_id: string) =>
  (error: unknown): never => {
    if (!(error instanceof HttpError) || error.status !== 400) throw error
    const { property_values, ...rest } = error.body as {
      property_values?: Record<string, string[]>
    }
    throw badRequest(property_values ? { value: property_values[property_id] ?? [] } : rest)
  }

export async function writeValues(
  db: Db,
  member: ProjectMember,
  ref: ValueRef,
  { value }: NewValueV1,
) {
  const property = await propertyOf(db, member, ref.property_id)
  const id = await reachItem(db, member, ref.issue_id)
  const property_values = { [property.id]: readValue(property, value) }
  await changeWorkItem(db, member, id, { property_values })
    .catch(refusedAs(gateClosed))
    .catch(asValue(property.id))
  return property
}

export async function setValues(db: Db, member: ProjectMember, ref: ValueRef, body: NewValueV1) {
  const { is_multi } = await writeValues(db, member, ref, body)
  const values = await valuesOf(db, member, ref)
  return is_multi ? values : (values[0] ?? [])
}

export async function clearValues(db: Db, member: ProjectMember, ref: ValueRef) {
  await writeValues(db, member, ref, { value: null })
}
