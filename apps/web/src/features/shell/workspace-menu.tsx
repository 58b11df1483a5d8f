import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown, LogOut, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMe } from '#features/account/hooks.ts'
import { signOut } from '#features/auth/form-post.ts'
import { useInstance } from '#features/instance/hooks.ts'
import { useWorkspaces } from '#features/workspaces/hooks.ts'
import { Icon } from '#ui/icon.tsx'
import { Menu } from '#ui/menu.tsx'
import { toast } from '#ui/toast.ts'

export function WorkspaceTile({ name, logo }: { name: string; logo?: string | null }) {
  if (logo) return <img src={logo} alt="" className="size-5 shrink-0 rounded-[5px] object-cover" />
  return (
    <span
      aria-hidden
      className="grid size-5 shrink-0 place-items-center rounded-[5px] bg-ink text-micro leading-none font-semibold text-surface"
    >
      {name.trim().charAt(0).toUpperCase()}
    </span>
  )
}

export function useSignOut() {
  const { t } = useTranslation()
  return () =>
    void signOut().catch(() =>
      toast({
        kind: 'error',
        title: t('shell.sign_out_failed'),
        text: t('errors.something_wrong'),
      }),
    )
}

export function WorkspaceMenu({ slug, compact = false }: { slug: string; compact?: boolean }) {
  const { t } = useTranslation()
  const { email } = useMe()
  const navigate = useNavigate()
  const leave = useSignOut()
  const mayCreate = !useInstance()?.config.is_workspace_creation_disabled
  const all = useWorkspaces()
  const current = all.find((workspace) => workspace.slug === slug)
  const others = all
    .filter((workspace) => workspace.slug !== slug)
    .sort((a, b) => a.name.localeCompare(b.name))
  if (!current) return null

  const entry = (workspace: typeof current) => ({
    label: workspace.name,
    icon: <WorkspaceTile name={workspace.name} logo={workspace.logo_url} />,
    hint: t('shell.members', { count: workspace.total_members }),
    checked: workspace.slug === slug,
    onSelect: () => void navigate({ to: '/$slug/', params: { slug: workspace.slug } }),
  })

  return (
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
        ...others.map(entry),
        'line',
        mayCreate && {
          label: t('shell.create_workspace'),
          icon: Plus,
          onSelect: () => void navigate({ to: '/create-workspace/' }),
        },
        { label: t('shell.sign_out'), icon: LogOut, onSelect: leave },
      ]}
    />
  )
}
