import { useLocation } from '@tanstack/react-router'

/** Otherwise the router calls every page above the current one current as well. */
export const exactly = { exact: true }

export function useIsAt() {
  const { pathname } = useLocation()
  const here = pathname.replace(/\/+$/, '')
  /** `within`: or at something it holds. */
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
  /** Only in the drawer of small screens: what opens over the page takes its place. */
  onLeaveDrawer?: () => void
}
