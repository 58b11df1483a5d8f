import { PanelLeftClose, Plus, Search, StickyNote } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { screens } from '#entities/frame/navigation.ts'
import { useShell } from '#entities/frame/shell-context.ts'
import { UserMenu } from '#entities/frame/user-menu.tsx'
import { useJoinedProjects } from '#entities/project/hooks.ts'
import FavoritesSection from '#features/favorites/favorites-section.tsx'
import PinnedEntries from '#features/sidebar-preferences/pinned-entries.tsx'
import { useMorePanel } from '#features/sidebar-preferences/use-more-panel.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { SidebarHeading, SidebarItem, SidebarNav } from '#ui/layout/sidebar-item.tsx'
import { type SidebarProps, useIsAt } from '#ui/layout/sidebar-link.ts'
import { afterFirstScreen } from '#ui/platform/first-screen.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { readStored, useStored } from '#ui/platform/stored.ts'
import { usePathname } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { HelpMenu } from './help-menu.tsx'
import { ProjectTree } from './project-tree.tsx'
import { WorkspaceMenu } from './workspace-menu.tsx'

const InboxBadge = lazy(async () => {
  await afterFirstScreen()
  return import('#features/notifications/inbox-badge.tsx')
})
const TeamspacesSection = lazy(async () => {
  await afterFirstScreen()
  return import('#features/teamspaces/teamspaces-section.tsx')
})
const MorePanel = lazy(() => import('#features/sidebar-preferences/more-panel.tsx'))
const loadRail = () => import('./sidebar-rail.tsx')
const SidebarRail = lazy(loadRail)

export const COLLAPSED = 'app_sidebar_collapsed'

// Preloads it for users who left the sidebar collapsed.
if (readStored(COLLAPSED, false)) void loadRail()

export function Sidebar(props: SidebarProps) {
  if (!props.collapsed) return <FullSidebar {...props} />
  const place = (
    <div className="h-full w-(--size-sidebar-collapsed) border-r border-line bg-canvas" />
  )
  return (
    <Suspense fallback={place}>
      <SidebarRail {...props} />
    </Suspense>
  )
}

function FullSidebar(props: SidebarProps) {
  const { slug, onToggle, onShortcuts, onWhatsNew, onPalette, onLeaveDrawer } = props
  const { t } = useTranslation()
  const { createWorkItem, openStickies } = useShell()
  const isAt = useIsAt()
  const projects = useJoinedProjects(slug)
  const more = useMorePanel()

  /** Closes the drawer before opening something over the page. */
  const instead = (action: () => void) => () => {
    onLeaveDrawer?.()
    action()
  }

  return (
    <aside
      aria-label={t('shell.sidebar')}
      className={classNames(
        'sidebar-colours relative flex h-full min-h-0 flex-col bg-canvas',
        !onLeaveDrawer && 'w-(--size-sidebar) border-r border-line',
      )}
    >
      <div className="flex h-11 shrink-0 items-center gap-1 px-2 max-md:h-13">
        <WorkspaceMenu slug={slug} />
        <UserMenu />
      </div>
      <div className="flex shrink-0 items-center gap-1.5 px-2 pt-1 pb-2">
        {createWorkItem || !projects ? (
          <>
            <Button
              block
              icon={Plus}
              disabled={!createWorkItem}
              aria-keyshortcuts="C"
              className="shrink!"
              onClick={instead(() => createWorkItem?.())}
            >
              {t('shell.new_work_item')}
            </Button>
            <IconButton
              variant="outlined"
              icon={Search}
              label={t('shell.open_palette')}
              shortcut="mod+k"
              onClick={instead(onPalette)}
            />
          </>
        ) : (
          // Users who cannot create anything get no create button.
          <Button block icon={Search} className="shrink!" onClick={instead(onPalette)}>
            {t('shell.open_palette')}
          </Button>
        )}
      </div>
      <SidebarNav label={t('shell.main_navigation')}>
        {screens.map(({ key, path, icon, to }) => (
          <SidebarItem
            key={key}
            icon={icon}
            label={t(`shell.screens.${key}`)}
            current={isAt(`/${slug}${path}`)}
            tail={
              key === 'inbox' ? (
                <Suspense>
                  <InboxBadge slug={slug} />
                </Suspense>
              ) : undefined
            }
            as={<Link to={to} params={{ slug }} />}
          />
        ))}
        <PinnedEntries slug={slug} more={more} />
      </SidebarNav>
      {more.open && (
        <Suspense>
          <MorePanel slug={slug} {...more.panel} inPlace={Boolean(onLeaveDrawer)} />
        </Suspense>
      )}
      <div className="flex min-h-0 grow flex-col overflow-y-auto pb-2">
        <FavoritesSection slug={slug} />
        <Projects slug={slug} instead={instead} />
        <Suspense>
          <TeamspacesSection slug={slug} inDrawer={Boolean(onLeaveDrawer)} />
        </Suspense>
      </div>
      <div className="flex h-11 shrink-0 items-center gap-1 px-2 max-md:h-13">
        <HelpMenu onShortcuts={instead(onShortcuts)} onWhatsNew={instead(onWhatsNew)} />
        <IconButton icon={StickyNote} label={t('shell.stickies')} onClick={instead(openStickies)} />
        {!onLeaveDrawer && (
          <IconButton
            className="ml-auto"
            icon={PanelLeftClose}
            label={t('shell.collapse')}
            shortcut="mod+b"
            onClick={onToggle}
          />
        )}
      </div>
    </aside>
  )
}

interface ProjectsProps {
  slug: string
  instead: (action: () => void) => () => void
}

function Projects({ slug, instead }: ProjectsProps) {
  const { t } = useTranslation()
  const { createProject } = useShell()
  const [stored, setStored] = useStored('isAllProjectsListOpen', true)
  // On project screens the section is expanded.
  const atProjects = usePathname().startsWith(`/${slug}/projects/`)
  const open = stored || atProjects
  return (
    <section aria-label={t('shell.projects')}>
      <SidebarHeading
        open={open}
        onToggle={() => setStored(!open)}
        action={
          createProject && (
            <IconButton
              size="sm"
              icon={Plus}
              iconSize={14}
              label={t('shell.create_project')}
              shortcut="p"
              onClick={instead(createProject)}
            />
          )
        }
      >
        {t('shell.projects')}
      </SidebarHeading>
      {open && <ProjectTree slug={slug} />}
    </section>
  )
}
