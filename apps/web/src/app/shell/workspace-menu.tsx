import { ADMIN, MEMBER, type Workspace } from '@cairn/contract'
import { useNavigate } from '@tanstack/react-router'
import {
  ChevronsUpDown,
  DoorOpen,
  LogOut,
  Mail,
  Plus,
  Settings as SettingsIcon,
  UserPlus,
} from 'lucide-react'
import { Suspense, useState } from 'react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useSignOut } from '#entities/account/use-sign-out.ts'
import { useInstance } from '#entities/instance/hooks.ts'
import { useWorkspaces } from '#entities/workspace/hooks.ts'
import { WorkspaceTile } from '#entities/workspace/workspace-tile.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { lazy } from '#ui/platform/lazy.ts'

const LeaveWorkspaceDialog = lazy(
  () => import('#features/workspace-members/leave-workspace-dialog.tsx'),
)

export function WorkspaceMenu({ slug, compact = false }: { slug: string; compact?: boolean }) {
  const { t } = useTranslation()
  const { email } = useMe()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const [leaving, setLeaving] = useState(false)
  const mayCreate = !useInstance()?.config.is_workspace_creation_disabled
  const all = useWorkspaces()
  const current = all.find((workspace) => workspace.slug === slug)
  const others = all
    .filter((workspace) => workspace.slug !== slug)
    .sort((a, b) => a.name.localeCompare(b.name))
  if (!current) return null

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

  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={compact ? t('shell.workspace_menu', { name: current.name }) : undefined}
            className="focus-inset flex h-8 min-w-0 grow items-center gap-2 rounded-md px-1 text-left hover:bg-hover aria-expanded:bg-pressed max-md:h-11"
          >
            <WorkspaceTile name={current.name} logo={current.logo_url} />
            {!compact && (
              <>
                <span className="min-w-0 grow truncate font-semibold">{current.name}</span>
                <Icon of={ChevronsUpDown} size={14} className="text-ink-3" />
              </>
            )}
          </button>
        }
        items={[
          { heading: email },
          entry(current),
          current.role >= MEMBER && {
            label: t('shell.workspace_settings'),
            icon: SettingsIcon,
            href: `/${slug}/settings/`,
            onSelect: () => void navigate({ to: '/$slug/settings/', params: { slug } }),
          },
          current.role === ADMIN && {
            label: t('shell.invite_members'),
            icon: UserPlus,
            href: `/${slug}/settings/members/`,
            onSelect: () =>
              void navigate({
                to: '/$slug/settings/members/',
                params: { slug },
              }),
          },
          // The others leave on the members page, which guests do not see.
          current.role < MEMBER && {
            label: t('shell.leave_workspace'),
            icon: DoorOpen,
            onSelect: () => setLeaving(true),
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
          {
            label: t('shell.sign_out'),
            icon: LogOut,
            danger: true,
            onSelect: signOut,
          },
        ]}
      />
      {leaving && (
        <Suspense>
          <LeaveWorkspaceDialog workspace={current} onClose={() => setLeaving(false)} />
        </Suspense>
      )}
    </>
  )
}
