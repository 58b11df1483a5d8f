import type { Workspace } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { saveLastWorkspace, useMe } from '#entities/account/hooks.ts'
import { useInstance } from '#entities/instance/hooks.ts'
import { Button, buttonLook } from '#ui/controls/button.tsx'
import { EmptyDrawing } from '#ui/feedback/empty-drawing.tsx'
import { AccountLayout } from '#ui/layout/account-layout.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { navigate } from '#ui/router/router.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { WorkspaceForm } from './workspace-form.tsx'

export function CreateWorkspaceScreen() {
  const { t } = useTranslation()
  const { email } = useMe()
  const closed = useInstance()?.config.is_workspace_creation_disabled
  usePageTitle(t('workspaces.page_title'))
  return (
    <AccountLayout
      title={t(closed ? 'workspaces.closed_title' : 'workspaces.title')}
      subtitle={t(closed ? 'workspaces.closed_text' : 'workspaces.subtitle')}
      aside={email}
    >
      {closed ? <Closed /> : <Creation />}
      <Button
        variant="ghost"
        size="lg"
        block
        className="mt-2"
        onClick={() => (history.length > 1 ? history.back() : location.assign('/'))}
      >
        {t('workspaces.go_back')}
      </Button>
    </AccountLayout>
  )
}

function Creation() {
  async function handleCreated({ id, slug }: Workspace) {
    // Only a convenience for the next sign-in: opening the workspace must not wait for it or fail with it.
    saveLastWorkspace(id).catch(() => undefined)
    await navigate({ to: '/$slug/', params: { slug } })
  }

  return <WorkspaceForm onCreated={handleCreated} />
}

/**
 * Does not reveal anyone's address: the mail text is prepared here, and the sender adds the
 * recipient.
 */
function Closed() {
  const { t } = useTranslation()
  const { first_name, last_name, display_name, email } = useMe()
  const name = `${first_name} ${last_name}`.trim() || display_name
  const subject = encodeURIComponent(t('workspaces.request_subject'))
  const body = encodeURIComponent(t('workspaces.request_body', { name, email }))
  return (
    <>
      <div className="mt-4">
        <EmptyDrawing picture="place-stone" />
      </div>
      <a
        href={`mailto:?subject=${subject}&body=${body}`}
        className={classNames(buttonLook('primary', 'lg'), 'mt-4 w-full')}
      >
        {t('workspaces.request')}
      </a>
    </>
  )
}
