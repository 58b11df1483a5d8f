import { canRemoveWorkItem, MEMBER } from '@cairn/contract'
import {
  Archive,
  ArchiveRestore,
  Bell,
  BellOff,
  Copy,
  Ellipsis,
  FolderInput,
  Hash,
  LayoutTemplate,
  Link,
  PanelTop,
  Pencil,
  Trash2,
  Zap,
} from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useShell } from '#entities/frame/shell-context.ts'
import { useStates } from '#entities/state/hooks.ts'
import { copyAddress, copyItemKey, copyItemLink } from '#entities/work-item/copy-item.ts'
import { useSubscribe } from '#entities/work-item/hooks.ts'
import { archivedItemAddress } from '#entities/work-item/item-address.ts'
import { placeOf, useItemPage } from '#entities/work-item/item-context.ts'
import { SaveStatusText, type Saving } from '#entities/work-item/save-status.tsx'
import { useItemCommands } from '#entities/work-item/use-item-commands.tsx'
import { type ItemAction, useItemAction } from '#entities/work-item-list/item-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Menu, type MenuEntry } from '#ui/overlays/menu.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { useConvert } from './use-convert.ts'
import { usePageKeys } from './use-page-keys.tsx'

const MoveItemDialog = lazy(() => import('#entities/work-item-list/move-item-dialog.tsx'))
const SaveTemplateDialog = lazy(() => import('#entities/item-template/save-template-dialog.tsx'))
const ItemDialogs = lazy(() => import('#entities/work-item-list/item-dialogs.tsx'))

const left = { remove: 'deleted', archive: 'archived', restore: 'restored' } as const

interface ItemActionsProps {
  saving: Saving
  onEdit: () => void
  onParent: () => void
  /** Extra actions of the frame, at the end. */
  after?: ReactNode
}

