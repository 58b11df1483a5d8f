import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { SettingsSection } from '#ui/controls/form-layout.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useRegenerateSecret } from './hooks.ts'
import { SecretField } from './secret-field.tsx'
import { saveSecret } from './secret-file.ts'

/** Shows dots until a new secret is generated; that is shown until the page is left. */
export function SecretSection({ slug, id }: { slug: string; id: string }) {
  const { t } = useTranslation()
  const regenerate = useRegenerateSecret(slug, id)
  const [asking, setAsking] = useState(false)
  const [secret, setSecret] = useState<string>()

  function confirm() {
    setAsking(false)
    regenerate.mutate(undefined, {
      onSuccess: (made) => {
        setSecret(made.secret_key)
        saveSecret(made)
        toast({ kind: 'success', title: t('webhooks.regenerated') })
      },
      onError: (error) => notifyFailure(t('webhooks.not_regenerated'), error),
    })
  }

  return (
    <SettingsSection title={t('webhooks.secret_title')} description={t('webhooks.secret_text')}>
      <div className="mt-3 flex items-end gap-2 max-md:flex-col max-md:items-stretch">
        <div className="min-w-0 grow">
          <SecretField secret={secret} />
        </div>
        <Button icon={RefreshCw} busy={regenerate.isPending} onClick={() => setAsking(true)}>
          {t(regenerate.isPending ? 'webhooks.regenerating' : 'webhooks.regenerate')}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        title={t('webhooks.regenerate_title')}
        confirmLabel={t('webhooks.regenerate')}
        icon={RefreshCw}
      >
        {t('webhooks.regenerate_text')}
      </ConfirmDialog>
    </SettingsSection>
  )
}
