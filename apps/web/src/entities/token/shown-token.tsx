import { Copy, TriangleAlert } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormFields } from '#ui/controls/form-layout.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { copyText } from '#ui/platform/copy-text.ts'
import { useExpiryText } from './use-expiry-text.ts'

interface ShownTokenProps {
  open: boolean
  title: string
  /** Says that it is shown only once. */
  warning: string
  token: string
  expired_at: string | null
  onClose: () => void
}

/** Shows a token, only this time. */
export function ShownToken({ open, title, warning, token, expired_at, onClose }: ShownTokenProps) {
  const { t } = useTranslation()
  const expiryText = useExpiryText()

  async function copy() {
    const copied = await copyText(token)
    toast(
      copied
        ? { kind: 'success', title: t('api_tokens.copied') }
        : { kind: 'error', title: t('api_tokens.not_copied') },
    )
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      dismissible={false}
      title={title}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('api_tokens.close')}
        </Button>
      }
    >
      <FormFields>
        <Banner boxed tone="warning" icon={TriangleAlert}>
          {warning}
        </Banner>
        <Input
          size="lg"
          label={t('api_tokens.token')}
          readOnly
          value={token}
          className="font-mono"
          onFocus={(event) => event.target.select()}
          after={
            <IconButton
              size="sm"
              icon={Copy}
              label={t('api_tokens.copy')}
              onClick={() => void copy()}
            />
          }
        />
        <p className="text-small text-ink-3">{expiryText(expired_at)}</p>
      </FormFields>
    </Dialog>
  )
}
