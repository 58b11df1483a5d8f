import {
  isGroupedKind,
  isSortedKind,
  type PropertyField,
  propertiesOfType,
  propertyField,
  type WorkItemProperty,
  type WorkItemType,
} from '@cairn/contract'
import { useMemo } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useProjectTypes, useTypes } from '#entities/work-item-type/hooks.ts'
import { useProperties } from '#entities/work-item-type/property-hooks.ts'
import { type ListContext, projectOf } from './list-context.ts'
import { type FilterField, type FixedField, isOfProperty } from './list-settings.ts'

/** The types that items of the list can have. */
export function useTypesIn(context: ListContext): WorkItemType[] {
  const project_id = projectOf(context)
  const all = useTypes(context.slug)
  const ofProject = useProjectTypes(context.slug, project_id ?? '')
  return useMemo(() => {
    const isUsed = (type: WorkItemType) =>
      context.kind === 'epics' ? type.is_epic : !project_id || ofProject.includes(type)
    return all?.filter(isUsed) ?? []
  }, [all, ofProject, project_id, context.kind])
}

/** A property that lists are filtered by, and perhaps grouped and sorted. */
export interface OwnField {
  field: PropertyField
  property: WorkItemProperty
  /** With its type where several have a property of this name. */
  name: string
}

/** The properties that items of the list can have, by type. */
export function useOwnFields(context: ListContext): OwnField[] {
  const types = useTypesIn(context)
  const defined = useProperties(context.slug, types.length > 0)
  return useMemo(() => {
    const own = types.flatMap((type) =>
      propertiesOfType(defined ?? [], type.id).map((property) => ({ property, type })),
    )
    const named = Map.groupBy(own, ({ property }) => property.name.toLowerCase())
    return own.map(({ property, type }) => {
      const isShared = (named.get(property.name.toLowerCase())?.length ?? 0) > 1
      const name = isShared ? `${property.name} (${type.name})` : property.name
      return { field: propertyField(property), property, name }
    })
  }, [types, defined])
}

export const isGrouped = ({ property }: OwnField) => isGroupedKind(property.kind)
export const isSorted = ({ property }: OwnField) => isSortedKind(property.kind)

/** What a field is called; of a property that was deleted nothing is known. */
export function useFieldName(context: ListContext): (field: FilterField) => string {
  const { t } = useTranslation()
  const own = useOwnFields(context)
  return (field) =>
    isOfProperty(field)
      ? (own.find((one) => one.field === field)?.name ?? t('list_settings.unknown'))
      : t(`list_settings.filters.${field as FixedField}`)
}

const datePattern = /^property_date/
/** A day, or a day and a time. */
export const isDateProperty = (field: string) => datePattern.test(field)
/** Typed, not chosen from a list. */
export const isTypedProperty = (field: string) => /^property_(text|link|number)/.test(field)
export const isTextProperty = (field: string) => /^property_(text|link)/.test(field)
