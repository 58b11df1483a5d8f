import { useTranslation } from '#data/i18n.ts'
import { toast } from '#ui/feedback/toast.ts'
import { signOut } from './sign-out.ts'

export function useSignOut() {
  const { t } = useTranslation()
  return () =>
    void signOut().catch((error: Error) =>
      toast({
        kind: 'error',
        title: t('shell.sign_out_failed'),
        text: error.message,
      }),
    )
}
