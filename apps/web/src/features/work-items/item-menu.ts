import type { WorkItem } from '@cairn/contract'
import {
  Archive,
  ArchiveRestore,
  Boxes,
  CalendarCheck,
  CircleDot,
  CircleMinus,
  Copy,
  ExternalLink,
  FolderInput,
  Hash,
  IterationCw,
  Link,
  type LucideIcon,
  Pencil,
  SignalHigh,
  SquarePen,
  Tag,
  Trash2,
  Users,
} from 'lucide-react'
import type { TFunction } from '#data/i18n.ts'
import type { WorkItemIntent } from '#entities/work-item/intent.ts'
import { archivedItemAddress, itemAddress, keyOf } from '#entities/work-item/item-address.ts'
import { keyOfProperty, type Property } from '#entities/work-item/properties.ts'
import { isDraft } from '#entities/work-item-list/is-draft.ts'
import type { ItemActions, MenuOptions } from '#entities/work-item-list/layout-props.ts'
import type { ListContext } from '#entities/work-item-list/list-context.ts'
import type { ListReferences } from '#entities/work-item-list/references.tsx'
import type { ItemRights } from '#entities/work-item-list/use-item-rights.ts'
import type { MenuEntry } from '#ui/overlays/menu.tsx'
import type { Asking } from './use-frame-actions.ts'

interface MenuOf extends MenuOptions {
  t: TFunction
  context: ListContext
  item: WorkItem
  rights: ItemRights
  references: ListReferences | undefined
  ask: (asking: Asking) => void
  askMany: ItemActions['askMany']
  /** Whether the user is an admin of the list's project. */
  isAdmin: boolean
  /** Opens the full form of an item; undefined if the user may not create items. */
  form: ((intent: WorkItemIntent) => void) | undefined
  change: ItemActions['change']
}

// Loaded with its texts on first use.
const loadCopy = () => import('#entities/work-item/copy-item.ts')

const closed: readonly string[] = ['completed', 'cancelled']

const properties: [Property, LucideIcon][] = [
  ['state', CircleDot],
  ['priority', SignalHigh],
  ['assignees', Users],
  ['labels', Tag],
  ['cycle', IterationCw],
  ['modules', Boxes],
  ['due_date', CalendarCheck],
]

/** Each opens its picker. */
function propertiesOf({ t, item, rights, onProperty }: MenuOf): MenuEntry[] {
  if (!onProperty) return []
  const entries = properties
    .filter(([property]) => rights.canChange(item, property))
    .map(([property, icon]) => ({
      label: t(`pickers.${property}`),
      icon,
      shortcut: keyOfProperty(property),
      opens: 'picker' as const,
      onSelect: () => onProperty(property),
    }))
  return entries.length > 0 ? [...entries, 'line'] : []
}

/** Removes it from the cycle or module of this list; it stays in the project. */
function removalFrom({ t, context, item, rights, change }: MenuOf): MenuEntry[] {
  if (!rights.canChange(item) || !rights.isMember(item)) return []
  if (context.kind === 'cycle') {
    const onSelect = () => change(item, { cycle_id: null })
    return [{ label: t('work_items.take_out_of_cycle'), icon: CircleMinus, onSelect }]
  }
  if (context.kind !== 'module') return []
  const module_ids = item.module_ids.filter((id) => id !== context.module_id)
  const onSelect = () => change(item, { module_ids })
  return [{ label: t('work_items.take_out_of_module'), icon: CircleMinus, onSelect }]
}

