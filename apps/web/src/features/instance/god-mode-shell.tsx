import { isProvider } from '@cairn/contract'
import { Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { HeaderBar } from '#ui/layout/header-bar.tsx'
import { useIsAt } from '#ui/layout/sidebar-link.ts'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import { useHotkeys } from '#ui/platform/hotkeys.ts'
import { readStored, writeStored } from '#ui/platform/stored.ts'
import { useParams, usePathname } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { Outlet } from '#ui/router/outlet.tsx'
import { GodModeRail, GodModeSidebar } from './god-mode-sidebar.tsx'
import { sectionAt } from './sections.ts'

const COLLAPSED = 'god_mode_sidebar_collapsed'

/** The frame of the administration area: the list of its pages, and the current one. */
export function GodModeShell() {
  const { t } = useTranslation()
  const [collapsed, setCollapsed] = useState(() => readStored(COLLAPSED, false))
  const [drawer, setDrawer] = useState(false)

  function toggleCollapsed() {
    writeStored(COLLAPSED, !collapsed)
    setCollapsed(!collapsed)
  }

  useHotkeys({ 'mod+b': toggleCollapsed })

  const Sidebar = collapsed ? GodModeRail : GodModeSidebar
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-(--z-tooltip) focus:rounded-md focus:bg-raised focus:px-3 focus:py-2"
      >
        {t('god_mode.skip_to_content')}
      </a>
      <div className="flex h-full overflow-hidden">
        <div className="max-md:hidden">
          <Sidebar onToggle={toggleCollapsed} />
        </div>
        <SidePanel
          open={drawer}
          onClose={() => setDrawer(false)}
          label={t('god_mode.navigation')}
          side="left"
          width={300}
          navigates
        >
          <GodModeSidebar onToggle={toggleCollapsed} inDrawer />
        </SidePanel>
        <main id="main" className="relative flex min-w-0 grow flex-col bg-surface">
          <HeaderBar>
            <span className="md:hidden">
              <IconButton
                icon={MenuIcon}
                label={t('god_mode.open_navigation')}
                onClick={() => setDrawer(true)}
              />
            </span>
            <Trail />
          </HeaderBar>
          <div className="min-h-0 grow overflow-y-auto">
            <Outlet />
          </div>
        </main>
      </div>
    </>
  )
}

/** Breadcrumbs: Settings > section > page below it. */
function Trail() {
  const { t } = useTranslation()
  const section = sectionAt(usePathname())
  const below = useBelow()
  return (
    <Breadcrumbs>
      <Crumb>{t('god_mode.settings')}</Crumb>
      {section && (
        <Crumb icon={section.icon} current={!below}>
          {below ? (
            <Link to={section.path}>{t(`god_mode.${section.name}.title`)}</Link>
          ) : (
            t(`god_mode.${section.name}.title`)
          )}
        </Crumb>
      )}
      {below && <Crumb current>{below}</Crumb>}
    </Breadcrumbs>
  )
}

function useBelow(): string | undefined {
  const { t } = useTranslation()
  const { provider } = useParams()
  const isAt = useIsAt()
  if (isAt('/god-mode/workspace/create')) return t('god_mode.create_workspace.title')
  if (provider && isProvider(provider)) return t(`god_mode.providers.${provider}.name`)
  return undefined
}
