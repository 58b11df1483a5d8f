import { type ReactNode, Suspense, useState } from 'react'
import { lazy } from '../platform/lazy.ts'
import { useIsClosing } from '../platform/presence.tsx'

const SidePanelPopup = lazy(() => import('./side-panel-popup.tsx'))

export interface SidePanelProps {
  open: boolean
  onClose: () => void
  /** Its name for screen readers; the header may show anything. */
  label: string
  side?: 'left' | 'right'
  /** In pixels or as a CSS value; never wider than the window. */
  width?: number | string
  header?: ReactNode
  /** Contains navigation: following a link closes it. */
  navigates?: boolean
  children: ReactNode
}

/** A drawer over the page: the sidebar on small screens, peek below 1280. */
export function SidePanel(props: SidePanelProps) {
  const open = !useIsClosing() && props.open
  const [mounted, setMounted] = useState(false)
  if (open && !mounted) setMounted(true)
  if (!mounted) return null
  return (
    <Suspense>
      <SidePanelPopup {...props} open={open} onClosed={() => setMounted(false)} />
    </Suspense>
  )
}
