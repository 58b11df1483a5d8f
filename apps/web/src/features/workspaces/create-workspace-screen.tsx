import type { Workspace } from '@cairn/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { rememberWorkspace, useMe } from '#features/account/hooks.ts'
import { AccountLayout } from '#features/auth/account-layout.tsx'
import { useInstance } from '#features/instance/hooks.ts'
import { usePageTitle } from '#features/shell/use-page-title.ts'
import { Button } from '#ui/button.tsx'
import { WorkspaceForm } from './workspace-form.tsx'

export function CreateWorkspaceScreen() {
  const { t } = useTranslation()
  const { email } = useMe()
  const navigate = useNavigate()
  const closed = useInstance()?.config.is_workspace_creation_disabled
  usePageTitle(t('workspaces.page_title'))

  async function handleCreated({ id, slug }: Workspace) {
    // Only a convenience for the next sign-in: opening the workspace must not wait for it or fail with it.
    rememberWorkspace(id).catch(() => undefined)
    await navigate({ to: '/$slug/', params: { slug } })
  }

  return (
    <AccountLayout
      title={t(closed ? 'workspaces.closed_title' : 'workspaces.title')}
      subtitle={t(closed ? 'workspaces.closed_text' : 'workspaces.subtitle')}
      aside={email}
    >
      {!closed && <WorkspaceForm onCreated={handleCreated} />}
      <Button
        variant="ghost"
        size="lg"
        block
        className={closed ? 'mt-6' : 'mt-2'}
        onClick={() => history.back()}
      >
        {t('workspaces.go_back')}
      </Button>
    </AccountLayout>
  )
}
