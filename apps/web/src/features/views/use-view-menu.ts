import {
  canChangeView,
  canLockView,
  canPublishAcross,
  canPublishView,
  canRemoveView,
  type View,
  viewAccess,
} from '@cairn/contract'
import {
  ExternalLink,
  Globe,
  Link as LinkIcon,
  Lock,
  LockKeyhole,
  LockKeyholeOpen,
  Pencil,
  Rss,
  Star,
  StarOff,
  Trash2,
} from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useChangeViewAccess, useLockView } from '#entities/view/hooks.ts'
import { useViewFavorite } from '#entities/view/use-view-favorite.ts'
import { useViewsRole } from '#entities/view/use-views-role.ts'
import { copyViewLink, viewAddress } from '#entities/view/view-address.ts'
import type { ViewScope } from '#entities/view/view-list.ts'
import type { MenuEntry } from '#ui/overlays/menu.tsx'
import type { RequestedAction } from './view-dialogs.tsx'

/** The actions on a view, depending on its owner. */
export function useViewMenu(scope: ViewScope, onAsk: (asked: RequestedAction) => void) {
  const { t } = useTranslation()
  const me = useViewsRole(scope)
  const lock = useLockView(scope)
  const access = useChangeViewAccess(scope)
  const favorite = useViewFavorite(scope)

  return (view: View): MenuEntry[] => {
    const { id, is_locked } = view
    const isOwner = canChangeView(me, view)
    const isPublic = view.access === viewAccess.public
    const address = viewAddress(scope.slug, view)
    return [
      isOwner &&
        !is_locked && {
          label: t('views.edit'),
          icon: Pencil,
          onSelect: () => onAsk({ action: 'edit', view }),
        },
      {
        label: t('views.open_in_tab'),
        icon: ExternalLink,
        onSelect: () => void window.open(address, '_blank', 'noopener'),
      },
      (view.project === null
        ? canPublishAcross(me)
        : canPublishView({ ...me, project_role: me.role }, view)) && {
        label: t(view.anchor ? 'publishing.menu.settings' : 'publishing.menu.publish'),
        icon: Rss,
        onSelect: () => onAsk({ action: 'publish', view }),
      },
      {
        label: t('views.copy_link'),
        icon: LinkIcon,
        onSelect: () => void copyViewLink(address),
      },
      {
        label: t(favorite.isMarked(view) ? 'favorites.remove' : 'favorites.add'),
        icon: favorite.isMarked(view) ? StarOff : Star,
        onSelect: () => favorite.toggle(view),
      },
      'line',
      isOwner && {
        label: t(isPublic ? 'views.make_private' : 'views.make_public'),
        icon: isPublic ? Lock : Globe,
        onSelect: () =>
          access.mutate({ id, access: isPublic ? viewAccess.private : viewAccess.public }),
      },
      canLockView(me, view) && {
        label: t(is_locked ? 'views.unlock' : 'views.lock'),
        icon: is_locked ? LockKeyholeOpen : LockKeyhole,
        onSelect: () => lock.mutate({ id, is_locked: !is_locked }),
      },
      canRemoveView(me, view) && 'line',
      canRemoveView(me, view) && {
        label: t('views.delete'),
        icon: Trash2,
        danger: true,
        onSelect: () => onAsk({ action: 'delete', view }),
      },
    ]
  }
}
