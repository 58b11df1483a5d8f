import { Ellipsis, PanelLeftOpen, Plus, Search, StickyNote } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { favoriteAddress, favoriteIcon, favoriteName } from '#entities/favorite/favorite-face.tsx'
import { useFavorites } from '#entities/favorite/hooks.ts'
import { listIn } from '#entities/favorite/order.ts'
import { screens } from '#entities/frame/navigation.ts'
import { useShell } from '#entities/frame/shell-context.ts'
import { UserMenu } from '#entities/frame/user-menu.tsx'
import { useJoinedProjects } from '#entities/project/hooks.ts'
import { projectAddress } from '#entities/project/project-link.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import InboxBadge from '#features/notifications/inbox-badge.tsx'
import { isPinned, usePinnable } from '#features/sidebar-preferences/hooks.ts'
import MorePanel from '#features/sidebar-preferences/more-panel.tsx'
import { useMorePanel } from '#features/sidebar-preferences/use-more-panel.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import type { IconLike } from '#ui/icons/icon.tsx'
import { RailLink } from '#ui/layout/rail-link.tsx'
import { type SidebarProps, useIsAt } from '#ui/layout/sidebar-link.ts'
import { useRovingFocus } from '#ui/lists/roving-focus.ts'
import { Link } from '#ui/router/link.tsx'
import { HelpMenu } from './help-menu.tsx'
import { WorkspaceMenu } from './workspace-menu.tsx'

function RailNav({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} {...useRovingFocus()} className="flex flex-col gap-px">
      {children}
    </nav>
  )
}

/** The sidebar, 52 wide: icons only, their names in tooltips. */
export default function SidebarRail(props: SidebarProps) {
  const { slug, onToggle, onShortcuts, onWhatsNew, onPalette } = props
  const { t } = useTranslation()
  const { createWorkItem, openStickies } = useShell()
  const joined = useJoinedProjects(slug)
  const projects = joined ?? []
  const favorites = useFavorites(slug) ?? []
  const topFavorites = listIn(favorites, null)
    .flatMap((entry) => (entry.is_folder ? listIn(favorites, entry.id) : [entry]))
    .filter((favorite) => favoriteAddress(slug, favorite))
  const isAt = useIsAt()
  const entries = usePinnable(slug)
  const more = useMorePanel()
  return (
    <aside
      aria-label={t('shell.sidebar')}
      className="sidebar-colours relative flex h-full w-(--size-sidebar-collapsed) flex-col items-center border-r border-line bg-canvas"
    >
      <div className="flex shrink-0 flex-col items-center gap-2 pt-2 pb-2">
        <WorkspaceMenu slug={slug} compact />
        <UserMenu />
        {(createWorkItem || !joined) && (
          <IconButton
            variant="outlined"
            icon={Plus}
            label={t('shell.new_work_item')}
            shortcut="c"
            disabled={!createWorkItem}
            onClick={() => createWorkItem?.()}
          />
        )}
        <IconButton
          variant="outlined"
          icon={Search}
          label={t('shell.open_palette')}
          shortcut="mod+k"
          onClick={onPalette}
        />
      </div>
      <RailNav label={t('shell.main_navigation')}>
        {screens.map(({ key, path, icon, to }) => (
          <RailLink
            key={key}
            icon={icon}
            label={t(`shell.screens.${key}`)}
            current={isAt(`/${slug}${path}`)}
            dot={key === 'inbox' && <InboxBadge slug={slug} compact />}
            as={<Link to={to} params={{ slug }} />}
          />
        ))}
        {entries.filter(isPinned).map(({ key, path, address, icon }) => (
          <RailLink
            key={key}
            icon={icon}
            label={t(`navigation.screens.${key}`)}
            current={isAt(path)}
            as={<Link to={address} />}
          />
        ))}
        {entries.length > 0 && (
          <RailLink
            icon={Ellipsis}
            label={t('navigation.title')}
            current={false}
            as={
              <button
                type="button"
                ref={more.trigger}
                aria-expanded={more.open}
                onClick={more.toggle}
              />
            }
          />
        )}
      </RailNav>
      {more.open && <MorePanel slug={slug} {...more.panel} />}
      <div className="flex min-h-0 grow flex-col overflow-y-auto">
        {topFavorites.length > 0 && (
          <>
            <hr className="mx-1.5 my-3 border-line" />
            <RailNav label={t('favorites.title')}>
              {topFavorites.map((favorite) => (
                <RailEntry
                  key={favorite.id}
                  address={favoriteAddress(slug, favorite) ?? ''}
                  name={favoriteName(favorite)}
                  icon={favoriteIcon(favorite)}
                />
              ))}
            </RailNav>
          </>
        )}
        <hr className="mx-1.5 my-3 border-line" />
        <RailNav label={t('shell.projects')}>
          {projects.map((project) => (
            <RailEntry
              key={project.id}
              address={projectAddress(slug, project.id)}
              name={project.name}
              icon={projectLogo(project, 16, <Initial of={project.name} />)}
            />
          ))}
        </RailNav>
      </div>
      <div className="flex shrink-0 flex-col items-center gap-1 py-2">
        <IconButton icon={StickyNote} label={t('shell.stickies')} onClick={() => openStickies()} />
        <HelpMenu onShortcuts={onShortcuts} onWhatsNew={onWhatsNew} />
        <IconButton
          icon={PanelLeftOpen}
          label={t('shell.expand')}
          shortcut="mod+b"
          onClick={onToggle}
        />
      </div>
    </aside>
  )
}

interface RailPlaceProps {
  address: string
  name: string
  icon: IconLike
}

function RailEntry({ address, name, icon }: RailPlaceProps) {
  const isAt = useIsAt()
  return (
    <RailLink
      icon={icon}
      label={name}
      current={isAt(address.replace(/\/$/, ''))}
      as={<Link to={address} />}
    />
  )
}

/** With names hidden, projects without a logo would all look alike. */
const Initial = ({ of }: { of: string }) => (
  <span
    aria-hidden
    className="grid size-4 place-items-center rounded-xs bg-pressed text-[10px] leading-none font-semibold text-ink-2"
  >
    {[...of][0]?.toUpperCase()}
  </span>
)
