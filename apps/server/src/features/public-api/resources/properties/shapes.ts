import { createHash } from 'node:crypto'
import {
  type PropertyKind,
  type PropertyValue,
  propertyValueIn,
  type WorkItemProperty,
} from '@cairn/contract'
import type {
  NewPropertyV1,
  NewValueV1,
  OptionV1,
  PropertyTypeV1,
  PropertyV1,
  ValueV1,
  WorkspacePropertyV1,
} from '@cairn/contract/v1'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { badRequest } from '#kernel/http/errors.ts'
import type { StoredOption, StoredProperty } from './queries.ts'

const types: Record<PropertyKind, PropertyTypeV1> = {
  ...{
    text: 'TEXT',
    number: 'DECIMAL',
    boolean: 'BOOLEAN',
    date: 'DATETIME',
    datetime: 'DATETIME',
  },
  ...{ option: 'OPTION', person: 'RELATION', item: 'RELATION', link: 'URL' },
}

const kinds = {
  ...{ TEXT: 'text', DECIMAL: 'number', BOOLEAN: 'boolean', OPTION: 'option', URL: 'link' },
} as const satisfies Partial<Record<PropertyTypeV1, PropertyKind>>

/** A format without hours is one of days. */
const hasTime = (format: unknown) => typeof format !== 'string' || /[hHkK]/.test(format)

export function kindOf({ property_type, relation_type, settings }: NewPropertyV1): PropertyKind {
  if (property_type === 'DATETIME') return hasTime(settings?.display_format) ? 'datetime' : 'date'
  if (property_type !== 'RELATION') return kinds[property_type]
  if (!relation_type) throw badRequest({ relation_type: ['This field is required.'] })
  return relation_type === 'USER' ? 'person' : 'item'
}

const settingsOf = ({ kind, unit, decimals }: WorkItemProperty): Record<string, unknown> => {
  if (kind === 'text') return { display_format: 'multi-line' }
  if (kind === 'number') return { unit, decimals }
  if (kind === 'date') return { display_format: 'yyyy-MM-dd' }
  return kind === 'datetime' ? { display_format: 'yyyy-MM-dd HH:mm' } : {}
}

/** The fields of the application that settings stand for. */
export function readSettings(settings: Record<string, unknown> | null | undefined) {
  const { unit, decimals } = settings ?? {}
  const isCount = typeof decimals === 'number' && Number.isInteger(decimals)
  if (decimals !== undefined && decimals !== null && !(isCount && decimals >= 0 && decimals <= 6)) {
    throw badRequest({ settings: ['decimals is a number from 0 to 6.'] })
  }
  return {
    ...(typeof unit === 'string' && { unit: unit.slice(0, 20) }),
    ...(decimals !== undefined && { decimals: isCount ? decimals : null }),
  }
}

const slug = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

const toTexts = (value: PropertyValue | null): string[] =>
  value === null ? [] : Array.isArray(value) ? value : [String(value)]

const idsIn = (value: PropertyValue | null) => (Array.isArray(value) ? value : [])

const place = ({ project_id, workspace_id }: ProjectMember) => ({
  project: project_id,
  workspace: workspace_id,
})

const option = <Where extends object>(
  property: StoredProperty,
  stored: StoredOption,
  where: Where,
) => ({
  ...stored,
  ...where,
  ...{ description: '', logo_props: {}, parent: null, property: property.id },
  is_default: idsIn(property.default_value).includes(stored.id),
})

export const toOption = (
  member: ProjectMember,
  property: StoredProperty,
  stored: StoredOption,
): OptionV1 => option(property, stored, place(member))

function property<Where extends object>(stored: StoredProperty, where: Where) {
  const { id, name, help, kind, is_required, is_active, is_multi, default_value } = stored
  const { sort_order, type_id, external_source, external_id } = stored
  const { created_at, updated_at, created_by, updated_by, deleted_at } = stored
  return {
    ...{ id, name: slug(name), display_name: name, description: help },
    ...{ property_type: types[kind], is_required, is_active, is_multi, sort_order },
    relation_type: kind === 'person' ? 'USER' : kind === 'item' ? 'ISSUE' : null,
    default_value: toTexts(default_value),
    settings: settingsOf(stored),
    ...{ validation_rules: {}, logo_props: {}, issue_type: type_id },
    options: stored.stored_options.map((one) => option(stored, one, where)),
    ...{ external_source, external_id, ...where },
    ...{ created_at, updated_at, created_by, updated_by, deleted_at },
  } as const
}

export const toProperty = (member: ProjectMember, stored: StoredProperty): PropertyV1 =>
  property(stored, place(member))

export const toWorkspaceProperty = (stored: StoredProperty): WorkspacePropertyV1 =>
  property(stored, { project: null, workspace: stored.workspace_id })

const wrong = (field: string) => badRequest({ [field]: ['Not a valid value.'] })

/** A text is read as one would type it: programs send numbers and days as texts, too. */
function scalarOf(stored: StoredProperty, sent: string | number | boolean, field: string) {
  if (typeof sent !== 'string' || stored.kind === 'text' || stored.kind === 'link') return sent
  const value = propertyValueIn(stored, sent, () => undefined)
  if (value === undefined) throw wrong(field)
  return value
}

/** As the application has it; null clears. */
export function readValue(
  stored: StoredProperty,
  sent: NewValueV1['value'],
  field = 'value',
): PropertyValue | null {
  const isList = ['option', 'person', 'item'].includes(stored.kind)
  const list = Array.isArray(sent) ? sent : sent === null || sent === '' ? [] : [sent]
  if (isList) return list.map(String)
  const [first, ...others] = list
  if (others.length > 0) throw wrong(field)
  return first === undefined ? null : scalarOf(stored, first, field)
}

/** The same id for the same value, because values have none of their own. */
function idOf(parts: readonly string[]): string {
  const hash = createHash('sha256').update(parts.join(' ')).digest('hex')
  return [
    ...[hash.slice(0, 8), hash.slice(8, 12), `5${hash.slice(13, 16)}`],
    ...[`8${hash.slice(17, 20)}`, hash.slice(20, 32)],
  ].join('-')
}

export function toValues(
  stored: StoredProperty,
  issue_id: string,
  value: PropertyValue | undefined,
  { created_at, updated_at }: { created_at: string; updated_at: string },
): ValueV1[] {
  const list = value === undefined ? [] : Array.isArray(value) ? value : [value]
  return list.map((one) => ({
    id: idOf([issue_id, stored.id, stored.is_multi ? String(one) : '']),
    ...{ property_id: stored.id, issue_id, value: one, value_type: types[stored.kind] },
    ...{ external_source: null, external_id: null, created_at, updated_at },
  }))
}
