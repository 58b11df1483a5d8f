import { usePathname } from '#ui/router/hooks.ts'

export function useIsAt() {
  const pathname = usePathname()
  const here = pathname.replace(/\/+$/, '')
  /** `within`: also on pages below it. */
  return (path: string, { within = false } = {}) =>
    here === path || (within && here.startsWith(`${path}/`))
}

export interface SidebarProps {
  slug: string
  collapsed: boolean
  onToggle: () => void
  onShortcuts: () => void
  onWhatsNew: () => void
  onPalette: () => void
  /** Only in the drawer on small screens: overlays replace the drawer. */
  onLeaveDrawer?: () => void
}
