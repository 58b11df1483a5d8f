import { canRemoveWorkItem, MEMBER } from '@cairn/contract'
import {
  Archive,
  ArchiveRestore,
  Bell,
  BellOff,
  Copy,
  Ellipsis,
  Hash,
  Link,
  PanelTop,
  Pencil,
  Trash2,
} from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tellFailure } from '#data/tell-failure.ts'
import { useMe } from '#features/account/hooks.ts'
import { useItemCommands } from '#features/command-palette/use-item-commands.tsx'
import { useShell } from '#features/shell/shell-context.ts'
import { useSmallScreen } from '#features/shell/use-small-screen.ts'
import { useStates } from '#features/states/hooks.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, type MenuEntry } from '#ui/menu.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { Tooltip } from '#ui/tooltip.tsx'
import { copyAddress, copyItemKey, copyItemLink } from './copy-item.ts'
import { useRestoreItem, useSubscribe } from './hooks.ts'
import { archivedItemAddress } from './item-address.ts'
import { placeOf, useItemPage } from './item-context.ts'
import { SaveStatusText, type Saving } from './save-status.tsx'

const DeleteItemDialog = lazy(() => import('./delete-item-dialog.tsx'))
const ArchiveItemDialog = lazy(() => import('./archive-item-dialog.tsx'))

interface ItemActionsProps {
  saving: Saving
  onEdit: () => void
  onParent: () => void
  /** At the end: what only this frame has. */
  after?: ReactNode
}

/** What can be done with an item as a whole; the same in the page's header and the peek's. */
export function ItemActions({ saving, onEdit, onParent, after }: ItemActionsProps) {
  const { t } = useTranslation()
  const page = useItemPage()
  const { slug, key, item, project, isArchived, canChange, canHang } = page
  const { id: user_id } = useMe()
  const small = useSmallScreen()
  const { createWorkItem } = useShell()
  const restore = useRestoreItem(placeOf(page))
  const [dialog, setDialog] = useState<'delete' | 'archive'>()
  const caller = { user_id, project_role: project.member_role ?? 0 }
  const isMember = caller.project_role >= MEMBER
  const over = item.state__group === 'completed' || item.state__group === 'cancelled'
  const mayRemove = isMember || canRemoveWorkItem(caller, item)
  const mayArchive = isMember && !isArchived && !page.isPartial

  const copyLink = () =>
    void (isArchived
      ? copyAddress(archivedItemAddress(slug, project.id, item.id))
      : copyItemLink(slug, key))

  async function handleRestore() {
    try {
      await restore.mutateAsync()
      toast({ kind: 'success', title: t('item.restored'), text: t('item.restored_text', { key }) })
      page.onLeave('restored')
    } catch (error) {
      tellFailure(t('item.not_restored'), error)
    }
  }

  /** The server decides; this spares the question where the answer is known. */
  function askToDelete() {
    if (canRemoveWorkItem(caller, item)) setDialog('delete')
    else toast({ kind: 'error', title: t('item.not_permitted') })
  }

  useItemCommands({
    slug,
    itemKey: key,
    item,
    states: useStates(slug, project.id) ?? [],
    change: canChange ? page.change : undefined,
    remove: mayRemove ? askToDelete : undefined,
    copyLink,
  })

  const more: MenuEntry[] = [
    canChange && { label: t('item.edit'), icon: Pencil, onSelect: onEdit },
    isMember &&
      !isArchived && {
        label: t('item.make_copy'),
        icon: Copy,
        onSelect: () => createWorkItem?.({ copyOf: item }),
      },
    canHang &&
      !item.is_epic && { label: t('item.change_parent'), icon: PanelTop, onSelect: onParent },
    { label: t('item.copy_key'), icon: Hash, onSelect: () => void copyItemKey(key) },
    small &&
      mayArchive && {
        label: t('item.archive'),
        icon: Archive,
        disabled: !over,
        detail: over ? undefined : t('item.archive_over_only'),
        onSelect: () => setDialog('archive'),
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
      <SaveStatusText saving={saving} />
      {!isArchived && <SubscribeButton small={small} />}
      <IconButton icon={Link} label={t('item.copy_link')} onClick={copyLink} />
      {mayArchive && !small && (
        <IconButton
          icon={Archive}
          label={t(over ? 'item.archive' : 'item.archive_over_only')}
          disabled={!over}
          onClick={() => setDialog('archive')}
        />
      )}
      {isMember && isArchived && (
        <IconButton
          icon={ArchiveRestore}
          label={t('item.restore')}
          busy={restore.isPending}
          onClick={() => void handleRestore()}
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
        {dialog === 'delete' && (
          <DeleteItemDialog
            place={placeOf(page)}
            itemKey={key}
            name={item.name}
            onDeleted={() => page.onLeave('deleted')}
            onClose={() => setDialog(undefined)}
          />
        )}
        {dialog === 'archive' && (
          <ArchiveItemDialog
            place={placeOf(page)}
            itemKey={key}
            onArchived={() => page.onLeave('archived')}
            onClose={() => setDialog(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

function SubscribeButton({ small }: { small: boolean }) {
  const { t } = useTranslation()
  const page = useItemPage()
  const { item, project, isPartial, place } = page
  const subscribe = useSubscribe(place, placeOf(page))
  const isMember = (project.member_role ?? 0) >= MEMBER
  if (isPartial) return <Skeleton width={96} height={28} className="rounded-md!" />
  const on = item.is_subscribed
  const label = t(on ? 'item.unsubscribe' : 'item.subscribe')

  const toggle = () =>
    subscribe.mutate(!on, {
      onSuccess: () =>
        toast({ kind: 'success', title: t(on ? 'item.unsubscribed' : 'item.subscribed') }),
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
