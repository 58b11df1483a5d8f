import { ADMIN, type Project } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { buttonLook } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Link } from '#ui/router/link.tsx'

interface FeatureOffProps {
  slug: string
  project: Project
  feature: 'cycles' | 'modules' | 'views' | 'pages' | 'intake' | 'epics'
}

/** Instead of a screen the project has disabled; project admins are shown the switch. */
export function FeatureOff({ slug, project, feature }: FeatureOffProps) {
  const { t } = useTranslation()
  return (
    <EmptyState
      level={1}
      title={t(`feature_off.${feature}.title`)}
      action={
        project.member_role === ADMIN && (
          <Link
            to="/$slug/settings/projects/$projectId/features/"
            params={{ slug, projectId: project.id }}
            className={buttonLook('primary')}
          >
            {t('feature_off.manage')}
          </Link>
        )
      }
    >
      {t(`feature_off.${feature}.text`)}
    </EmptyState>
  )
}
