import type { WorkItem } from '@cairn/contract'
import {
  Archive,
  ArchiveRestore,
  CircleMinus,
  Copy,
  ExternalLink,
  Link2,
  Pencil,
  SquarePen,
  Trash2,
} from 'lucide-react'
import type { TFunction } from '#data/i18n.ts'
import type { WorkItemIntent } from '#entities/work-item/intent.ts'
import { archivedItemAddress, itemAddress, keyOf } from '#entities/work-item/item-address.ts'
import { isDraft } from '#entities/work-item-list/is-draft.ts'
import type { ItemActions } from '#entities/work-item-list/layout-props.ts'
import type { ListContext } from '#entities/work-item-list/list-context.ts'
import type { ItemRights } from '#entities/work-item-list/use-item-rights.ts'
import type { ListVocabulary } from '#entities/work-item-list/vocabulary.tsx'
import type { MenuEntry } from '#ui/overlays/menu.tsx'
import type { Asking } from './use-frame-actions.ts'

interface MenuOf {
  t: TFunction
  context: ListContext
  item: WorkItem
  rights: ItemRights
  vocabulary: ListVocabulary | undefined
  ask: (asking: Asking) => void
  /** The dialog of an item's whole form; undefined for those who may not create. */
  form: ((intent: WorkItemIntent) => void) | undefined
  onRename?: () => void
  change: ItemActions['change']
}

// Loaded with its words when it is first wanted.
const copyLink = async (address: string) =>
  (await import('#entities/work-item/copy-item.ts')).copyAddress(address)

const closed: readonly string[] = ['completed', 'cancelled']

/** Out of the cycle or the module whose list this is; it stays in the project. */
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

/** The entries of "…" and of the right click: the same, by role and context. */
export function itemMenu(menu: MenuOf): MenuEntry[] {
  const { t, context, item, rights, vocabulary, ask, form, onRename } = menu
  const { slug } = context
  const project = vocabulary?.projects.get(item.project_id)
  if (!project || isDraft(item)) return []
  const archived = item.archived_at !== null
  const address = archived
    ? archivedItemAddress(slug, item.project_id, item.id)
    : itemAddress(slug, keyOf(project, item))
  const canChange = rights.canChange(item)
  const isMember = rights.isMember(item)
  const isClosed = closed.includes(item.state__group)
  return [
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
    {
      label: t('work_items.open_in_tab'),
      icon: ExternalLink,
      onSelect: () => window.open(address, '_blank', 'noopener'),
    },
    {
      label: t('work_items.copy_link'),
      icon: Link2,
      onSelect: () => void copyLink(address),
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