/** Actions on the item as a whole; the same in the header of the page and of the peek. */
export function ItemActions({ saving, onEdit, onParent, after }: ItemActionsProps) {
  const { t } = useTranslation()
  const page = useItemPage()
  const { slug, key, item, project, isArchived, canChange, canHang } = page
  const { id: user_id } = useMe()
  const small = useSmallScreen()
  const { createWorkItem } = useShell()
  const leave = (action: ItemAction) => page.onLeave(left[action])
  const restore = useItemAction(slug, 'restore', leave)
  const convert = useConvert(placeOf(page))
  // Stays after closing until it has faded out.
  const [dialog, setDialog] = useState<ItemAction>()
  const [asking, setAsking] = useState(false)
  const [moving, setMoving] = useState(false)
  const [saved, setSaved] = useState(false)
  const caller = { user_id, project_role: project.member_role ?? 0 }
  const isMember = caller.project_role >= MEMBER
  const over = item.state__group === 'completed' || item.state__group === 'cancelled'
  const mayRemove = isMember || canRemoveWorkItem(caller, item)
  const mayArchive = isMember && !isArchived && !page.isPartial

  const copyLink = () =>
    void (isArchived
      ? copyAddress(archivedItemAddress(slug, project.id, item.id))
      : copyItemLink(slug, key))

  function ask(action: ItemAction) {
    setDialog(action)
    setAsking(true)
  }

  /** The server decides; this skips the dialog if the result is known. */
  function askToDelete() {
    if (canRemoveWorkItem(caller, item)) ask('remove')
    else toast({ kind: 'error', title: t('shell.not_permitted') })
  }

  const keys = usePageKeys(page)
  useItemCommands({
    mayOpen: keys.mayOpen,
    open: keys.open,
    archive: mayArchive && over ? () => ask('archive') : undefined,
    slug,
    itemKey: key,
    item,
    states: useStates(slug, project.id) ?? [],
    change: canChange ? page.change : undefined,
    remove: mayRemove ? askToDelete : undefined,
    copyLink,
  })

  /** An epic has no parent, and needs epics enabled in the project. */
  const mayConvert =
    canHang && (item.is_epic || (project.is_epic_enabled && item.parent_id === null))
  const to = item.is_epic ? 'issue' : 'epic'
  const conversion: MenuEntry[] = [
    mayConvert && {
      label: t(`item.convert_to_${to}`),
      icon: Zap,
      onSelect: () =>
        convert.mutate(to, {
          onSuccess: () => toast({ kind: 'success', title: t(`item.converted_to_${to}`, { key }) }),
        }),
    },
  ]

  const more: MenuEntry[] = [
    canChange && { label: t('item.edit'), icon: Pencil, onSelect: onEdit },
    isMember &&
      !isArchived && {
        label: t('item.make_copy'),
        icon: Copy,
        onSelect: () => createWorkItem?.({ copyOf: item }),
      },
    isMember &&
      !isArchived &&
      !item.is_epic && {
        label: t('item_templates.save_from_item'),
        icon: LayoutTemplate,
        opens: 'dialog',
        onSelect: () => setSaved(true),
      },
    canHang &&
      !item.is_epic && {
        label: t('item.change_parent'),
        icon: PanelTop,
        opens: 'dialog',
        onSelect: onParent,
      },
    ...conversion,
    canHang &&
      !item.is_epic && {
        label: t('item.move'),
        icon: FolderInput,
        opens: 'dialog',
        onSelect: () => setMoving(true),
      },
    { label: t('item.copy_key'), icon: Hash, onSelect: () => void copyItemKey(key) },
    small &&
      mayArchive && {
        label: t('item.archive'),
        icon: Archive,
        disabled: !over,
        detail: over ? undefined : t('item.archive_over_only'),
        onSelect: () => ask('archive'),
      },
    small && mayRemove && 'line',
    small &&
      mayRemove && {
        label: t('item.delete'),
        icon: Trash2,
        danger: true,
        onSelect: askToDelete,
      },
  ]

  return (
    <>
      <span ref={keys.mark} className="contents" />
      {keys.popup}
      <SaveStatusText saving={saving} />
      {!isArchived && <SubscribeButton small={small} />}
      <IconButton icon={Link} label={t('item.copy_link')} onClick={copyLink} />
      {mayArchive && !small && (
        <IconButton
          icon={Archive}
          label={t(over ? 'item.archive' : 'item.archive_over_only')}
          disabled={!over}
          onClick={() => ask('archive')}
        />
      )}
      {isMember && isArchived && (
        <IconButton
          icon={ArchiveRestore}
          label={t('item.restore')}
          onClick={() => restore({ name: key, item })}
        />
      )}
      {mayRemove && !small && (
        <IconButton icon={Trash2} label={t('item.delete')} onClick={askToDelete} />
      )}
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} label={t('item.more')} />}
        items={more}
      />
      {after}
      <Suspense>
        <Presence>
          {moving && (
            <MoveItemDialog
              slug={slug}
              itemKey={key}
              items={[item]}
              onMoved={(next) => page.onLeave('moved', next)}
              onClose={() => setMoving(false)}
            />
          )}
        </Presence>
        <Presence>
          {saved && (
            <SaveTemplateDialog
              slug={slug}
              project={project}
              item={item}
              onClose={() => setSaved(false)}
            />
          )}
        </Presence>
        {dialog && (
          <ItemDialogs
            slug={slug}
            name={key}
            item={item}
            action={dialog}
            open={asking}
            onClose={() => setAsking(false)}
            onDone={leave}
          />
        )}
      </Suspense>
    </>
  )
}

function SubscribeButton({ small }: { small: boolean }) {
  const { t } = useTranslation()
  const page = useItemPage()
  const { item, key, project, isPartial, place } = page
  const subscribe = useSubscribe(place, placeOf(page))
  const isMember = (project.member_role ?? 0) >= MEMBER
  if (isPartial) return <Skeleton width={96} height={28} className="rounded-md!" />
  const on = item.is_subscribed
  const label = t(on ? 'item.unsubscribe' : 'item.subscribe')

  const toggle = () =>
    subscribe.mutate(!on, {
      onSuccess: () =>
        toast({ kind: 'success', title: t(on ? 'item.unsubscribed' : 'item.subscribed', { key }) }),
    })

  if (small) {
    return (
      <IconButton icon={on ? BellOff : Bell} label={label} disabled={!isMember} onClick={toggle} />
    )
  }
  return (
    <Tooltip label={isMember ? undefined : t('item.members_only')}>
      <Button icon={on ? BellOff : Bell} disabled={!isMember} onClick={toggle}>
        {label}
      </Button>
    </Tooltip>
  )
}
