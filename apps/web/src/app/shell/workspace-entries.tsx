import { ADMIN, MEMBER, type Workspace } from '@cairn/contract'
import { DoorOpen, Download, LogOut, Mail, Plus, Settings, UserPlus } from 'lucide-react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { canInstall, install } from '#data/install-prompt.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useSignOut } from '#entities/account/use-sign-out.ts'
import { useInstance } from '#entities/instance/hooks.ts'
import { useWorkspaces } from '#entities/workspace/hooks.ts'
import { WorkspaceTile } from '#entities/workspace/workspace-tile.tsx'
import type { ShowMenu } from '#ui/overlays/menu.tsx'
import { navigate } from '#ui/router/router.ts'

interface WorkspaceEntriesProps {
  current: Workspace
  onLeave: () => void
  show: ShowMenu
}

export default function WorkspaceEntries({ current, onLeave, show }: WorkspaceEntriesProps) {
  const { t } = useTranslation()
  const { email } = useMe()
  const signOut = useSignOut()
  const mayCreate = !useInstance()?.config.is_workspace_creation_disabled
  const { slug } = current
  const others = useWorkspaces()
    .filter((workspace) => workspace.slug !== slug)
    .sort((a, b) => a.name.localeCompare(b.name))

  const entry = (workspace: Workspace) => ({
    label: workspace.name,
    icon: <WorkspaceTile size="md" name={workspace.name} logo={workspace.logo_url} />,
    detail: t('shell.role_and_members', {
      role: t(`shell.role.${workspace.role}` as TextKey),
      count: workspace.total_members,
    }),
    checked: workspace.slug === slug,
    onSelect: () => void navigate({ to: '/$slug/', params: { slug: workspace.slug } }),
  })

  return show([
    { heading: email },
    entry(current),
    current.role >= MEMBER && {
      label: t('shell.workspace_settings'),
      icon: Settings,
      href: `/${slug}/settings/`,
      onSelect: () => void navigate({ to: '/$slug/settings/', params: { slug } }),
    },
    current.role === ADMIN && {
      label: t('shell.invite_members'),
      icon: UserPlus,
      href: `/${slug}/settings/members/`,
      onSelect: () => void navigate({ to: '/$slug/settings/members/', params: { slug } }),
    },
    // Non-guests leave on the members page, which guests do not see.
    current.role < MEMBER && {
      label: t('shell.leave_workspace'),
      icon: DoorOpen,
      onSelect: onLeave,
    },
    others.length > 0 && 'line',
    ...others.map(entry),
    'line',
    mayCreate && {
      label: t('shell.create_workspace'),
      icon: Plus,
      href: '/create-workspace/',
      onSelect: () => void navigate({ to: '/create-workspace/' }),
    },
    {
      label: t('shell.workspace_invitations'),
      icon: Mail,
      href: '/invitations/',
      onSelect: () => void navigate({ to: '/invitations/' }),
    },
    canInstall() && { label: t('shell.install'), icon: Download, onSelect: install },
    { label: t('shell.sign_out'), icon: LogOut, onSelect: signOut },
  ])
}
