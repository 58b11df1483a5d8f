import type { WorkItem } from '@cairn/contract'
import type { ItemPatch } from './item-patch.ts'
import type { PickerLook } from './picker-props.ts'
import { TypePicker } from './type-picker.tsx'
import { useTypeChange } from './use-type-change.tsx'

interface ItemTypePickerProps extends PickerLook {
  slug: string
  item: WorkItem
  onChange: (patch: ItemPatch) => void
}

/** The type of an item that exists: its values are taken along to another one. */
export function ItemTypePicker({ slug, item, onChange, ...look }: ItemTypePickerProps) {
  const { project_id, type_id } = item
  const { choose, dialog } = useTypeChange({ slug, project_id, items: [item], onChange })
  return (
    <>
      <TypePicker {...look} slug={slug} project_id={project_id} value={type_id} onChange={choose} />
      {dialog}
    </>
  )
}
