import { ApiError } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { LoadFailure } from '#entities/account/load-failure.ts'
import { signOut } from '#entities/account/sign-out.ts'
import { Button, buttonLook } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'

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

/** Loading failed, the server does not respond, or there was an error here. */
export function FailureScreen({ error }: { error: unknown }) {
  if (error instanceof LoadFailure) return <LoadFailureScreen error={error} />
  const away = error instanceof ApiError && (error.status === 0 || error.status >= 500)
  return away ? <MaintenanceScreen /> : <CrashScreen />
}

function LoadFailureScreen({ error }: { error: LoadFailure }) {
  const { t } = useTranslation()
  return (
    <main className="h-full">
      <EmptyState
        level={1}
        picture="broken"
        title={t(error.said)}
        action={
          <Button variant="primary" onClick={() => location.reload()}>
            {t('errors.reload')}
          </Button>
        }
      >
        {error.sentence ?? t('errors.not_loaded')}
      </EmptyState>
    </main>
  )
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
