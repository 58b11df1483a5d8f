import { Suspense } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import type { CyclePanelProps } from './cycle-panel.tsx'

const CyclePanel = lazy(() => import('./cycle-panel.tsx'))

interface CycleAsideProps extends Omit<CyclePanelProps, 'cycle'> {
  /** Undefined: closed. */
  cycle: CyclePanelProps['cycle'] | undefined
}

/** Next to the list, or over it on small screens. */
export function CycleAside({ cycle, ...rest }: CycleAsideProps) {
  const { t } = useTranslation()
  const small = useSmallScreen()
  const panel = cycle && (
    <Suspense>
      <CyclePanel key={cycle.id} cycle={cycle} {...rest} />
    </Suspense>
  )
  if (small) {
    return (
      <SidePanel
        open={cycle !== undefined}
        onClose={rest.onClose}
        label={t('cycles.details')}
        width={400}
      >
        {panel}
      </SidePanel>
    )
  }
  if (!panel) return null
  return (
    <aside
      aria-label={t('cycles.details')}
      className="w-86 shrink-0 overflow-y-auto border-l border-line bg-surface"
    >
      {panel}
    </aside>
  )
}
