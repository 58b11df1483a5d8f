import { LogOut } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useSignOut } from '#entities/account/use-sign-out.ts'
import { useWorkspaceExists } from '#entities/workspace/change-hooks.ts'
import { forgetWorkspace, useWorkspaces } from '#entities/workspace/hooks.ts'
import { buttonLook } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Loader } from '#ui/feedback/loader.tsx'
import { CairnWordmark } from '#ui/icons/logo.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { Link } from '#ui/router/link.tsx'

/**
 * The workspace of the URL is unknown, or the user is not (or no longer) a member: two messages.
 */
export default function NoWorkspaceScreen({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const exists = useWorkspaceExists(slug)
  const [first] = useWorkspaces()
  usePageTitle(t(exists ? 'workspaces.no_access.title' : 'messages.workspace_not_found'))
  useEffect(() => forgetWorkspace(slug), [slug])

  const home = first && (
    <Link to="/" className={buttonLook('primary')}>
      {t('errors.go_home')}
    </Link>
  )
  const create = (
    <Link to="/create-workspace/" className={buttonLook(first ? 'secondary' : 'primary')}>
      {t('workspaces.create_new')}
    </Link>
  )

  if (exists === undefined) return <Loader />
  if (exists) {
    return (
      <Frame>
        <EmptyState
          level={1}
          picture="broken"
          title={t('workspaces.no_access.title')}
          action={
            <>
              <Link to="/invitations/" className={buttonLook('secondary')}>
                {t('workspaces.no_access.invitations')}
              </Link>
              {create}
              {home}
            </>
          }
        >
          {t('workspaces.no_access.text')}
        </EmptyState>
      </Frame>
    )
  }
  return (
    <Frame>
      <EmptyState
        level={1}
        picture="no-match"
        title={t('messages.workspace_not_found')}
        action={
          first ? (
            <>
              <Link
                to="/$slug/settings/account/"
                params={{ slug: first.slug }}
                className={buttonLook('secondary')}
              >
                {t('workspaces.unknown.profile')}
              </Link>
              {home}
            </>
          ) : (
            create
          )
        }
      >
        {t('workspaces.unknown.text')}
      </EmptyState>
    </Frame>
  )
}

/** Shows the account with a sign-out: the wrong account is the usual reason to be here. */
function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { email } = useMe()
  const leave = useSignOut()
  return (
    <div className="flex h-full flex-col bg-surface">
      <header className="flex h-13 shrink-0 items-center justify-between gap-4 px-5 max-md:px-4">
        <Link to="/" className="rounded-sm">
          <CairnWordmark />
        </Link>
        <span className="flex min-w-0 items-center gap-1 text-ink-2">
          <span className="truncate">{email}</span>
          <IconButton icon={LogOut} label={t('errors.sign_out')} onClick={leave} />
        </span>
      </header>
      <main className="min-h-0 grow overflow-y-auto">{children}</main>
    </div>
  )
}
