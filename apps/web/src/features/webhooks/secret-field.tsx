import { Copy, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { copyText } from '#ui/platform/copy-text.ts'

const dots = '•'.repeat(30)

/** Hidden until revealed; without a secret only dots are shown. */
export function SecretField({ secret, hint }: { secret?: string; hint?: string }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)

  async function copy() {
    const copied = await copyText(secret ?? '')
    toast({
      kind: copied ? 'success' : 'error',
      title: t(copied ? 'webhooks.copied' : 'webhooks.not_copied'),
    })
  }

  return (
    <Input
      label={t('webhooks.secret')}
      hint={hint}
      readOnly
      className="font-mono"
      value={secret && shown ? secret : dots}
      after={
        secret && (
          <>
            <IconButton
              size="sm"
              icon={shown ? EyeOff : Eye}
              label={t(shown ? 'webhooks.hide_secret' : 'webhooks.show_secret')}
              onClick={() => setShown(!shown)}
            />
            <IconButton
              size="sm"
              className="-mr-1"
              icon={Copy}
              label={t('webhooks.copy_secret')}
              onClick={() => void copy()}
            />
          </>
        )
      }
    />
  )
}