/** The same for all selected items, which are of one project. */
function menuOfMany(menu: MenuOf, many: readonly WorkItem[]): MenuEntry[] {
  const { t, context, references, rights, askMany, isAdmin } = menu
  const keys = many.flatMap((item) => {
    const project = references?.projects.get(item.project_id)
    return project ? keyOf(project, item) : []
  })
  const links = keys.map((key) => location.origin + itemAddress(context.slug, key))
  const areClosed = many.every(({ state__group }) => closed.includes(state__group))
  return [
    { heading: t('bulk.of_many', { count: many.length }) },
    ...propertiesOf(menu),
    many.every((item) => rights.isMember(item) && !item.is_epic) && {
      label: t('work_items.move_to_project'),
      icon: FolderInput,
      opens: 'dialog',
      onSelect: () => askMany('move', many),
    },
    {
      label: t('work_items.copy_links'),
      icon: Link,
      onSelect: () => void loadCopy().then(({ copyLinks }) => copyLinks(links)),
    },
    {
      label: t('work_items.copy_keys'),
      icon: Hash,
      onSelect: () => void loadCopy().then(({ copyItemKey }) => copyItemKey(keys.join(', '))),
    },
    'line',
    {
      label: t('work_items.archive'),
      detail: areClosed ? undefined : t('work_items.archive_only_closed'),
      icon: Archive,
      disabled: !areClosed,
      onSelect: () => askMany('archive', many),
    },
    isAdmin && {
      label: t('work_items.delete'),
      icon: Trash2,
      danger: true,
      shortcut: 'backspace',
      onSelect: () => askMany('remove', many),
    },
  ]
}

/** The entries of "…" and of the right click: the same, by role and context. */
export function itemMenu(menu: MenuOf): MenuEntry[] {
  const { t, context, item, rights, references, ask, form, onRename, many } = menu
  const { slug } = context
  const project = references?.projects.get(item.project_id)
  if (!project || isDraft(item)) return []
  if (many) return menuOfMany(menu, many)
  const archived = item.archived_at !== null
  const key = keyOf(project, item)
  const address = archived
    ? archivedItemAddress(slug, item.project_id, item.id)
    : itemAddress(slug, key)
  const canChange = rights.canChange(item)
  const isMember = rights.isMember(item)
  const isClosed = closed.includes(item.state__group)
  return [
    ...propertiesOf(menu),
    canChange &&
      form && {
        label: t('work_items.edit'),
        icon: SquarePen,
        onSelect: () => form({ item }),
      },
    canChange &&
      onRename && {
        label: t('work_items.rename'),
        icon: Pencil,
        shortcut: 'F2',
        onSelect: onRename,
      },
    canChange &&
      isMember &&
      form && {
        label: t('work_items.make_a_copy'),
        icon: Copy,
        onSelect: () => form({ copyOf: item }),
      },
    canChange &&
      isMember &&
      !item.is_epic && {
        label: t('work_items.move_to_project'),
        icon: FolderInput,
        opens: 'dialog',
        onSelect: () => ask({ action: 'move', items: [item] }),
      },
    {
      label: t('work_items.open_in_tab'),
      icon: ExternalLink,
      onSelect: () => window.open(address, '_blank', 'noopener'),
    },
    {
      label: t('work_items.copy_link'),
      icon: Link,
      onSelect: () => void loadCopy().then(({ copyAddress }) => copyAddress(address)),
    },
    {
      label: t('work_items.copy_key'),
      icon: Hash,
      onSelect: () => void loadCopy().then(({ copyItemKey }) => copyItemKey(key)),
    },
    ...removalFrom(menu),
    (isMember || rights.canRemove(item)) && 'line',
    isMember &&
      archived && {
        label: t('work_items.restore'),
        icon: ArchiveRestore,
        onSelect: () => ask({ action: 'restore', item }),
      },
    isMember &&
      !archived && {
        label: t('work_items.archive'),
        detail: isClosed ? undefined : t('work_items.archive_only_closed'),
        icon: Archive,
        disabled: !isClosed,
        onSelect: () => ask({ action: 'archive', item }),
      },
    rights.canRemove(item) && {
      label: t('work_items.delete'),
      icon: Trash2,
      danger: true,
      shortcut: 'backspace',
      onSelect: () => ask({ action: 'remove', item }),
    },
  ]
}
