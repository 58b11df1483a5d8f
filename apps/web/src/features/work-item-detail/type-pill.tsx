import { useItemPage } from '#entities/work-item/item-context.ts'
import { ItemTypePicker } from '#entities/work-item/item-type-picker.tsx'
import { hasType } from './properties.tsx'

/** The type of the item, above its title; without a type the panel offers one. */
export function TypePill() {
  const page = useItemPage()
  const { slug, item, change, canChange } = page
  if (!hasType(page) || !item.type_id) return null
  return <ItemTypePicker slug={slug} item={item} disabled={!canChange} onChange={change} />
}
