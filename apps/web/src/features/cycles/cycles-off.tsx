import { ADMIN, type Project } from '@cairn/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { buttonLook } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

export function CyclesOff({ slug, project }: { slug: string; project: Project }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      level={1}
      title={t('cycles.off_title')}
      action={
        project.member_role === ADMIN && (
          <Link
            to="/$slug/settings/projects/$projectId/features/"
            params={{ slug, projectId: project.id }}
            className={buttonLook('primary')}
          >
            {t('cycles.manage_features')}
          </Link>
        )
      }
    >
      {t('cycles.off_text')}
    </EmptyState>
  )
}
