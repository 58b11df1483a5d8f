import type { WorkItem } from '@cairn/contract'
import type { ItemPatch, NewItem } from '#entities/work-item/item-patch.ts'
import type { Press } from '#entities/work-item/open-item.ts'
import type { MenuEntry } from '#ui/overlays/menu.tsx'
import type { LoadedItems } from './grouped-items.ts'
import type { ListContext } from './list-context.ts'
import type { ListSettings } from './list-settings.ts'
import type { useFolds } from './use-folds.ts'
import type { ItemRights } from './use-item-rights.ts'
import type { ListSettingsActions } from './use-list-settings.ts'
import type { Gaps } from './use-work-item-list.ts'
import type { GroupPayload, ListVocabulary } from './vocabulary.tsx'

/** What can be done to items from a layout. Everything shows at once and is taken back when it fails. */
export interface ItemActions {
  change: (item: WorkItem, patch: ItemPatch) => void
  /** Quick add: the name and what the group gives. Undefined where nothing may be added. */
  add: ((name: string, payload?: GroupPayload) => void) | undefined
  /** The create dialog, filled in with what the group gives. Undefined where nothing may be created. */
  create: ((defaults?: Partial<NewItem> & { project_id?: string }) => void) | undefined
  /** Brings in items that exist: in cycles and modules. */
  addExisting: (() => void) | undefined
  /** The entries of "…" and of the right click, by role. `onRename` where names are edited in place. */
  menuOf: (item: WorkItem, more?: { onRename?: () => void }) => MenuEntry[]
  /** Asks first, then deletes. */
  askRemove: (item: WorkItem) => void
  /** Opens an item: beside the list, on its page on small screens, in a new tab with Ctrl. */
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
 *   holds only what the rows before told of it and is `uncounted`: then there is no total to show.
 * - `settings.display` and `settings.properties` are how the person wants it; change them by `set`.
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
  /** Reads on; see above. */
  read: (gaps: Gaps) => void
  vocabulary: ListVocabulary
  actions: ItemActions
  rights: ItemRights
  folds: ReturnType<typeof useFolds>
  peeked: string | undefined
  small: boolean
  /** Where the calendar says which days it shows: the list is read for those. */
  onSpan: (span: { first: string; last: string }) => void
}
