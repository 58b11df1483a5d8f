import { useLocation } from '@tanstack/react-router'

/** Otherwise the router calls every page above the current one current as well. */
export const exactly = { exact: true }

export function useIsAt() {
  const { pathname } = useLocation()
  const here = pathname.replace(/\/+$/, '')
  return (path: string) => here === path
}

export interface SidebarProps {
  slug: string
  collapsed: boolean
  onToggle: () => void
  onShortcuts: () => void
  onPalette: () => void
  /** The drawer of small screens closes when a link was followed. */
  onNavigate?: () => void
}
