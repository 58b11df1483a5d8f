import { useTranslation } from '#data/i18n.ts'
import { useGodModeTitle } from '#entities/instance/use-god-mode-title.ts'
import { NewWorkspaceForm } from '#features/workspaces/workspace-form.tsx'
import { buttonLook } from '#ui/controls/button.tsx'
import { SettingsPage } from '#ui/controls/form-layout.tsx'
import { Link } from '#ui/router/link.tsx'
import { navigate } from '#ui/router/router.ts'
import { isSlugFree, useCreateInstanceWorkspace } from './hooks.ts'

export function CreateInstanceWorkspaceScreen() {
  const { t } = useTranslation()
  const create = useCreateInstanceWorkspace()
  useGodModeTitle(t('god_mode.create_workspace.title'))

  return (
    <SettingsPage
      title={t('god_mode.create_workspace.title')}
      description={t('god_mode.create_workspace.description')}
    >
      <div className="max-w-110">
        <NewWorkspaceForm
          create={create}
          isFree={isSlugFree}
          onCreated={() => navigate({ to: '/god-mode/workspace/' })}
        />
        <Link to="/god-mode/workspace/" className={`${buttonLook('ghost', 'lg')} mt-2 w-full`}>
          {t('god_mode.go_back')}
        </Link>
      </div>
    </SettingsPage>
  )
}
