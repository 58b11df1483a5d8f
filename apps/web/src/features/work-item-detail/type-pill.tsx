import { useItemPage } from '#entities/work-item/item-context.ts'
import { TypePicker } from '#entities/work-item/type-picker.tsx'
import { hasType } from './properties.tsx'

/** The type of the item, above its title; without a type the panel offers one. */
export function TypePill() {
  const page = useItemPage()
  const { slug, project, item, change, canChange } = page
  if (!hasType(page) || !item.type_id) return null
  return (
    <TypePicker
      slug={slug}
      project_id={project.id}
      disabled={!canChange}
      value={item.type_id}
      onChange={(type_id) => change({ type_id })}
    />
  )
}
