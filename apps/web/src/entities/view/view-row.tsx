import { type View, viewAccess } from '@cairn/contract'
import { Ellipsis, Globe, Lock, LockKeyhole } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { FavoriteStar } from '#entities/favorite/favorite-star.tsx'
import { LivePill } from '#entities/publication/live-pill.tsx'
import { usePeople } from '#entities/workspace/hooks.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon, type IconLike } from '#ui/icons/icon.tsx'
import { ContextMenu } from '#ui/overlays/context-menu.tsx'
import { Menu, type MenuEntry } from '#ui/overlays/menu.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { Link } from '#ui/router/link.tsx'
import type { useViewFavorite } from './use-view-favorite.ts'
import { viewAddress } from './view-address.ts'
import { countFilters } from './view-filters.ts'
import { viewLogo } from './view-logo.tsx'

interface ViewRowProps {
  slug: string
  view: View
  favorite: ReturnType<typeof useViewFavorite>
  menuOf: (view: View) => MenuEntry[]
  /** Set if the user may publish it. */
  onPublish?: () => void
}

export function ViewRow({ slug, view, favorite, menuOf, onPublish }: ViewRowProps) {
  const { t } = useTranslation()
  const owner = usePeople(slug).get(view.owned_by)
  const { name, description, is_locked } = view
  const count = countFilters(view)
  const isPublic = view.access === viewAccess.public
  return (
    <ContextMenu items={() => menuOf(view)}>
      <PlainRow
        address={viewAddress(slug, view)}
        icon={viewLogo(view)}
        name={name}
        hint={description}
      >
        {count > 0 && (
          <span className="text-small text-ink-3 tabular-nums max-md:hidden">
            {t('views.filter_count', { count })}
          </span>
        )}
        {view.anchor && <LivePill anchor={view.anchor} onOpen={onPublish} />}
        {is_locked && <Mark icon={LockKeyhole} label={t('views.locked')} />}
        <Mark
          icon={isPublic ? Globe : Lock}
          label={t(isPublic ? 'views.public' : 'views.private')}
        />
        <span className="grid w-5 place-items-center">
          {owner && <Avatar person={owner} size={20} />}
        </span>
        <FavoriteStar
          size="sm"
          name={name}
          marked={favorite.isMarked(view)}
          onToggle={() => favorite.toggle(view)}
        />
        <Menu
          align="end"
          trigger={<IconButton size="sm" icon={Ellipsis} label={t('views.actions', { name })} />}
          items={menuOf(view)}
        />
      </PlainRow>
    </ContextMenu>
  )
}

function Mark({ icon, label }: { icon: IconLike; label: string }) {
  return (
    <Tooltip label={label}>
      <span className="inline-flex text-ink-3">
        <Icon of={icon} size={14} />
        <span className="sr-only">{label}</span>
      </span>
    </Tooltip>
  )
}

interface PlainRowProps {
  address: string
  icon: IconLike
  name: string
  /** Muted text after the name. */
  hint?: string
  children?: ReactNode
  onContextMenu?: (event: MouseEvent<HTMLElement>) => void
}

/** A view's row in a list: all of it is a link, except the controls at its right. */
export function PlainRow({ address, icon, name, hint, children, onContextMenu }: PlainRowProps) {
  return (
    <li
      onContextMenu={onContextMenu}
      className="relative flex h-9 items-center gap-2 border-b border-line-subtle pr-3 pl-4 hover:bg-hover max-md:h-14"
    >
      <span className="grid size-5 shrink-0 place-items-center text-ink-3">
        <Icon of={icon} />
      </span>
      <span className="flex min-w-0 grow items-baseline gap-2">
        <Link
          to={address}
          className="focus-inset min-w-0 truncate rounded-sm font-medium before:absolute before:inset-0"
        >
          {name}
        </Link>
        {hint && (
          <span className="min-w-0 shrink-99 truncate text-small text-ink-3 max-md:hidden">
            {hint}
          </span>
        )}
      </span>
      <span className="relative z-1 flex shrink-0 items-center gap-2.5">{children}</span>
    </li>
  )
}
