import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'

interface ModuleAsideProps {
  open: boolean
  onClose: () => void
  children: ReactNode
}

/** Next to the list, or over it on small screens. */
export function ModuleAside({ open, onClose, children }: ModuleAsideProps) {
  const { t } = useTranslation()
  const small = useSmallScreen()
  if (small) {
    return (
      <SidePanel open={open} onClose={onClose} label={t('modules.details')} width={400}>
        {children}
      </SidePanel>
    )
  }
  if (!open) return null
  return (
    <aside
      aria-label={t('modules.details')}
      className="w-86 shrink-0 overflow-y-auto border-l border-line bg-surface"
    >
      {children}
    </aside>
  )
}
