import type { WorkItem } from '@cairn/contract'
import { Suspense, useState } from 'react'
import type { ItemPatch } from '#entities/work-item/item-patch.ts'
import { MenuAt, type MenuEntry } from '#ui/overlays/menu.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import type { Edit } from './use-row-actions.ts'

const PropertyPopup = lazy(() => import('#entities/work-item/property-popup.tsx'))

interface RowPopupsProps {
  slug: string
  edit: Edit | undefined
  small: boolean
  /** The item as it is now. */
  itemOf: (id: string) => WorkItem | undefined
  menuOf: (edit: Edit) => MenuEntry[]
  onChange: (item: WorkItem, patch: ItemPatch) => void
  onClose: () => void
  /** Which edges of pickers and their buttons meet; by the property unless told. */
  align?: 'start' | 'end'
}

/** The one menu and the one picker of all rows. */
export function RowPopups(props: RowPopupsProps) {
  const { slug, edit, small, itemOf, menuOf, onChange, onClose, align } = props
  // Stays after closing until it has faded out.
  const [shown, setShown] = useState<Edit>()
  if (edit && edit !== shown && edit.what !== 'name') setShown(edit)
  if (!shown || shown.what === 'name') return null

  const item = itemOf(shown.item.id) ?? shown.item
  const place = {
    open: edit === shown,
    anchor: shown.anchor,
    returnTo: shown.returnTo,
    onClose,
  }
  if (shown.what === 'menu') {
    return (
      <MenuAt
        key={shown.key}
        place={place}
        align={small ? 'start' : 'end'}
        items={menuOf({ ...shown, item })}
      />
    )
  }
  return (
    <Suspense>
      <PropertyPopup
        slug={slug}
        property={shown.what}
        item={item}
        place={place}
        align={align ?? (shown.what === 'state' ? 'start' : 'end')}
        onChange={(patch) => onChange(item, patch)}
      />
    </Suspense>
  )
}
