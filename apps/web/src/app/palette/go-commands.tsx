import { MEMBER } from '@cairn/contract'
import {
  ArrowRightLeft,
  Boxes,
  FileText,
  FolderOpen,
  Goal,
  Inbox,
  IterationCw,
  Layers,
  Link as LinkIcon,
  Mail,
  SquareCheck,
  StickyNote,
  TextSearch,
  Users,
} from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { screens } from '#entities/frame/navigation.ts'
import { useShell } from '#entities/frame/shell-context.ts'
import { useJoinedProjects } from '#entities/project/hooks.ts'
import { projectAddress } from '#entities/project/project-link.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { useWorkspace, useWorkspaces } from '#entities/workspace/hooks.ts'
import { WorkspaceTile } from '#entities/workspace/workspace-tile.tsx'
import { usePinnable } from '#features/sidebar-preferences/hooks.ts'
import { toast } from '#ui/feedback/toast.ts'
import { type Command, useCommands } from '#ui/platform/commands.ts'
import { copyText } from '#ui/platform/copy-text.ts'
import { useParams } from '#ui/router/hooks.ts'
import { placesOf } from './places.ts'

/** Commands to open every screen, project, workspace and dialog. */
export function useGoCommands(slug: string) {
  const { t } = useTranslation()
  const projects = useJoinedProjects(slug) ?? []
  const { projectId } = useParams()
  const current = projects.find(({ id }) => id === projectId)
  const workspaces = useWorkspaces()
  const { openStickies } = useShell()
  const { id: me } = useMe()
  const isMember = (useWorkspace(slug)?.role ?? 0) >= MEMBER

  async function copyLink() {
    const copied = await copyText(location.href)
    toast(
      copied
        ? { kind: 'success', title: t('shell.link_copied') }
        : { kind: 'error', title: t('shell.not_copied') },
    )
  }

  const places = placesOf({ slug, me, project: current })
  /** The key sequence that opens it, too. */
  const keysTo = (href: string | undefined) => {
    const place = places.find(({ address }) => address !== undefined && address === href)
    return place && `g ${place.letter}`
  }
  const commands: Command[] = [
    ...screens.map(({ key, path, icon }) => ({
      id: `go.${key}`,
      group: 'go' as const,
      label: t('palette.go_to', { name: t(`shell.screens.${key}`) }),
      icon,
      href: `/${slug}${path}/`,
    })),
    ...usePinnable(slug).map(({ key, address, icon }) => ({
      id: `go.${key}`,
      group: 'go' as const,
      label: t('palette.go_to', { name: t(`navigation.screens.${key}`) }),
      icon,
      href: address,
    })),
    {
      id: 'go.search',
      group: 'go',
      label: t('palette.go_to', { name: t('palette.search') }),
      icon: TextSearch,
      href: `/${slug}/search/`,
    },
    {
      id: 'sticky.create',
      group: 'create',
      label: t('palette.add_sticky'),
      icon: StickyNote,
      run: () => openStickies({ adds: true }),
    },
    {
      id: 'stickies.open',
      group: 'go',
      label: t('palette.open_stickies'),
      icon: StickyNote,
      run: () => openStickies(),
    },
    {
      id: 'go.stickies',
      group: 'go',
      label: t('palette.go_to', { name: t('shell.stickies') }),
      icon: StickyNote,
      href: `/${slug}/stickies/`,
    },
    {
      id: 'go.teamspaces',
      group: 'go',
      label: t('palette.go_to', { name: t('teamspaces.heading') }),
      icon: Users,
      href: isMember ? `/${slug}/teamspaces/` : undefined,
    },
    {
      id: 'go.initiatives',
      group: 'go',
      label: t('palette.go_to', { name: t('teamspaces.initiatives') }),
      icon: Goal,
      href: isMember ? `/${slug}/initiatives/` : undefined,
    },
    {
      id: 'go.cycles',
      group: 'go',
      label: t('palette.go_to', { name: t('shell.cycles') }),
      icon: IterationCw,
      href: current?.cycle_view ? `/${slug}/projects/${current.id}/cycles/` : undefined,
    },
    {
      id: 'go.project-items',
      group: 'go',
      label: t('palette.go_to', { name: t('shell.work_items') }),
      icon: SquareCheck,
      href: current && `/${slug}/projects/${current.id}/issues/`,
    },
    {
      id: 'go.modules',
      group: 'go',
      label: t('palette.go_to', { name: t('shell.modules') }),
      icon: Boxes,
      href: current?.module_view ? `/${slug}/projects/${current.id}/modules/` : undefined,
    },
    {
      id: 'go.project-views',
      group: 'go',
      label: t('palette.go_to', { name: t('shell.project_views') }),
      icon: Layers,
      href: current?.issue_views_view ? `/${slug}/projects/${current.id}/views/` : undefined,
    },
    {
      id: 'go.pages',
      group: 'go',
      label: t('palette.go_to', { name: t('shell.pages') }),
      icon: FileText,
      href: current?.page_view ? `/${slug}/projects/${current.id}/pages/` : undefined,
    },
    {
      id: 'go.intake',
      group: 'go',
      label: t('palette.go_to', { name: t('shell.intake') }),
      icon: Inbox,
      href: current?.inbox_view ? `/${slug}/projects/${current.id}/intake/` : undefined,
    },
    {
      id: 'go.invitations',
      group: 'go',
      label: t('palette.go_to', { name: t('shell.workspace_invitations') }),
      icon: Mail,
      href: '/invitations/',
    },
    {
      id: 'go.project',
      group: 'go',
      label: t('palette.switch_project'),
      icon: FolderOpen,
      opens: projects.length > 0 ? ('projects' as const) : undefined,
    },
    {
      id: 'go.workspace',
      group: 'go',
      label: t('palette.switch_workspace'),
      icon: ArrowRightLeft,
      opens: workspaces.length > 1 ? ('workspaces' as const) : undefined,
    },
    {
      id: 'go.copy-link',
      group: 'go',
      label: t('palette.copy_link'),
      icon: LinkIcon,
      run: () => void copyLink(),
    },
    ...projects.map((project) => ({
      id: `project.${project.id}`,
      group: 'project' as const,
      on: 'projects' as const,
      label: project.name,
      hint: project.identifier,
      icon: projectLogo(project),
      href: projectAddress(slug, project.id),
    })),
    ...workspaces
      .filter((workspace) => workspace.slug !== slug)
      .map((workspace) => ({
        id: `workspace.${workspace.id}`,
        group: 'go' as const,
        on: 'workspaces' as const,
        label: workspace.name,
        icon: <WorkspaceTile name={workspace.name} logo={workspace.logo_url} />,
        href: `/${workspace.slug}/`,
      })),
  ]
  useCommands(
    commands.map((command) =>
      command.group === 'go' ? { ...command, keys: keysTo(command.href) } : command,
    ),
  )
}
