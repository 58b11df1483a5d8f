import { useTranslation } from '#data/i18n.ts'
import { useItemPage } from '#entities/work-item/item-context.ts'
import { PropertyRows } from '#entities/work-item/property-rows.tsx'
import { WidgetSection } from '#entities/work-item/widget-section.tsx'
import { useTypes } from '#entities/work-item-type/hooks.ts'
import { useTypeProperties } from '#entities/work-item-type/property-hooks.ts'

/** The properties that the type of the item has. */
export function TypeDetails() {
  const { t } = useTranslation()
  const { slug, project, item, change, canChange } = useItemPage()
  const properties = useTypeProperties(slug, item.type_id)
  const type = useTypes(slug, true)?.find(({ id }) => id === item.type_id)
  if (!type || properties.length === 0) return null
  return (
    <WidgetSection title={t('properties.details', { type: type.name })}>
      <PropertyRows
        key={item.id}
        slug={slug}
        project_id={project.id}
        item_id={item.id}
        properties={properties}
        valueAt={({ id }) => item.property_values[id] ?? undefined}
        onChange={(property_values) => change({ property_values })}
        disabled={!canChange}
      />
    </WidgetSection>
  )
}
