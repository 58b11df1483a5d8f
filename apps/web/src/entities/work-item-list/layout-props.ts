import type { WorkItem } from '@cairn/contract'
import type { ReactNode } from 'react'
import type { ItemPatch, NewItem } from '#entities/work-item/item-patch.ts'
import type { Press } from '#entities/work-item/open-item.ts'
import type { Property } from '#entities/work-item/properties.ts'
import type { MenuEntry } from '#ui/overlays/menu.tsx'
import type { BulkAction } from './bulk-actions.ts'
import type { LoadedItems } from './grouped-items.ts'
import type { ListContext } from './list-context.ts'
import type { ListSettings } from './list-settings.ts'
import type { GroupPayload, ListReferences } from './references.tsx'
import type { useFolds } from './use-folds.ts'
import type { ItemRights } from './use-item-rights.ts'
import type { ListSettingsActions } from './use-list-settings.ts'
import type { Gaps } from './use-work-item-list.ts'

export interface MenuOptions {
  /** If names can be edited in place. */
  onRename?: () => void
  /** The selection, if the item is part of it: the menu then applies to all of it. */
  many?: readonly WorkItem[] | undefined
  /** Opens the picker of a property, once the menu has closed. */
  onProperty?: (property: Property) => void
}

/** Actions on items in a layout. Everything is shown at once and reverted on failure. */
export interface ItemActions {
  change: (item: WorkItem, patch: ItemPatch) => void
  /** The same for several items of one project; lists start from the values all have in common. */
  changeMany: (items: readonly WorkItem[], patch: ItemPatch) => void
  /** Quick add: the name and the group's values. Undefined if nothing may be added. */
  add: ((name: string, payload?: GroupPayload) => void) | undefined
  /** Opens the create dialog with the group's values. Undefined if nothing may be created. */
  create: ((defaults?: Partial<NewItem> & { project_id?: string }) => void) | undefined
  /** Adds existing items: in cycles and modules. */
  addExisting: (() => void) | undefined
  /** The entries of "…" and of the context menu, by role. */
  menuOf: (item: WorkItem, more?: MenuOptions) => MenuEntry[]
  /** While the code of these entries is loading. */
  menuLoading?: () => Promise<unknown> | undefined
  /** Confirms, then deletes. */
  askRemove: (item: WorkItem) => void
  /** The same for several; users without the right get a message. */
  askMany: (action: BulkAction | 'move', items: readonly WorkItem[]) => void
  /** Opens an item: in the side panel, on its page on small screens, in a new tab with Ctrl. */
  open: (item: WorkItem, press?: Press) => void
}

/**
 * What every layout is given, and all it needs to know: the screen around it (`work-items-screen.tsx`)
 * has read the list, its settings and its words, and draws header, filters and empty states itself.
 *
 * - `data` holds the loaded rows in cells. A flat list has the one cell `ALL`; a grouped one a cell per
 *   group (`cellKey(group)`), a board with lanes one per group and lane (`cellKey(group, lane)`).
 *   Read them with `cellIn(data, key)`: its `items` are loaded and in order, `total` says how many there
 *   are. Draw the missing ones as gaps and ask for them by `read(new Map([[key, index]]))`, again and
 *   again as one scrolls: it reads each cell once at a time, and stops what is not asked for any more.
 *   `shownGroups` and `shownSubGroups` say which groups to draw, with title, icon, exact total and what
 *   a new item there gets. Totals of the list: `data.total`. For a moment after a filter was chosen `data`
 *   holds only the old rows that match and is `uncounted`: then there is no total to show.
 * - `settings.display` and `settings.properties` are the user's settings; change them with `set`.
 * - Rows, cards and cells are plain elements. A value that can be changed is a button; the layout keeps
 *   one `PropertyPopup` (from `work-item-pickers`) for all of them. Ask `rights.canChange(item)` first:
 *   without it values are only to look at. An item with `isDraft(item)` is still being created.
 * - A drag ends in `dropPatch(…)` of `drop.ts`, which is given to `actions.change`.
 * - Rows carry `data-item={item.id}`; `peeked` is the key ("TRAIL-412") of the item that is open
 *   beside the list.
 * - Layouts with a selection use `useSelection` and draw `<BulkBar>` (lazy) over their lower edge.
 */
export interface LayoutProps {
  context: ListContext
  settings: ListSettings
  set: ListSettingsActions
  data: LoadedItems
  /** Loads more; see above. */
  read: (gaps: Gaps) => void
  references: ListReferences
  actions: ItemActions
  rights: ItemRights
  folds: ReturnType<typeof useFolds>
  peeked: string | undefined
  small: boolean
  /** Below the last row: what filters hide. */
  foot?: ReactNode
  /** The calendar reports the days it shows: the list is read for these. */
  onSpan: (span: { first: string; last: string }) => void
}
