import { useMutation } from '@tanstack/react-query'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { signOut } from '#entities/account/form-post.ts'
import { useMe } from '#entities/account/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'

export function SwitchAccountDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { email } = useMe()
  const leave = useMutation({
    mutationFn: signOut,
    onError: (error) => notifyFailure(t('onboarding.not_signed_out'), error),
  })
  // Once the form is submitted, the page only waits to be replaced.
  const busy = leave.isPending || leave.isSuccess
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title={t('onboarding.switch_account')}
      description={t('onboarding.switch_text', { email })}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" busy={busy} onClick={() => leave.mutate()}>
            {t(busy ? 'onboarding.switching' : 'onboarding.switch_account')}
          </Button>
        </>
      }
    />
  )
}
