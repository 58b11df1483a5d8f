import { useTranslation } from '#data/i18n.ts'
import { WorkspaceTile } from '#entities/workspace/workspace-tile.tsx'

interface JoinTitleProps {
  workspace: { name: string; logo_url: string | null }
}

export default function JoinTitle({ workspace }: JoinTitleProps) {
  const { t } = useTranslation()
  return (
    <span className="flex min-w-0 items-center gap-2">
      {t('auth.join')}
      <WorkspaceTile name={workspace.name} logo={workspace.logo_url} />
      <span className="truncate">{workspace.name}</span>
    </span>
  )
}
