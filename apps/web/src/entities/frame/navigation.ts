import { Briefcase, House, Inbox, LayoutDashboard } from 'lucide-react'

/** The screens of a workspace in the sidebar. */
export const screens = [
  { key: 'home', path: '', icon: House, to: '/$slug/' },
  { key: 'inbox', path: '/notifications', icon: Inbox, to: '/$slug/notifications/' },
  { key: 'projects', path: '/projects', icon: Briefcase, to: '/$slug/projects/' },
  { key: 'dashboards', path: '/dashboards', icon: LayoutDashboard, to: '/$slug/dashboards/' },
] as const
