import { ADMIN, MEMBER } from '@cairn/contract'
import {
  Bot,
  Download,
  LayoutTemplate,
  Shapes,
  SlidersHorizontal,
  Upload,
  Users,
  Webhook,
} from 'lucide-react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { SettingsFrame } from '#entities/frame/settings-frame.tsx'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { WorkspaceTile } from '#entities/workspace/workspace-tile.tsx'
import { NotAuthorized } from '#ui/feedback/not-authorized.tsx'
import { useParams } from '#ui/router/hooks.ts'
import { Outlet } from '#ui/router/outlet.tsx'

export function WorkspaceSettings() {
  const { t } = useTranslation()
  const { slug } = useParams('/$slug')
  const workspace = useWorkspace(slug)
  if (!workspace) return null
  const allowed = workspace.role >= MEMBER
  const groups = [
    {
      label: t('workspaces.administration'),
      entries: [
        { icon: SlidersHorizontal, label: t('workspaces.general'), path: '' },
        { icon: Users, label: t('members.title'), path: 'members' },
        ...(workspace.role === ADMIN
          ? [{ icon: Shapes, label: t('types.title'), path: 'types' }]
          : []),
        {
          icon: LayoutTemplate,
          label: t('project_templates.title'),
          path: 'templates',
        },
        { icon: Download, label: t('workspaces.exports'), path: 'exports' },
        { icon: Upload, label: t('workspaces.imports'), path: 'imports' },
      ],
    },
    ...(workspace.role === ADMIN
      ? [
          {
            label: t('workspaces.developer'),
            entries: [
              { icon: Webhook, label: t('webhooks.title'), path: 'webhooks' },
              { icon: Bot, label: t('service_accounts.title'), path: 'service-accounts' },
            ],
          },
        ]
      : []),
  ]
  return (
    <SettingsFrame
      tab="workspace"
      picture={<WorkspaceTile name={workspace.name} logo={workspace.logo_url} />}
      name={workspace.name}
      detail={t(`shell.role.${workspace.role}` as TextKey)}
      groups={allowed ? groups : []}
    >
      {allowed ? <Outlet /> : <NotAuthorized />}
    </SettingsFrame>
  )
}
