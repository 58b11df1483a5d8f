import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { Kbd } from '#ui/controls/kbd.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { useShell } from './shell-context.ts'

/** Users who cannot create projects are told whom to ask. */
export function NoProjects() {
  const { t } = useTranslation()
  const { createProject } = useShell()
  return (
    <EmptyState
      title={t('projects.empty_title')}
      action={
        createProject && (
          <Button
            variant="primary"
            aria-keyshortcuts="P"
            onClick={createProject}
            after={<Kbd keys="p" look="on-solid" />}
          >
            {t('projects.create')}
          </Button>
        )
      }
    >
      {t(createProject ? 'projects.empty_text' : 'projects.empty_for_guests')}
    </EmptyState>
  )
}
