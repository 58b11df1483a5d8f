import { type Webhook, webhookEvents } from '@cairn/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormFields } from '#ui/controls/form-layout.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { type Choice, choiceOf, EventChoice, eventsOf } from './event-choice.tsx'
import { useChangeWebhook } from './hooks.ts'
import { UrlField } from './url-field.tsx'

interface Draft {
  url?: string
  choice?: Choice
}

/** Only what was touched is kept here: what somebody else changes meanwhile shows in the rest. */
export function WebhookForm({ slug, webhook }: { slug: string; webhook: Webhook }) {
  const { t } = useTranslation()
  const change = useChangeWebhook(slug, webhook.id)
  const [draft, setDraft] = useState<Draft>({})
  const { url = webhook.url, choice = choiceOf(webhook) } = draft
  const events = eventsOf(choice)
  const isChanged =
    url.trim() !== webhook.url || webhookEvents.some((event) => events[event] !== webhook[event])

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!url.trim() || !isChanged || change.isPending) return
    // An address that stays is not looked up again.
    const moved = url.trim() !== webhook.url
    change.mutate(
      { ...(moved && { url: url.trim() }), ...events },
      {
        onSuccess: () => {
          setDraft({})
          toast({ kind: 'success', title: t('webhooks.success'), text: t('webhooks.updated') })
        },
        onError: (error) => notifyFailure(t('webhooks.not_updated'), error),
      },
    )
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <FormFields>
        <UrlField
          value={url}
          error={url.trim() ? undefined : t('webhooks.url_required')}
          onChange={(next) => setDraft({ ...draft, url: next })}
        />
        <EventChoice value={choice} onChange={(next) => setDraft({ ...draft, choice: next })} />
        <div>
          <Button
            type="submit"
            variant="primary"
            busy={change.isPending}
            disabled={!isChanged || !url.trim()}
          >
            {t(change.isPending ? 'webhooks.updating' : 'webhooks.update')}
          </Button>
        </div>
      </FormFields>
    </form>
  )
}
