import type { WorkItem } from '@cairn/contract'
import { Suspense, useState } from 'react'
import type { ItemPatch } from '#entities/work-item/item-patch.ts'
import { PickAhead } from '#ui/controls/typed-ahead.tsx'
import { MenuAt, type MenuEntry } from '#ui/overlays/menu.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { BAR } from './selection.ts'
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
  /** The same for the whole selection, from one of its rows or from its bar. */
  onChangeMany: (items: readonly WorkItem[], patch: ItemPatch, at: WorkItem | undefined) => void
  onClose: () => void
  /** Alignment of pickers to their buttons; by default depends on the property. */
  align?: 'start' | 'end'
}

/** Pickers of several values stay open and keep the focus: whether it returns to the row. */
export const closesPicker = (patch: ItemPatch) =>
  !(patch.label_ids || patch.assignee_ids || patch.module_ids)

/** The only menu and picker for all rows. */
export function RowPopups(props: RowPopupsProps) {
  const { slug, edit, small, itemOf, menuOf, onChange, onChangeMany, onClose, align } = props
  // Stays after closing until it has faded out.
  const [shown, setShown] = useState<Edit>()
  if (edit && edit !== shown && edit.what !== 'name') setShown(edit)
  if (!shown || shown.what === 'name') return null

  const item = itemOf(shown.item.id) ?? shown.item
  const place = {
    open: edit === shown,
    anchor: shown.anchor,
    returnTo: shown.returnTo,
    point: shown.point,
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
  const many = shown.many?.map((one) => itemOf(one.id) ?? one)
  const isAtEdge = shown.what === 'state' || shown.point !== undefined
  return (
    <Suspense fallback={edit && <PickAhead />}>
      <PropertyPopup
        slug={slug}
        property={shown.what}
        items={many ?? [item]}
        place={place}
        align={align ?? (isAtEdge ? 'start' : 'end')}
        onChange={(patch) =>
          many
            ? onChangeMany(many, patch, shown.key === BAR ? undefined : item)
            : onChange(item, patch)
        }
      />
    </Suspense>
  )
}
