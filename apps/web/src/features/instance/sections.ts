import {
  Activity,
  Building2,
  DatabaseBackup,
  Image,
  Inbox,
  type LucideIcon,
  Mail,
  ShieldCheck,
  ShieldUser,
  SlidersHorizontal,
  Sparkles,
  Users,
} from 'lucide-react'

/** The pages of the administration area, in sidebar order. */
export const sections = [
  { name: 'general', path: '/god-mode/general/', icon: SlidersHorizontal },
  { name: 'workspaces', path: '/god-mode/workspace/', icon: Building2 },
  { name: 'users', path: '/god-mode/users/', icon: Users },
  { name: 'admins', path: '/god-mode/admins/', icon: ShieldUser },
  { name: 'email', path: '/god-mode/email/', icon: Mail },
  { name: 'mails', path: '/god-mode/mails/', icon: Inbox },
  { name: 'authentication', path: '/god-mode/authentication/', icon: ShieldCheck },
  { name: 'ai', path: '/god-mode/ai/', icon: Sparkles },
  { name: 'images', path: '/god-mode/image/', icon: Image },
  { name: 'backups', path: '/god-mode/backups/', icon: DatabaseBackup },
  { name: 'health', path: '/god-mode/health/', icon: Activity },
] as const satisfies readonly { name: string; path: string; icon: LucideIcon }[]

export type Section = (typeof sections)[number]

/** The current page, or its parent. */
export const sectionAt = (pathname: string): Section | undefined =>
  sections.find(({ path }) => `${pathname.replace(/\/+$/, '')}/`.startsWith(path))
