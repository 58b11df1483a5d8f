import { canCopyPage, canManagePage, type ProjectPage, pageAccess } from '@cairn/contract'
import { htmlToMarkdown } from '@cairn/editor'
import {
  Archive,
  ArchiveRestore,
  ClipboardCopy,
  CloudOff,
  Copy,
  Download,
  Ellipsis,
  FilePlus2,
  FolderInput,
  Globe,
  History,
  LayoutTemplate,
  Link as LinkIcon,
  Lock,
  LockKeyhole,
  LockKeyholeOpen,
  MoveHorizontal,
  PanelTop,
  RefreshCw,
  Rss,
  Trash2,
  Type,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { FavoriteStar } from '#entities/favorite/favorite-star.tsx'
import { isWritable, useJoinedProjects } from '#entities/project/hooks.ts'
import type { SessionState } from '#entities/shared-text/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { longDate } from '#ui/dates/day.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { Menu, type MenuEntry } from '#ui/overlays/menu.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { Tag } from '#ui/people/badge.tsx'
import { copyText } from '#ui/platform/copy-text.ts'
import { copyPageLink, pageAddress, pageName } from './page-address.ts'
import { PageDialogs, type RequestedAction, useRequestedAction } from './page-dialogs.tsx'
import type { PageScope } from './page-list.ts'
import { fontSizes, fontStyles, type PageSettings } from './page-settings.ts'
import { useAddPage } from './use-add-page.ts'
import { useLooksMenu } from './use-looks-menu.tsx'
import { usePageCaller } from './use-page-caller.ts'
import { usePageFavorite } from './use-page-favorite.ts'
import { canPublishPage, usePageActions, usePlacing } from './use-page-menu.ts'

interface PageActionsProps {
  scope: PageScope
  page: ProjectPage
  mayWrite: boolean
  connection: SessionState['connection']
  settings: PageSettings
  onSettings: (part: Partial<PageSettings>) => void
  /** The current text. */
  html: () => string
  onHistory: () => void
  onRemoved: () => void
}

/** At the right of the header of an open page. */
export function PageActions(props: PageActionsProps) {
  const { scope, page, mayWrite, connection, onRemoved } = props
  const { t } = useTranslation()
  const { asked, ask, close } = useRequestedAction()
  const favorite = usePageFavorite(scope)
  const caller = usePageCaller(scope.slug)(page)
  const manages = canManagePage(caller, page)
  const add = useAddPage(scope)
  const actions = usePageActions(scope)
  const elsewhere = (useJoinedProjects(scope.slug) ?? []).some(
    (project) => isWritable(project) && !page.project_ids.includes(project.id),
  )
  const name = pageName(page)
  return (
    <>
      {page.archived_at && (
        <Tag tone="warning">{t('pages.archived_at', { date: longDate(page.archived_at) })}</Tag>
      )}
      {mayWrite && connection === 'lost' && <Away />}
      <LockControl
        page={page}
        onToggle={manages && !page.archived_at ? () => actions.toggleLock(page) : undefined}
      />
      <span className="contents max-md:hidden">
        {canCopyPage(caller) && !page.archived_at && (
          <IconButton
            icon={FilePlus2}
            label={t('pages.add_sub_page')}
            onClick={() => add({ parent: page.id })}
          />
        )}
        {manages && !page.archived_at && elsewhere && (
          <IconButton
            icon={FolderInput}
            label={t('pages.move_page')}
            onClick={() => ask({ action: 'move', page })}
          />
        )}
        <IconButton
          icon={LinkIcon}
          label={t('pages.copy_link')}
          onClick={() => void copyPageLink(pageAddress(scope, page))}
        />
        {favorite.isPossible(page) && (
          <FavoriteStar
            name={name}
            marked={favorite.isMarked(page)}
            onToggle={() => favorite.toggle(page)}
          />
        )}
      </span>
      <PageMenu {...props} manages={manages} onAsk={ask} actions={actions} />
      <PageDialogs scope={scope} asked={asked} onClose={close} onRemoved={onRemoved} />
    </>
  )
}

interface PageMenuProps extends PageActionsProps {
  manages: boolean
  actions: ReturnType<typeof usePageActions>
  onAsk: (asked: RequestedAction) => void
}

function PageMenu(props: PageMenuProps) {
  const { scope, page, mayWrite, settings, onSettings, html, onHistory } = props
  const { manages, actions, onAsk } = props
  const { t } = useTranslation()
  const caller = usePageCaller(scope.slug)(page)
  const isPublic = page.access === pageAccess.public
  const placing = usePlacing(scope, onAsk)
  const looks = useLooksMenu(scope)
  const { archived_at } = page

  async function copyMarkdown() {
    const copied = await copyText(htmlToMarkdown(html()))
    toast({
      kind: copied ? 'success' : 'error',
      title: t(copied ? 'pages.markdown_copied' : 'pages.markdown_not_copied'),
    })
  }

  const items: MenuEntry[] = [
    {
      label: t('pages.full_width'),
      icon: MoveHorizontal,
      checked: settings.full_width,
      stay: true,
      onSelect: () => onSettings({ full_width: !settings.full_width }),
    },
    mayWrite && {
      label: t('pages.sticky_toolbar'),
      icon: PanelTop,
      checked: settings.sticky_toolbar,
      stay: true,
      onSelect: () => onSettings({ sticky_toolbar: !settings.sticky_toolbar }),
    },
    {
      label: t('pages.font'),
      icon: Type,
      items: [
        ...fontStyles.map((font_style) => ({
          label: t(`pages.fonts.${font_style}`),
          checked: settings.font_style === font_style,
          stay: true,
          onSelect: () => onSettings({ font_style }),
        })),
        'line',
        ...fontSizes.map((font_size) => ({
          label: t(`pages.fonts.${font_size}`),
          checked: settings.font_size === font_size,
          stay: true,
          onSelect: () => onSettings({ font_size }),
        })),
      ],
    },
    ...placing(page),
    ...looks(page),
    'line',
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
    canPublishPage(caller, page) && {
      label: t(page.anchor ? 'publishing.menu.settings' : 'publishing.menu.publish'),
      icon: Rss,
      onSelect: () => onAsk({ action: 'publish', page }),
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
    'line',
    { label: t('pages.version_history'), icon: History, onSelect: onHistory },
    { label: t('pages.copy_markdown'), icon: ClipboardCopy, onSelect: () => void copyMarkdown() },
    {
      label: t('pages.export'),
      icon: Download,
      onSelect: () => onAsk({ action: 'export', page, html: html() }),
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
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={Ellipsis} label={t('pages.actions', { name: pageName(page) })} />}
      items={items}
    />
  )
}

/** The user can continue to write: changes are stored here and sent when the connection is back. */
function Away() {
  const { t } = useTranslation()
  const online = useOnline()
  return (
    <Tooltip label={t('pages.away_hint')}>
      <span className="inline-flex">
        <Tag tone="warning">
          <Icon of={online ? RefreshCw : CloudOff} size={12} />
          {t(online ? 'pages.reconnecting' : 'pages.offline')}
        </Tag>
      </span>
    </Tooltip>
  )
}

function useOnline() {
  const [online, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const handle = () => setOnline(navigator.onLine)
    addEventListener('online', handle)
    addEventListener('offline', handle)
    return () => {
      removeEventListener('online', handle)
      removeEventListener('offline', handle)
    }
  }, [])
  return online
}

const SAID_FOR = 600

interface LockControlProps {
  page: ProjectPage
  onToggle: (() => void) | undefined
}

/** Shows "Unlocked" for a moment in place of the "Locked" button. */
function LockControl({ page: { is_locked }, onToggle }: LockControlProps) {
  const { t } = useTranslation()
  const [unlocked, setUnlocked] = useState(false)
  useEffect(() => {
    if (!unlocked) return
    const timer = setTimeout(() => setUnlocked(false), SAID_FOR)
    return () => clearTimeout(timer)
  }, [unlocked])

  if (is_locked && !onToggle) {
    return (
      <Tag>
        <Icon of={LockKeyhole} size={12} />
        {t('pages.locked')}
      </Tag>
    )
  }
  if (!onToggle) return null
  if (is_locked) {
    return (
      <Button
        size="sm"
        icon={LockKeyhole}
        onClick={() => {
          setUnlocked(true)
          onToggle()
        }}
      >
        {t('pages.locked')}
      </Button>
    )
  }
  if (unlocked) {
    return (
      <span className="flex items-center gap-1 text-small text-ink-2">
        <Icon of={LockKeyholeOpen} size={14} />
        {t('pages.unlocked')}
      </span>
    )
  }
  return <IconButton icon={LockKeyholeOpen} label={t('pages.lock')} onClick={onToggle} />
}
