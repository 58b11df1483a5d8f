import { MEMBER } from '@cairn/contract'
import { ChevronLeft, ChevronRight, Menu as MenuIcon, StickyNote } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { WorkspaceTile } from '#entities/workspace/workspace-tile.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon, type IconLike } from '#ui/icons/icon.tsx'
import { SidebarHeading, SidebarItem, SidebarNav } from '#ui/layout/sidebar-item.tsx'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import { useParams, usePathname } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { Reconnecting } from './reconnecting.tsx'
import { useShell } from './shell-context.ts'
import { UserMenu } from './user-menu.tsx'

export interface SettingsEntry {
  icon: IconLike
  label: string
  /** Below `/{slug}/settings/`: `''`, `'members'`, `'account/security'`. */
  path: string
}

export interface SettingsGroup {
  label: string
  entries: readonly SettingsEntry[]
}

export interface SettingsArea {
  tab: 'account' | 'workspace' | 'projects'
  /** The owner of the settings, above the list. */
  picture?: ReactNode
  name?: string
  detail?: string
  groups: readonly SettingsGroup[]
  /** Instead of the list, if the area has several of its kind. */
  sections?: ReactNode
}

export const placeOf = (slug: string, path: string) => `/${slug}/settings${path && `/${path}`}`

/** The current entry: the longest one that is a prefix of the URL. */
function useCurrentEntry(slug: string, groups: readonly SettingsGroup[]) {
  const pathname = usePathname()
  const here = `${pathname.replace(/\/+$/, '')}/`
  return groups
    .flatMap(({ entries }) => entries)
    .filter(({ path }) => here.startsWith(`${placeOf(slug, path)}/`))
    .sort((a, b) => b.path.length - a.path.length)[0]
}

/** The frame of all settings: tabs for the areas, the list of one area, and one of its pages. */
export function SettingsFrame({ children, ...area }: SettingsArea & { children: ReactNode }) {
  const { t } = useTranslation()
  const { slug } = useParams('/$slug')
  const [drawer, setDrawer] = useState(false)
  const current = useCurrentEntry(slug, area.groups)

  return (
    <div className="flex h-full flex-col overflow-hidden">
      <SettingsHeader slug={slug} tab={area.tab} />
      <div className="flex h-11 shrink-0 items-center gap-1 border-b border-line bg-canvas px-2 md:hidden">
        <IconButton
          icon={MenuIcon}
          label={t('settings.open_sections')}
          onClick={() => setDrawer(true)}
        />
        <Icon of={ChevronRight} size={14} className="text-ink-3" />
        <span className="min-w-0 truncate font-medium">{current?.label}</span>
      </div>
      <div className="flex min-h-0 grow">
        <aside
          aria-label={t('settings.sections')}
          className="sidebar-colours w-(--size-sidebar) shrink-0 overflow-y-auto border-r border-line bg-canvas max-md:hidden"
        >
          <Sections slug={slug} area={area} current={current} />
        </aside>
        <SidePanel
          open={drawer}
          onClose={() => setDrawer(false)}
          label={t('settings.sections')}
          side="left"
          width={300}
          navigates
        >
          <div className="sidebar-colours min-h-full bg-canvas">
            <Sections slug={slug} area={area} current={current} />
          </div>
        </SidePanel>
        <main id="main" className="relative flex min-w-0 grow flex-col bg-surface">
          <Reconnecting />
          <div className="min-h-0 grow overflow-y-auto">{children}</div>
        </main>
      </div>
    </div>
  )
}

const tabLook =
  'focus-inset relative flex h-full items-center font-medium after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:bg-accent after:opacity-0'

function SettingsHeader({ slug, tab }: { slug: string; tab: SettingsArea['tab'] }) {
  const { t } = useTranslation()
  const workspace = useWorkspace(slug)
  const { openStickies } = useShell()
  const tabs = [
    { tab: 'account', label: t('settings.account'), path: 'account' },
    (workspace?.role ?? 0) >= MEMBER && {
      tab: 'workspace',
      label: t('settings.workspace'),
      path: '',
    },
    { tab: 'projects', label: t('settings.projects'), path: 'projects' },
  ].filter((one) => one !== false)

  return (
    <header className="flex h-13 shrink-0 items-center border-b border-line bg-canvas pr-4 pl-5 max-md:px-2">
      <Link
        to="/$slug/"
        params={{ slug }}
        aria-label={t('settings.back', { name: workspace?.name })}
        className="flex h-8 min-w-0 items-center gap-1.5 rounded-md pr-2 text-ink-2 hover:bg-hover hover:text-ink max-md:h-11"
      >
        <Icon of={ChevronLeft} className="text-ink-3" />
        <WorkspaceTile name={workspace?.name ?? ''} logo={workspace?.logo_url} />
        <span className="max-w-60 truncate max-md:hidden">{workspace?.name}</span>
      </Link>
      <span className="ml-2 border-l border-line pl-3 font-semibold max-md:hidden">
        {t('settings.title')}
      </span>
      <nav
        aria-label={t('settings.areas')}
        className="ml-8 flex h-full gap-5 self-stretch max-md:ml-3"
      >
        {tabs.map((one) => (
          <Link
            key={one.tab}
            to={placeOf(slug, one.path)}
            aria-current={one.tab === tab ? 'true' : undefined}
            className={classNames(
              tabLook,
              one.tab === tab ? 'text-ink after:opacity-100' : 'text-ink-2 hover:text-ink',
            )}
          >
            {one.label}
          </Link>
        ))}
      </nav>
      <div className="ml-auto flex items-center gap-2">
        <IconButton icon={StickyNote} label={t('shell.stickies')} onClick={() => openStickies()} />
        <UserMenu />
      </div>
    </header>
  )
}

interface SectionsProps {
  slug: string
  area: SettingsArea
  current: SettingsEntry | undefined
}

function Sections({ slug, area, current }: SectionsProps) {
  if (area.sections !== undefined) return area.sections
  return (
    <div className="pt-4 pb-8">
      <div className="flex items-center gap-2 px-4">
        {area.picture}
        <div className="min-w-0">
          <p className="truncate font-medium">{area.name}</p>
          {area.detail && <p className="truncate text-small text-ink-3">{area.detail}</p>}
        </div>
      </div>
      {area.groups.map(({ label, entries }) => (
        <div key={label}>
          <SidebarHeading>{label}</SidebarHeading>
          <SidebarNav label={label}>
            {entries.map((entry) => (
              <SidebarItem
                key={entry.path}
                icon={entry.icon}
                label={entry.label}
                current={entry.path === current?.path}
                as={<Link to={placeOf(slug, entry.path)} />}
              />
            ))}
          </SidebarNav>
        </div>
      ))}
    </div>
  )
}
