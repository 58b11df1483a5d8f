import { ADMIN, MEMBER } from '@cairn/contract'
import {
  Activity,
  Bell,
  Blocks,
  Bot,
  CircleDot,
  Download,
  KeyRound,
  Settings,
  ShieldCheck,
  SlidersHorizontal,
  Tag,
  Triangle,
  Upload,
  UserRound,
  Users,
  Webhook,
  Workflow,
} from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useJoinedProjects } from '#entities/project/hooks.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { useCommands } from '#ui/platform/commands.ts'
import { useParams } from '#ui/router/hooks.ts'

const ofAccount = [
  { key: 'profile', path: 'account/', icon: UserRound },
  { key: 'preferences', path: 'account/preferences/', icon: SlidersHorizontal },
  { key: 'notifications', path: 'account/notifications/', icon: Bell },
  { key: 'security', path: 'account/security/', icon: ShieldCheck },
  { key: 'activity', path: 'account/activity/', icon: Activity },
  { key: 'api_tokens', path: 'account/api-tokens/', icon: KeyRound },
] as const

const ofWorkspace = [
  { key: 'general', path: '', icon: Settings, from: MEMBER },
  { key: 'members', path: 'members/', icon: Users, from: MEMBER },
  { key: 'exports', path: 'exports/', icon: Download, from: MEMBER },
  { key: 'imports', path: 'imports/', icon: Upload, from: MEMBER },
  { key: 'webhooks', path: 'webhooks/', icon: Webhook, from: ADMIN },
  { key: 'service_accounts', path: 'service-accounts/', icon: Bot, from: ADMIN },
] as const

/** Settings of the current project. */
const ofProject = [
  { key: 'project_general', path: '', icon: SlidersHorizontal, from: MEMBER },
  { key: 'project_members', path: 'members/', icon: Users, from: MEMBER },
  { key: 'features', path: 'features/', icon: Blocks, from: ADMIN },
  { key: 'states', path: 'states/', icon: CircleDot, from: MEMBER },
  { key: 'labels', path: 'labels/', icon: Tag, from: MEMBER },
  { key: 'estimates', path: 'estimates/', icon: Triangle, from: ADMIN },
  { key: 'automations', path: 'automations/', icon: Workflow, from: ADMIN },
] as const

/** Opens the settings this user's role permits. */
export function useSettingsCommands(slug: string) {
  const { t } = useTranslation()
  const workspaceRole = useWorkspace(slug)?.role ?? 0
  const { projectId } = useParams()
  const project = useJoinedProjects(slug)?.find(({ id }) => id === projectId)
  const role = project?.member_role ?? 0
  const pages = [...ofWorkspace.filter(({ from }) => workspaceRole >= from), ...ofAccount]
  useCommands([
    {
      id: 'settings',
      group: 'settings',
      label: t('palette.search_settings'),
      icon: Settings,
      opens: 'settings',
    },
    ...pages.map(({ key, path, icon }) => ({
      id: `settings.${key}`,
      group: 'settings' as const,
      on: 'settings' as const,
      label: t(`palette.setting.${key}`),
      icon,
      href: `/${slug}/settings/${path}`,
    })),
    ...ofProject
      .filter(({ from }) => role >= from)
      .map(({ key, path, icon }) => ({
        id: `settings.${key}`,
        group: 'settings' as const,
        on: 'settings' as const,
        label: t(`palette.setting.${key}`),
        hint: project?.name,
        icon,
        href: `/${slug}/settings/projects/${projectId}/${path}`,
      })),
  ])
}
