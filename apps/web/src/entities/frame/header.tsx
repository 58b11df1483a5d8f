import { Menu as MenuIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { HeaderBar } from '#ui/layout/header-bar.tsx'
import { useShell } from './shell-context.ts'

/** The bar over every screen, with the way into the drawer on small ones. */
export function ShellHeader({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  const { t } = useTranslation()
  const { openMenu } = useShell()
  return (
    <HeaderBar actions={actions}>
      <span className="md:hidden">
        <IconButton icon={MenuIcon} label={t('shell.open_navigation')} onClick={openMenu} />
      </span>
      {children}
    </HeaderBar>
  )
}
