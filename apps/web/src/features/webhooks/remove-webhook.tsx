import type { Webhook } from '@cairn/contract'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FoldedSection } from '#ui/lists/folded-section.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { navigate } from '#ui/router/router.ts'
import { useRemoveWebhook } from './hooks.ts'

export function RemoveWebhook({ slug, webhook }: { slug: string; webhook: Webhook }) {
  const { t } = useTranslation()
  const remove = useRemoveWebhook(slug)
  const [asking, setAsking] = useState(false)

  // First leaves the page of the webhook that will be deleted.
  async function confirm() {
    setAsking(false)
    await navigate({ to: '/$slug/settings/webhooks/', params: { slug }, replace: true })
    remove.mutate(webhook.id, {
      onSuccess: () => toast({ kind: 'success', title: t('webhooks.removed') }),
    })
  }

  return (
    <FoldedSection title={t('webhooks.danger')}>
      <p className="mt-1 max-w-150 text-ink-2">{t('webhooks.remove_warning')}</p>
      <Button variant="danger" className="mt-3" onClick={() => setAsking(true)}>
        {t('webhooks.remove')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void confirm()}
        title={t('webhooks.remove')}
        confirmLabel={t('webhooks.remove_confirm')}
      >
        <span className="wrap-anywhere">{t('webhooks.remove_text', { url: webhook.url })}</span>
      </ConfirmDialog>
    </FoldedSection>
  )
}
