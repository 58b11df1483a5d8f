import { CircleQuestionMark } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { lazy } from '#ui/platform/lazy.ts'

const HelpEntries = lazy(() => import('./help-entries.tsx'))

interface HelpMenuProps {
  onShortcuts: () => void
  onWhatsNew: () => void
}

export function HelpMenu(props: HelpMenuProps) {
  const { t } = useTranslation()
  return (
    <Menu
      side="top"
      trigger={<IconButton icon={CircleQuestionMark} label={t('shell.help')} />}
      items={(show) => <HelpEntries {...props} show={show} />}
    />
  )
}
