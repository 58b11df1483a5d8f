import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#data/api.ts'
import { signOut } from '#features/auth/form-post.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { usePageTitle } from './use-page-title.ts'

export const NotFoundScreen = () => (
  <main className="h-full">
    <NotFound />
  </main>
)

/** Inside the shell, which has its own `main`. */
export function NotFound() {
  const { t } = useTranslation()
  usePageTitle(t('errors.not_found.page_title'))
  return (
    <EmptyState
      level={1}
      picture="no-match"
      title={t('errors.not_found.title')}
      action={
        <a href="/" className={buttonLook('primary')}>
          {t('errors.go_home')}
        </a>
      }
    >
      {t('errors.not_found.text')}
    </EmptyState>
  )
}

/** The server does not answer, or something here broke: two different things to say. */
export function FailureScreen({ error }: ErrorComponentProps) {
  const away = error instanceof ApiError && (error.status === 0 || error.status >= 500)
  return away ? <MaintenanceScreen /> : <CrashScreen />
}

function MaintenanceScreen() {
  const { t } = useTranslation()
  return (
    <main className="h-full">
      <EmptyState
        level={1}
        picture="broken"
        title={t('errors.maintenance.title')}
        action={
          <Button variant="primary" onClick={() => location.reload()}>
            {t('errors.reload')}
          </Button>
        }
      >
        {t('errors.maintenance.text')}
      </EmptyState>
    </main>
  )
}

function CrashScreen() {
  const { t } = useTranslation()
  return (
    <main className="h-full">
      <EmptyState
        level={1}
        picture="broken"
        title={t('errors.crash.title')}
        action={
          <>
            <Button onClick={() => void signOut()}>{t('errors.sign_out')}</Button>
            <a href="/" className={buttonLook('primary')}>
              {t('errors.go_home')}
            </a>
          </>
        }
      >
        {t('errors.crash.text')}
      </EmptyState>
    </main>
  )
}
