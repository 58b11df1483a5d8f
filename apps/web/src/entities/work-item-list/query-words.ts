import type { WorkItemProperty } from '@cairn/contract'
import { useMemo } from 'react'
import { useTypes } from '#entities/work-item-type/hooks.ts'
import { useProperties } from '#entities/work-item-type/property-hooks.ts'
import type { Option } from '#ui/controls/combobox.tsx'
import type { FilterChipsProps } from './filter-chip.tsx'
import { useFilterOptions } from './filter-options.tsx'
import type { FilterField } from './list-settings.ts'

/** What a query can name: the values of fields, and the properties of types. */
export interface QueryWords {
  optionsOf: (field: FilterField) => readonly Option[]
  properties: readonly WorkItemProperty[]
  /** What the types are called, by id. */
  typeNames: ReadonlyMap<string, string>
}

export function useQueryWords({
  context,
  references,
}: Pick<FilterChipsProps, 'context' | 'references'>): QueryWords {
  const { optionsOf } = useFilterOptions(context, references)
  const properties = useProperties(context.slug)
  const types = useTypes(context.slug)
  return useMemo(
    () => ({
      optionsOf,
      properties: properties ?? [],
      typeNames: new Map(types?.map(({ id, name }) => [id, name])),
    }),
    [optionsOf, properties, types],
  )
}
