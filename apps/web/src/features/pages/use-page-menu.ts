import {
  canCopyPage,
  canManagePage,
  canPublish,
  canWritePage,
  type ProjectPage,
  pageAccess,
} from '@cairn/contract'
import {
  Archive,
  ArchiveRestore,
  Copy,
  CornerDownRight,
  ExternalLink,
  FilePlus2,
  Globe,
  LayoutTemplate,
  Link as LinkIcon,
  Lock,
  LockKeyhole,
  LockKeyholeOpen,
  Rss,
  Star,
  StarOff,
  Trash2,
} from 'lucide-react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { toast } from '#ui/feedback/toast.ts'
import type { MenuEntry } from '#ui/overlays/menu.tsx'
import { navigate } from '#ui/router/router.ts'
import {
  useArchivePage,
  useChangePageAccess,
  useDuplicatePage,
  useLockPage,
  useRestorePage,
} from './hooks.ts'
import { copyPageLink, pageAddress, pageName } from './page-address.ts'
import type { RequestedAction } from './page-dialogs.tsx'
import { type PageScope, usePages } from './page-list.ts'
import { useAddPage } from './use-add-page.ts'
import { useLooksMenu } from './use-looks-menu.tsx'
import { type PageCaller, usePageCaller } from './use-page-caller.ts'
import { usePageFavorite } from './use-page-favorite.ts'

/** Archived pages cannot be published. */
export const canPublishPage = ({ user_id, role }: PageCaller, page: ProjectPage) =>
  !page.archived_at && canPublish({ user_id, project_role: role }, page)

/** Page actions without a dialog, which show a toast when done. */
export function usePageActions(scope: PageScope) {
  const { t } = useTranslation()
  const lock = useLockPage(scope, true)
  const unlock = useLockPage(scope, false)
  const show = useChangePageAccess(scope, pageAccess.public, 'pages.not_made_public')
  const hide = useChangePageAccess(scope, pageAccess.private, 'pages.not_made_private')
  const archive = useArchivePage(scope)
  const restore = useRestorePage(scope)
  const duplicate = useDuplicatePage(scope)

  const { data: pages } = usePages(scope)

  const say = (done: TextKey, page: ProjectPage) => () =>
    void toast({ kind: 'success', title: t(done, { name: pageName(page) }) })

  return {
    /** Its parent is private, so it must stay private. */
    isInPrivate: ({ parent }: ProjectPage) =>
      pages?.some(({ id, access }) => id === parent && access === pageAccess.private) ?? false,
    toggleLock: (page: ProjectPage) =>
      page.is_locked
        ? unlock.mutate(page, { onSuccess: say('pages.unlocked_now', page) })
        : lock.mutate(page, { onSuccess: say('pages.locked_now', page) }),
    toggleAccess: (page: ProjectPage) =>
      page.access === pageAccess.public
        ? hide.mutate(page, { onSuccess: say('pages.made_private', page) })
        : show.mutate(page, { onSuccess: say('pages.made_public', page) }),
    toggleArchived: (page: ProjectPage) =>
      page.archived_at
        ? restore.mutate(page, { onSuccess: say('pages.restored', page) })
        : archive(page.id, say('pages.archived', page)),
    async duplicate(page: ProjectPage) {
      try {
        const copy = await duplicate.mutateAsync(page.id)
        say('pages.duplicated', page)()
        const to: string = pageAddress(scope, copy)
        void navigate({ to })
      } catch (error) {
        notifyFailure(t('pages.not_duplicated'), error)
      }
    },
  }
}

/** Adds sub-pages and moves the page itself. */
export function usePlacing(scope: PageScope, onAsk: (asked: RequestedAction) => void) {
  const { t } = useTranslation()
  const callerOf = usePageCaller(scope.slug)
  const add = useAddPage(scope)
  return (page: ProjectPage, moves: MenuEntry[] = []): MenuEntry[] => {
    const caller = callerOf(page)
    const mayAdd = canCopyPage(caller) && !page.archived_at
    const mayMove = canWritePage(caller, page)
    return [
      (mayAdd || mayMove) && 'line',
      mayAdd && {
        label: t('pages.add_sub_page'),
        icon: FilePlus2,
        onSelect: () => add({ parent: page.id }),
      },
      mayMove && {
        label: t('pages.move_under'),
        icon: CornerDownRight,
        onSelect: () => onAsk({ action: 'nest', page }),
      },
      ...(mayMove ? moves : []),
    ]
  }
}

/** The actions on a page, depending on its owner. */
export function usePageMenu(scope: PageScope, onAsk: (asked: RequestedAction) => void) {
  const { t } = useTranslation()
  const callerOf = usePageCaller(scope.slug)
  const favorite = usePageFavorite(scope)
  const actions = usePageActions(scope)
  const placing = usePlacing(scope, onAsk)
  const looks = useLooksMenu(scope)

  /** `moves` are steps from its position in the list. */
  return (page: ProjectPage, moves: MenuEntry[] = []): MenuEntry[] => {
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
      canCopyPage(caller) && {
        label: t('pages.save_template'),
        icon: LayoutTemplate,
        onSelect: () => onAsk({ action: 'template', page }),
      },
      ...placing(page, moves),
      ...looks(page),
      manages && 'line',
      manages && {
        label: t(is_locked ? 'pages.unlock' : 'pages.lock'),
        icon: is_locked ? LockKeyholeOpen : LockKeyhole,
        onSelect: () => actions.toggleLock(page),
      },
      manages &&
        !archived_at &&
        !actions.isInPrivate(page) && {
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
