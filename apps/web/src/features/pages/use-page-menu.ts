import {
  canCopyPage,
  canManagePage,
  canPublish,
  type ProjectPage,
  pageAccess,
} from '@cairn/contract'
import { useNavigate } from '@tanstack/react-router'
import {
  Archive,
  ArchiveRestore,
  Copy,
  ExternalLink,
  Globe,
  Link as LinkIcon,
  Lock,
  LockKeyhole,
  LockKeyholeOpen,
  Rss,
  Star,
  StarOff,
  Trash2,
} from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { toast } from '#ui/feedback/toast.ts'
import type { MenuEntry } from '#ui/overlays/menu.tsx'
import {
  useArchivePage,
  useChangePageAccess,
  useDuplicatePage,
  useLockPage,
  useRestorePage,
} from './hooks.ts'
import { copyPageLink, pageAddress } from './page-address.ts'
import type { RequestedAction } from './page-dialogs.tsx'
import type { PageScope } from './page-list.ts'
import { type PageCaller, usePageCaller } from './use-page-caller.ts'
import { usePageFavorite } from './use-page-favorite.ts'

/** What is archived is nowhere but here. */
export const canPublishPage = ({ user_id, role }: PageCaller, page: ProjectPage) =>
  !page.archived_at && canPublish({ user_id, project_role: role }, page)

/** What is done with a page at once, and said when it is. */
export function usePageActions(scope: PageScope) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const lock = useLockPage(scope, true)
  const unlock = useLockPage(scope, false)
  const show = useChangePageAccess(scope, pageAccess.public, 'pages.not_made_public')
  const hide = useChangePageAccess(scope, pageAccess.private, 'pages.not_made_private')
  const archive = useArchivePage(scope)
  const restore = useRestorePage(scope)
  const duplicate = useDuplicatePage(scope)

  const say = (title: string) => () => void toast({ kind: 'success', title })

  return {
    toggleLock: ({ id, is_locked }: ProjectPage) =>
      is_locked
        ? unlock.mutate({ id }, { onSuccess: say(t('pages.unlocked_now')) })
        : lock.mutate({ id }, { onSuccess: say(t('pages.locked_now')) }),
    toggleAccess: ({ id, access }: ProjectPage) =>
      access === pageAccess.public
        ? hide.mutate({ id }, { onSuccess: say(t('pages.made_private')) })
        : show.mutate({ id }, { onSuccess: say(t('pages.made_public')) }),
    toggleArchived: ({ id, archived_at }: ProjectPage) =>
      archived_at
        ? restore.mutate({ id }, { onSuccess: say(t('pages.restored')) })
        : archive(id, say(t('pages.archived'))),
    async duplicate({ id }: ProjectPage) {
      try {
        const copy = await duplicate.mutateAsync(id)
        toast({ kind: 'success', title: t('pages.duplicated') })
        const to: string = pageAddress(scope, copy)
        void navigate({ to })
      } catch (error) {
        notifyFailure(t('pages.not_duplicated'), error)
      }
    },
  }
}

/** What can be done with a page, by whose it is. */
export function usePageMenu(scope: PageScope, onAsk: (asked: RequestedAction) => void) {
  const { t } = useTranslation()
  const callerOf = usePageCaller(scope.slug)
  const favorite = usePageFavorite(scope)
  const actions = usePageActions(scope)

  return (page: ProjectPage): MenuEntry[] => {
    const { is_locked, archived_at } = page
    const caller = callerOf(page)
    const isPublic = page.access === pageAccess.public
    const manages = canManagePage(caller, page)
    const address = pageAddress(scope, page)
    return [
      {
        label: t('pages.open_in_tab'),
        icon: ExternalLink,
        onSelect: () => void window.open(address, '_blank', 'noopener'),
      },
      {
        label: t('pages.copy_link'),
        icon: LinkIcon,
        onSelect: () => void copyPageLink(address),
      },
      canPublishPage(caller, page) && {
        label: t(page.anchor ? 'publishing.menu.settings' : 'publishing.menu.publish'),
        icon: Rss,
        onSelect: () => onAsk({ action: 'publish', page }),
      },
      favorite.isPossible(page) && {
        label: t(favorite.isMarked(page) ? 'favorites.remove' : 'favorites.add'),
        icon: favorite.isMarked(page) ? StarOff : Star,
        onSelect: () => favorite.toggle(page),
      },
      canCopyPage(caller) && {
        label: t('pages.duplicate'),
        icon: Copy,
        onSelect: () => void actions.duplicate(page),
      },
      manages && 'line',
      manages && {
        label: t(is_locked ? 'pages.unlock' : 'pages.lock'),
        icon: is_locked ? LockKeyholeOpen : LockKeyhole,
        onSelect: () => actions.toggleLock(page),
      },
      manages &&
        !archived_at && {
          label: t(isPublic ? 'pages.make_private' : 'pages.make_public'),
          icon: isPublic ? Lock : Globe,
          onSelect: () => actions.toggleAccess(page),
        },
      manages && {
        label: t(archived_at ? 'pages.restore' : 'pages.archive'),
        icon: archived_at ? ArchiveRestore : Archive,
        onSelect: () => actions.toggleArchived(page),
      },
      manages && archived_at !== null && 'line',
      manages &&
        archived_at !== null && {
          label: t('pages.delete'),
          icon: Trash2,
          danger: true,
          onSelect: () => onAsk({ action: 'delete', page }),
        },
    ]
  }
}
