import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { signOut } from './sign-out.ts'

export function useSignOut() {
  const { t } = useTranslation()
  return () =>
    void signOut().catch((error: unknown) => notifyFailure(t('shell.sign_out_failed'), error))
}
