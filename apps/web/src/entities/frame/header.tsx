import { Menu as MenuIcon, Search } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { HeaderBar } from '#ui/layout/header-bar.tsx'
import { afterFirstScreen } from '#ui/platform/first-screen.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { useShell } from './shell-context.ts'

const RunningTimer = lazy(() => afterFirstScreen().then(() => import('./running-timer.tsx')))

/** The bar above every screen; on small screens with buttons for the drawer and the search. */
export function ShellHeader({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  const { t } = useTranslation()
  const { openMenu, openPalette } = useShell()
  return (
    <HeaderBar
      actions={
        <>
          <Suspense>
            <RunningTimer />
          </Suspense>
          <span className="md:hidden">
            <IconButton icon={Search} label={t('shell.open_palette')} onClick={openPalette} />
          </span>
          {actions}
        </>
      }
    >
      <span className="md:hidden">
        <IconButton icon={MenuIcon} label={t('shell.open_navigation')} onClick={openMenu} />
      </span>
      {children}
    </HeaderBar>
  )
}
