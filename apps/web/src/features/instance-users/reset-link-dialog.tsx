import { instanceUsersApi as api, type InstanceUser } from '@cairn/contract'
import { useState } from 'react'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { CopyField } from '#entities/instance-settings/copy-field.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'

interface ResetLink {
  email: string
  link: string
}

/** Creates the link, then keeps it while the dialog is open. */
export function useResetLink() {
  const { t } = useTranslation()
  const [made, setMade] = useState<ResetLink>()
  const [isOpen, setOpen] = useState(false)

  async function make({ id, email }: InstanceUser) {
    try {
      const { reset_link } = await call(api.resetPassword, { params: { id } })
      setMade({ email, link: location.origin + reset_link })
      setOpen(true)
    } catch (error) {
      notifyFailure(t('god_mode.users.not_reset'), error)
    }
  }

  return { made, isOpen, make, close: () => setOpen(false) }
}

interface ResetLinkDialogProps {
  made: ResetLink | undefined
  open: boolean
  onClose: () => void
}

export function ResetLinkDialog({ made, open, onClose }: ResetLinkDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('god_mode.users.reset_title')}
      description={t('god_mode.users.reset_text', { email: made?.email })}
      // A click outside would lose what is shown only once.
      dismissible={false}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('god_mode.users.reset_close')}
        </Button>
      }
    >
      <CopyField
        label={t('god_mode.users.reset_link')}
        hint={t('god_mode.users.reset_hint')}
        value={made?.link ?? ''}
      />
    </Dialog>
  )
}
